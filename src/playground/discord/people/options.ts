import type { Messages } from '../domain/messages.js';
import { PersonError } from '../failure.js';
import { say } from '../sayings.js';
import { canView, permissionsIn } from '../state/access.js';
import type { Channel } from '../state/model.js';
import { guildOfChannel, type State } from '../state/state.js';
import type { AutocompleteInput, FileInput, JsonObject, OptionView, RunInput } from '../types.js';
import { type CdnLinks, toAttachment, toChannel, toGatewayUser, toMember, toRole } from '../wire/parts.js';
import type { PickerEntry } from './picker.js';

type Resolved = Record<'users' | 'members' | 'roles' | 'channels' | 'attachments' | 'messages', JsonObject>;
/** The partial channel that Discord puts into `resolved`. */
function partialChannel({ permission_overwrites: _overwrites, ...channel }: JsonObject): JsonObject {
  return channel;
}

type Deps = { state: State; links: CdnLinks; messages: Messages };

/** Collects the `resolved` part of an interaction: the objects whose ids are in its values. */
export type Resolver = {
  user(id: string): boolean;
  role(id: string): boolean;
  /** Rejects channels of other guilds, channels the viewer cannot see and, with `types`, channels of other types. */
  channel(id: string, viewerId: string, types?: readonly number[]): boolean;
  file(file: FileInput): string;
  message(id: string, body: JsonObject): void;
  /** `resolved` without empty kinds; absent when all are empty. */
  fields(): { resolved?: JsonObject };
};

export function createResolver({ state, links, messages }: Deps, here: Channel): Resolver {
  const found: Resolved = { users: {}, members: {}, roles: {}, channels: {}, attachments: {}, messages: {} };
  const guild = guildOfChannel(state, here);
  return {
    user(id) {
      const user = state.users.get(id);
      if (!user) return false;
      found.users[id] = toGatewayUser(user);
      const member = guild?.members.get(id);
      if (member) {
        const { deaf: _deaf, mute: _mute, ...partial } = toMember(member);
        const permissions = permissionsIn(state, here, id).toString();
        found.members[id] = { ...partial, unusual_dm_activity_until: null, permissions };
      }
      return true;
    },
    role(id) {
      const role = guild?.roles.get(id);
      if (role) found.roles[id] = toRole(role);
      return role !== undefined;
    },
    channel(id, viewerId, types = []) {
      const channel = state.channels.get(id);
      if (!channel || channel.guildId !== here.guildId || !canView(state, channel, viewerId)) return false;
      if (types.length > 0 && !types.includes(channel.type)) return false;
      found.channels[id] = {
        ...partialChannel(toChannel(state, channel)),
        permissions: permissionsIn(state, channel, viewerId).toString(),
      };
      return true;
    },
    file(file) {
      const attachment = messages.attach(here.id, file, { ephemeral: true });
      found.attachments[attachment.id] = toAttachment(attachment, links);
      return attachment.id;
    },
    message(id, body) {
      found.messages[id] = body;
    },
    fields() {
      const filled = Object.entries(found).filter(([, entries]) => Object.keys(entries).length > 0);
      return filled.length === 0 ? {} : { resolved: Object.fromEntries(filled) };
    },
  };
}

/** Checks a person's input as Discord's client does and returns the interaction's `options`. */
export function toOptionValues(
  leaf: PickerEntry,
  input: Pick<RunInput, 'channelId' | 'options' | 'attachments'>,
  resolver: Resolver,
  viewerId: string,
): JsonObject[] {
  const given = new Set([...Object.keys(input.options ?? {}), ...Object.keys(input.attachments ?? {})]);
  for (const { name, required } of leaf.view.options) {
    if (required && !given.has(name))
      throw new PersonError(say('option_missing', { command: leaf.view.name, option: name }));
    given.delete(name);
  }
  const [unexpected] = given;
  if (unexpected !== undefined) throw new PersonError(`/${leaf.view.name} has no option "${unexpected}".`);
  return leaf.options.flatMap((definition, index): JsonObject[] => {
    const view = leaf.view.options[index]!;
    const frame = { name: view.name, type: definition.type! };
    const file = input.attachments?.[view.name];
    if (view.kind === 'attachment') {
      return file ? [{ ...frame, value: resolver.file(file) }] : [];
    }
    const value = input.options?.[view.name];
    if (value === undefined) return [];
    return [{ ...frame, value: toValue(view, value, resolver, viewerId) }];
  });
}

function toValue(view: OptionView, value: string | number | boolean, resolver: Resolver, viewerId: string) {
  const refuse = (why: string): never => {
    throw new PersonError(`The option "${view.name}" ${why}.`);
  };
  const id = String(value);
  if (view.kind === 'boolean') return typeof value === 'boolean' ? value : refuse('takes true or false');
  if (view.kind === 'user') return resolver.user(id) ? id : refuse('names no member');
  if (view.kind === 'role') return resolver.role(id) ? id : refuse('names no role');
  if (view.kind === 'channel') {
    return resolver.channel(id, viewerId, view.channelTypes)
      ? id
      : refuse('names no channel of an allowed type');
  }
  if (view.kind === 'mentionable') {
    return resolver.user(id) || resolver.role(id) ? id : refuse('names neither a member nor a role');
  }
  if (view.choices.length > 0) {
    const choice = view.choices.find((candidate) => candidate.value === value || candidate.name === value);
    return choice?.value ?? refuse(`takes one of: ${view.choices.map(({ name }) => name).join(', ')}`);
  }
  return view.kind === 'string' ? checkedText(view, value, refuse) : checkedNumber(view, value, refuse);
}

type Refuse = (why: string) => never;

function checkedText(view: OptionView, value: string | number | boolean, refuse: Refuse): string {
  const text = String(value);
  const max = view.maxLength ?? 6_000;
  if (text.length < (view.minLength ?? 0)) refuse(`needs at least ${view.minLength} characters`);
  if (text.length > max) refuse(`takes at most ${max} characters`);
  return text;
}

function checkedNumber(view: OptionView, value: string | number | boolean, refuse: Refuse): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse('takes a number');
  if (view.kind === 'integer' && !Number.isInteger(value)) refuse('takes a whole number');
  if (view.min !== null && value < view.min) refuse(`is at least ${view.min}`);
  if (view.max !== null && value > view.max) refuse(`is at most ${view.max}`);
  return value;
}

/** The options of an autocomplete, while one of them is being typed. */
export function toPartialOptions(
  leaf: PickerEntry,
  input: AutocompleteInput,
  resolver: Resolver,
  viewerId: string,
): JsonObject[] {
  return leaf.options.flatMap((definition, index): JsonObject[] => {
    const view = leaf.view.options[index]!;
    const frame = { name: view.name, type: definition.type! };
    if (view.name === input.option) return [{ ...frame, value: input.value, focused: true }];
    const value = input.options?.[view.name];
    if (value === undefined) return [];
    resolveIfKnown(view, String(value), resolver, viewerId);
    return [{ ...frame, value }];
  });
}

/** The values of the other options are sent unchecked. */
function resolveIfKnown({ kind }: OptionView, id: string, resolver: Resolver, viewerId: string): void {
  if ((kind === 'user' || kind === 'mentionable') && resolver.user(id)) return;
  if (kind === 'role' || kind === 'mentionable') resolver.role(id);
  if (kind === 'channel') resolver.channel(id, viewerId);
}

/** Wraps a leaf's options in its group and subcommand. */
export const nest = (leaf: PickerEntry, options: JsonObject[]): JsonObject[] =>
  leaf.path.reduceRight<JsonObject[]>((inner, { name, type }) => [{ name, type, options: inner }], options);
