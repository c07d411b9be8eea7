import { AvailableLocalesEnumSchema } from 'discord-api-spec/zod';
import type { $ZodTypes } from 'zod/v4/core';
import { type BodyFaults, checkText, createFaults, isJsonBody, type JsonBody, type Path } from './faults.js';

const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const CHARACTERS = 8_000;
const CHAT = 1;
const SUBCOMMAND = 1;
const GROUP = 2;

/**
 * Checks the rules for one application command that the OpenAPI document does not cover.
 * @see https://discord.com/developers/docs/interactions/application-commands
 */
export function checkCommand(faults: BodyFaults, path: Path, command: JsonBody): void {
  if ((command.type ?? CHAT) === CHAT) {
    checkNames(faults, path, command);
    if (!command.description) {
      faults.add([...path, 'description'], 'BASE_TYPE_REQUIRED', 'This field is required');
    }
    checkOptions(faults, [...path, 'options'], optionsOf(command), 0);
  } else checkMenu(faults, path, command);
  for (const field of ['name_localizations', 'description_localizations']) {
    checkLocales(faults, [...path, field], command[field]);
  }
  if (sizeOf(command) > CHARACTERS) {
    faults.add(path, 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${CHARACTERS})`);
  }
}

/** Checks the list of a bulk overwrite: every command, and unique names per type. */
export function checkCommandList(commands: readonly JsonBody[]): void {
  const faults = createFaults();
  const seen = new Set<string>();
  commands.forEach((command, index) => {
    checkCommand(faults, [index], command);
    const name = `${command.type ?? CHAT} ${command.name}`;
    if (seen.has(name)) {
      faults.add([index], 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique');
    }
    seen.add(name);
  });
  faults.enforce();
}

const optionsOf = (holder: JsonBody): JsonBody[] => (Array.isArray(holder.options) ? holder.options : []);

/** A context menu has only a name. */
function checkMenu(faults: BodyFaults, path: Path, command: JsonBody): void {
  if (command.description) {
    const message = 'Context menu commands cannot have description';
    faults.add([...path, 'description'], 'APPLICATION_COMMAND_INVALID_DESCRIPTION', message);
  }
  if (optionsOf(command).length > 0) {
    const message = 'Context menu commands cannot have options';
    faults.add([...path, 'options'], 'APPLICATION_COMMAND_INVALID_OPTIONS', message);
  }
}

/** The name of a command or option and its translations follow the same pattern. */
function checkNames(faults: BodyFaults, path: Path, named: JsonBody): void {
  checkName(faults, [...path, 'name'], named.name);
  if (!isJsonBody(named.name_localizations)) return;
  for (const [locale, name] of Object.entries(named.name_localizations)) {
    checkName(faults, [...path, 'name_localizations', locale], name);
  }
}

function checkName(faults: BodyFaults, path: Path, value: unknown): void {
  if (typeof value !== 'string' || (NAME.test(value) && value === value.toLowerCase())) return;
  faults.add(path, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
}

/** The keys of translations are Discord's locales. */
export function checkLocales(faults: BodyFaults, path: Path, translations: unknown): void {
  if (!isJsonBody(translations)) return;
  const { def } = (AvailableLocalesEnumSchema as $ZodTypes)._zod;
  const locales = def.type === 'literal' ? def.values : [];
  for (const locale of Object.keys(translations)) {
    if (locales.includes(locale)) continue;
    const list = locales.map((one) => `'${String(one)}'`).join(', ');
    faults.add([...path, locale], 'BASE_TYPE_CHOICES', `Value must be one of {${list}}.`);
  }
}

function checkOptions(faults: BodyFaults, path: Path, options: readonly JsonBody[], depth: number): void {
  const names = new Set<unknown>();
  let optionalSeen = false;
  const kinds = new Set(options.map(({ type }) => type === SUBCOMMAND || type === GROUP));
  if (kinds.size > 1) {
    const message =
      'Sub-command and sub-command group option types are mutually exclusive to all other types';
    faults.add(path, 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', message);
  }
  options.forEach((option, index) => {
    const at = [...path, index];
    checkNames(faults, at, option);
    checkLocales(faults, [...at, 'name_localizations'], option.name_localizations);
    checkLocales(faults, [...at, 'description_localizations'], option.description_localizations);
    if (names.has(option.name)) {
      faults.add(at, 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', 'Option name already exists');
    }
    names.add(option.name);
    if (option.required === true && optionalSeen) {
      const message = 'Required options must be placed before non-required options';
      faults.add(at, 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message);
    }
    optionalSeen ||= option.required !== true;
    if (option.type === GROUP || option.type === SUBCOMMAND) {
      checkOptions(faults, [...at, 'options'], optionsOf(option), depth + 1);
    } else checkValues(faults, at, option);
  });
}

/** An option has either choices or autocomplete, and its minimum is at most its maximum. */
function checkValues(faults: BodyFaults, path: Path, option: JsonBody): void {
  const choices = Array.isArray(option.choices) ? (option.choices as JsonBody[]) : [];
  const names = new Set<unknown>();
  choices.forEach((choice, index) => {
    const at = [...path, 'choices', index];
    checkLocales(faults, [...at, 'name_localizations'], choice.name_localizations);
    if (names.has(choice.name)) {
      const message = 'Option choice name already exists';
      faults.add(at, 'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS', message);
    }
    names.add(choice.name);
  });
  if (choices.length > 0 && option.autocomplete === true) {
    const message = 'Choices cannot be set with autocomplete';
    faults.add([...path, 'autocomplete'], 'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES', message);
  }
  for (const kind of ['value', 'length']) {
    const [least, most] = [option[`min_${kind}`], option[`max_${kind}`]];
    if (typeof least !== 'number' || typeof most !== 'number' || least <= most) continue;
    const message = `int value should be less than or equal to ${most}.`;
    faults.add([...path, `min_${kind}`], 'NUMBER_TYPE_MAX', message);
  }
}

/** Checks one autocomplete choice for an option type. */
export function checkChoice(faults: BodyFaults, path: Path, choice: unknown, optionType: number): void {
  if (!isJsonBody(choice)) return;
  if (optionType === 3) checkText(faults, [...path, 'value'], choice.value, { max: 100, required: true });
  else if (typeof choice.value !== 'number') {
    const message = `Value "${String(choice.value)}" is not ${optionType === 4 ? 'int' : 'float'}.`;
    faults.add([...path, 'value'], 'NUMBER_TYPE_COERCE', message);
  }
}

/**
 * Total characters of names, descriptions and values of a command and its options; the longest translation counts.
 */
function sizeOf(part: JsonBody): number {
  const longest = (field: 'name' | 'description'): number =>
    Math.max(lengthOf(part[field]), ...Object.values(part[`${field}_localizations`] ?? {}).map(lengthOf));
  const below = [...optionsOf(part), ...(Array.isArray(part.choices) ? (part.choices as JsonBody[]) : [])];
  return (
    longest('name') +
    longest('description') +
    lengthOf(part.value) +
    below.reduce((sum, one) => sum + sizeOf(one), 0)
  );
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? [...value].length : 0);
