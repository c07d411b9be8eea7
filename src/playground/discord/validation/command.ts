import {
  type Body,
  checkList,
  checkObject,
  checkOneOf,
  checkText,
  createFaults,
  type Faults,
  type Path,
} from './faults.js';

const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const SUBCOMMAND = 1;
const GROUP = 2;

/** One application command. @see https://discord.com/developers/docs/interactions/application-commands */
export function checkCommand(faults: Faults, path: Path, value: unknown): void {
  if (!checkObject(faults, path, value)) return;
  const type = value.type ?? 1;
  if (!checkOneOf(faults, [...path, 'type'], type, [1, 2, 3])) return;
  checkText(faults, [...path, 'default_member_permissions'], value.default_member_permissions, {
    max: 25,
    pattern: /^\d+$/,
  });
  if (type === 1) {
    checkName(faults, [...path, 'name'], value.name);
    checkText(faults, [...path, 'description'], value.description, { min: 1, max: 100, required: true });
    checkCommandOptions(faults, [...path, 'options'], value.options, 0);
    return;
  }
  checkText(faults, [...path, 'name'], value.name, { min: 1, max: 32, required: true });
  if (value.description) {
    faults.add(
      [...path, 'description'],
      'APPLICATION_COMMAND_INVALID_DESCRIPTION',
      'Context menu commands cannot have description',
    );
  }
}

/** The whole list of a bulk overwrite: each command, names once a type, 100 + 15 + 15. */
export function checkCommandList(value: unknown): Body[] {
  const faults = createFaults();
  const commands = checkList(faults, [], value, { max: 130 });
  const seen = new Set<string>();
  commands.forEach((command, index) => {
    checkCommand(faults, [index], command);
    const { type = 1, name } = (command ?? {}) as Body;
    if (seen.has(`${type} ${name}`)) {
      faults.add([index], 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique');
    }
    seen.add(`${type} ${name}`);
  });
  faults.enforce();
  return commands as Body[];
}

function checkName(faults: Faults, path: Path, value: unknown): void {
  if (!checkText(faults, path, value, { min: 1, max: 32, required: true })) return;
  if (!NAME.test(value) || value !== value.toLowerCase()) {
    faults.add(path, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
  }
}

function checkCommandOptions(faults: Faults, path: Path, value: unknown, depth: number): void {
  const names = new Set<unknown>();
  let optionalSeen = false;
  checkList(faults, path, value, { max: 25 }).forEach((option, index) => {
    const at = [...path, index];
    if (!checkObject(faults, at, option)) return;
    checkName(faults, [...at, 'name'], option.name);
    checkText(faults, [...at, 'description'], option.description, { min: 1, max: 100, required: true });
    if (names.has(option.name)) {
      faults.add(at, 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', 'Option name already exists');
    }
    names.add(option.name);
    if (option.required === true && optionalSeen) {
      faults.add(
        at,
        'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        'Required options must be placed before non-required options',
      );
    }
    optionalSeen ||= option.required !== true;
    checkCommandOption(faults, at, option, depth);
  });
}

function checkCommandOption(faults: Faults, path: Path, option: Body, depth: number) {
  const types = depth === 0 ? range(1, 11) : depth === 1 ? [SUBCOMMAND, ...range(3, 11)] : range(3, 11);
  if (!checkOneOf(faults, [...path, 'type'], option.type, types)) return;
  if (option.type === GROUP) return checkCommandOptions(faults, [...path, 'options'], option.options, 1);
  if (option.type === SUBCOMMAND) return checkCommandOptions(faults, [...path, 'options'], option.options, 2);
  const choices = checkList(faults, [...path, 'choices'], option.choices, { max: 25 });
  choices.forEach((choice, index) => {
    checkChoice(faults, [...path, 'choices', index], choice, option.type as number);
  });
  if (choices.length > 0 && option.autocomplete === true) {
    faults.add(
      [...path, 'autocomplete'],
      'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES',
      'Choices cannot be set with autocomplete',
    );
  }
}

/** A choice of an option or an answer to an autocomplete. */
export function checkChoice(faults: Faults, path: Path, choice: unknown, optionType: number): void {
  if (!checkObject(faults, path, choice)) return;
  checkText(faults, [...path, 'name'], choice.name, { min: 1, max: 100, required: true });
  if (optionType === 3) checkText(faults, [...path, 'value'], choice.value, { max: 100, required: true });
  else if (typeof choice.value !== 'number') {
    faults.add(
      [...path, 'value'],
      'NUMBER_TYPE_COERCE',
      `Value "${String(choice.value)}" is not ${optionType === 4 ? 'int' : 'float'}.`,
    );
  }
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, step) => from + step);
