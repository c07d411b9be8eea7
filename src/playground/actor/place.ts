import { AppError } from '../../base/errors.js';
import type {
  ChannelView,
  CommandView,
  FileInput,
  JsonObject,
  LocalDiscord,
  Member,
  MessageView,
  ModalView,
  Person,
} from '../discord/types.js';
import type { ClickBody, FileBody, RunBody, SelectBody, SubmitBody } from './body.js';
import { flatten, isButton, isSelect } from './component.js';

/** Resolves names that people use. Every function throws `AppError` with a sentence when nothing matches. */

/** A channel by id or name (the newest of that name). Without a name, the first one this person sees. */
export function findChannel(person: Person, name?: string): ChannelView {
  const channels = person.channels();
  const plain = name?.replace(/^#/, '').toLowerCase();
  const found =
    plain === undefined
      ? channels[0]
      : (channels.find(({ id }) => id === plain) ?? channels.findLast((c) => c.name.toLowerCase() === plain));
  if (found) return found;
  throw new AppError('not_found', `${person.member.username} sees no channel called "${name ?? ''}".`);
}

/** Messages to search for a component: one message, one channel, or all visible ones, newest first. */
function messagesNewestFirst(person: Person, channel?: string, message?: string): MessageView[] {
  const ids = channel ? [findChannel(person, channel).id] : person.channels().map(({ id }) => id);
  const messages = ids.flatMap((id) => person.see(id));
  const chosen = message ? messages.filter(({ id }) => id === message) : messages;
  if (message && chosen.length === 0)
    throw new AppError('not_found', `${person.member.username} sees no message ${message}.`);
  return chosen.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
}

type Place = { message: MessageView; component: JsonObject };

function findComponent(messages: MessageView[], fits: (part: JsonObject) => boolean): Place | undefined {
  for (const message of messages) {
    const component = flatten(message.components).find(fits);
    if (component) return { message, component };
  }
  return undefined;
}

/** The newest matching button; enabled buttons are preferred. */
export function findNewestButton(person: Person, { channel, message, label, custom_id }: ClickBody): Place {
  const messages = messagesNewestFirst(person, channel, message);
  const wanted = label?.toLowerCase();
  const fits = (part: JsonObject) =>
    isButton(part) &&
    (wanted === undefined ? part.custom_id === custom_id : String(part.label ?? '').toLowerCase() === wanted);
  const found =
    findComponent(messages, (part) => fits(part) && part.disabled !== true) ?? findComponent(messages, fits);
  if (found) return found;
  const seen = messages.flatMap((m) =>
    flatten(m.components)
      .filter(isButton)
      .map(({ label }) => label),
  );
  throw new AppError(
    'not_found',
    `This person sees no button "${label ?? custom_id}". Visible: ${seen.length ? seen.join(', ') : 'no buttons'}.`,
  );
}

export function findNewestSelect(person: Person, { channel, message, custom_id }: SelectBody): Place {
  const messages = messagesNewestFirst(person, channel, message);
  const found = findComponent(
    messages,
    (part) => isSelect(part) && (custom_id === undefined || part.custom_id === custom_id),
  );
  if (found) return found;
  throw new AppError('not_found', `This person sees no menu${custom_id ? ` "${custom_id}"` : ''}.`);
}

/** An open modal by id; without one, the modal opened last. */
export function findModal(person: Person, id?: string): ModalView {
  const modals = person.modals();
  const found = id === undefined ? modals.at(-1) : modals.find((modal) => modal.id === id);
  if (found) return found;
  throw new AppError('not_found', `${person.member.username} does not have that form open.`);
}

/** Maps the values of a modal, given by label or custom id, to custom ids. */
export function byCustomId<T>(modal: ModalView, values: Record<string, T>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field =
        modal.fields.find(({ customId }) => customId === name) ??
        modal.fields.find(({ label }) => label.toLowerCase() === name.toLowerCase());
      if (field) return [field.customId, value];
      throw new AppError('not_found', `The form "${modal.title}" has no field "${name}".`);
    }),
  );
}

/** Finds a command in the picker. `/Rig Text` matches `rig text`; a context menu needs its exact name. */
export function findCommand(
  person: Person,
  channelId: string,
  typed: string,
  applicationId?: string,
): CommandView {
  const name = typed.trim().replace(/^\//, '').replace(/\s+/g, ' ');
  const commands = person
    .commands(channelId)
    .filter((command) => applicationId === undefined || command.applicationId === applicationId);
  const found =
    commands.find((command) => command.name === name) ??
    commands.find((command) => command.name.toLowerCase() === name.toLowerCase());
  if (found) return found;
  const names = commands.map((command) => (command.kind === 'slash' ? `/${command.name}` : command.name));
  throw new AppError(
    'not_found',
    `${person.member.username} has no command "${typed}" here. Commands: ${names.join(', ') || 'none'}.`,
  );
}

/** All people, and the bots of all servers. */
export const usersOf = (discord: LocalDiscord): Member[] => [
  ...discord.people,
  ...discord.guilds().flatMap(({ members }) => members),
];

type Named = { id: string; name: string };
type Entity = 'user' | 'role' | 'channel' | 'mentionable';

/**
 * Turns names of people, roles and channels (`max`, `@max`, `#rigs`) into ids; unknown names stay unchanged.
 * @param guildId where roles and channels are searched; null for direct messages
 */
export function createIds(
  discord: LocalDiscord,
  guildId: string | null,
): (kind: string | undefined, name: string) => string {
  const { roles, channels } = discord.guild(guildId ?? undefined);
  const user = usersOf(discord).map(({ id, username }) => ({ id, name: username }));
  const named: Record<Entity, Named[]> = {
    user,
    role: roles,
    channel: channels,
    mentionable: [...user, ...roles],
  };
  return (kind, name) => {
    const plain = name.replace(/^[@#]/, '').toLowerCase();
    const those = named[kind as Entity] ?? [];
    return those.find((entry) => entry.name.toLowerCase() === plain)?.id ?? name;
  };
}

/** Resolves names of people, roles and channels in options to ids. */
export function resolveOptions(
  discord: LocalDiscord,
  guildId: string | null,
  command: CommandView,
  options: RunBody['options'],
): RunBody['options'] {
  const idOf = createIds(discord, guildId);
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const kind = command.options.find((option) => option.name === name)?.kind;
      return [name, typeof value === 'string' ? idOf(kind, value) : value];
    }),
  );
}

/** Resolves names in the fields of a form; a checkbox also accepts a boolean. */
export function resolveFields(
  discord: LocalDiscord,
  guildId: string | null,
  modal: ModalView,
  values: SubmitBody['values'],
): Record<string, string | string[]> {
  const idOf = createIds(discord, guildId);
  const entries = Object.entries(byCustomId(modal, values)).map(([customId, value]) => {
    const kind = modal.fields.find((field) => field.customId === customId)?.kind.replace(/-select$/, '');
    return [
      customId,
      Array.isArray(value) ? value.map((each) => idOf(kind, each)) : idOf(kind, String(value)),
    ];
  });
  return Object.fromEntries(entries);
}

export const toFileInput = ({ name, data_base64, content_type }: FileBody): FileInput => ({
  name,
  bytes: Buffer.from(data_base64, 'base64'),
  ...(content_type === undefined ? {} : { contentType: content_type }),
});
