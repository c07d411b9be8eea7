import { PersonError } from '../failure.js';
import { has, Permission } from '../permission.js';
import { permissionsIn } from '../state/access.js';
import { type Application, type Channel, ChannelType, type Command } from '../state/model.js';
import type { State } from '../state/state.js';
import type { Choice, CommandKind, CommandView, Json, JsonObject, OptionKind, OptionView } from '../types.js';

/** A leaf of the command tree: what one line of the slash picker stands for. */
export type Leaf = {
  application: Application;
  command: Command;
  /** Names of group and subcommand under the command. */
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

/** What a member may use in a channel: contexts, `default_member_permissions` and the member's permissions decide. */
export function leavesFor(state: State, userId: string, channel: Channel): Leaf[] {
  const permissions = permissionsIn(state, channel, userId);
  const isDm = channel.type === ChannelType.Dm;
  if (!isDm && !has(permissions, Permission.UseApplicationCommands)) return [];
  return [...state.applications.values()]
    .filter((application) => !isDm || channel.recipientIds.includes(application.botId))
    .flatMap((application) =>
      [...application.commands.values()]
        .filter((command) => isOffered(command, permissions, isDm))
        .flatMap((command) => leavesOf(application, command)),
    );
}

function isOffered({ body, guildId }: Command, permissions: bigint, isDm: boolean): boolean {
  const contexts = Array.isArray(body.contexts) ? body.contexts : null;
  if (isDm) return guildId === null && body.dm_permission !== false && (contexts?.includes(1) ?? true);
  if (contexts && !contexts.includes(0)) return false;
  const wanted = body.default_member_permissions;
  if (typeof wanted !== 'string') return true;
  return BigInt(wanted) === 0n
    ? has(permissions, Permission.Administrator)
    : has(permissions, BigInt(wanted));
}

function leavesOf(application: Application, command: Command): Leaf[] {
  const visit = (node: JsonObject, path: Leaf['path']): Leaf[] => {
    const nested = list(node.options).filter((option) => option.type === 1 || option.type === 2);
    if (nested.length > 0) {
      return nested.flatMap((child) =>
        visit(child, [...path, { name: String(child.name), type: Number(child.type) }]),
      );
    }
    const options = list(node.options);
    const view: CommandView = {
      id: command.id,
      applicationId: application.id,
      applicationName: application.name,
      kind: COMMAND_KINDS[command.type]!,
      name: [command.name, ...path.map((step) => step.name)].join(' '),
      description: String(node.description ?? ''),
      options: options.map(toOptionView),
    };
    return [{ application, command, path, view, options }];
  };
  return visit(command.body, []);
}

const toOptionView = (option: JsonObject): OptionView => ({
  name: String(option.name),
  description: String(option.description),
  kind: KINDS[Number(option.type)] ?? 'string',
  required: option.required === true,
  autocomplete: option.autocomplete === true,
  choices: list(option.choices).map(({ name, value }) => ({ name, value }) as Choice),
  min: count(option.min_value),
  max: count(option.max_value),
  minLength: count(option.min_length),
  maxLength: count(option.max_length),
});

export function findLeaf(leaves: Leaf[], command: string, applicationId?: string): Leaf {
  const wanted = command.replace(/^\//, '').trim();
  const found = leaves.find(
    ({ view, application }) => view.name === wanted && (!applicationId || application.id === applicationId),
  );
  if (found) return found;
  const known = leaves.map(({ view }) => `/${view.name}`).join(', ') || 'none';
  throw new PersonError(`There is no command /${wanted} for this member here; the picker shows: ${known}.`);
}
