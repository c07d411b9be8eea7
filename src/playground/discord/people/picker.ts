import { PersonError } from '../failure.js';
import type { Application, Channel, Command } from '../state/model.js';
import type { State } from '../state/state.js';
import type { Choice, CommandKind, CommandView, Json, JsonObject, OptionKind, OptionView } from '../types.js';
import { localized } from './locale.js';
import { offeredCommands } from './offer.js';

/** A leaf of the command tree: one line of the slash picker. */
export type PickerEntry = {
  application: Application;
  command: Command;
  /** Group and subcommand below the command. */
  path: { name: string; type: number }[];
  view: CommandView;
  /** The leaf's own option definitions, in Discord's JSON. */
  options: JsonObject[];
};

const KINDS: Record<number, OptionKind> = {
  3: 'string',
  4: 'integer',
  5: 'boolean',
  6: 'user',
  7: 'channel',
  8: 'role',
  9: 'mentionable',
  10: 'number',
  11: 'attachment',
};
const COMMAND_KINDS: Record<number, CommandKind> = { 1: 'slash', 2: 'user', 3: 'message' };

const list = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? (value as JsonObject[]) : []);
const count = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);

/** The picker's lines for a member in a channel, in that member's language. */
export function leavesFor(state: State, userId: string, channel: Channel): PickerEntry[] {
  const { locale } = state.users.get(userId)!;
  return [...state.applications.values()].flatMap((application) =>
    offeredCommands(state, application, channel, userId).flatMap((command) =>
      leavesOf(application, command, locale),
    ),
  );
}

function leavesOf(application: Application, command: Command, locale: string): PickerEntry[] {
  const visit = (node: JsonObject, path: PickerEntry['path'], shown: string[]): PickerEntry[] => {
    const nested = list(node.options).filter((option) => option.type === 1 || option.type === 2);
    if (nested.length > 0) {
      return nested.flatMap((child) =>
        visit(
          child,
          [...path, { name: String(child.name), type: Number(child.type) }],
          [...shown, localized(child, 'name', locale)],
        ),
      );
    }
    const options = list(node.options);
    const view: CommandView = {
      id: command.id,
      applicationId: application.id,
      applicationName: application.name,
      kind: COMMAND_KINDS[command.type]!,
      name: [command.name, ...path.map((step) => step.name)].join(' '),
      displayName: shown.join(' '),
      description: localized(node, 'description', locale),
      options: options.map((option) => toOptionView(option, locale)),
    };
    return [{ application, command, path, view, options }];
  };
  return visit(command.body, [], [localized(command.body, 'name', locale)]);
}

const toOptionView = (option: JsonObject, locale: string): OptionView => ({
  name: String(option.name),
  displayName: localized(option, 'name', locale),
  description: localized(option, 'description', locale),
  kind: KINDS[Number(option.type)] ?? 'string',
  required: option.required === true,
  autocomplete: option.autocomplete === true,
  choices: list(option.choices).map((choice) => ({
    name: localized(choice, 'name', locale),
    value: choice.value as Choice['value'],
  })),
  channelTypes: Array.isArray(option.channel_types) ? (option.channel_types as number[]) : [],
  min: count(option.min_value),
  max: count(option.max_value),
  minLength: count(option.min_length),
  maxLength: count(option.max_length),
});

/** Finds a leaf by its full path, in the default or the member's language. */
export function findLeaf(leaves: PickerEntry[], command: string, applicationId?: string): PickerEntry {
  const wanted = command.replace(/^\//, '').trim();
  const found = leaves.find(
    ({ view, application }) =>
      (view.name === wanted || view.displayName === wanted) &&
      (!applicationId || application.id === applicationId),
  );
  if (found) return found;
  const known = leaves.map(({ view }) => `/${view.name}`).join(', ') || 'none';
  throw new PersonError(`This member has no command /${wanted} here; the picker shows: ${known}.`);
}
