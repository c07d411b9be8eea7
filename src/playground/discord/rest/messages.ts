import { MessageCreateRequestSchema, MessageEditRequestPartialSchema } from 'discord-api-spec/zod';
import { Audit } from '../domain/audit-log.js';
import { Refusal } from '../failure.js';
import { Permission } from '../permission.js';
import { byAge } from '../snowflake.js';
import { may } from '../state/access.js';
import {
  type Application,
  type Channel,
  ChannelType,
  type Message,
  MessageFlag,
  MessageType,
} from '../state/model.js';
import { messagesOf } from '../state/state.js';
import { isJsonBody, type JsonBody } from '../validation/faults.js';
import { readsContent } from '../wire/message.js';
import { toSnapshot } from '../wire/snapshot.js';
import { need, needToEdit, needToSend, seenChannel, seenMessage } from './guard.js';
import { createNonces } from './nonces.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';
import { createWindows } from './windows.js';

const HOUR = 60 * 60_000;

export function messageRoutes(rest: Rest): RestRoute[] {
  const { state, limits, wire, messages, threads, bodies } = rest;
  const base = '/channels/:channelId/messages';
  const channelOf = (call: RestCall): Channel => seenChannel(state, call.app.botId, param(call, 'channelId'));
  const written = (app: Application, message: Message) =>
    wire.toMessage(message, !app.privilegedIntents && !readsContent(state, message, app.botId), app.botId);

  const nonces = createNonces(state.clock);
  const nonceOf = (channel: Channel, botId: string, { nonce }: JsonBody): string | undefined =>
    nonce === undefined || nonce === null ? undefined : `${channel.id} ${botId} ${String(nonce)}`;

  const oldEdits = createWindows(state.clock);
  const countOldEdit = ({ createdAt, channelId }: Message): void => {
    if (state.clock.now() - createdAt < HOUR) return;
    const rule = { size: limits.oldMessageEditsPerHour, windowMs: HOUR };
    if (!oldEdits.take(channelId, rule)) throw new Refusal('tooManyOldEdits');
  };

  const create = (call: RestCall): Message => {
    const { app, uploads } = call;
    const channel = channelOf(call);
    needToSend(state, channel, app.botId, uploads.length > 0);
    const body = isJsonBody(call.body) ? call.body : {};
    const nonce = nonceOf(channel, app.botId, body);
    const twinId = nonce && body.enforce_nonce === true ? nonces.find(nonce) : undefined;
    const twin = twinId && state.messages.get(channel.id)?.get(twinId);
    if (twin) return twin;
    const forwards = readForward(call, rest, body);
    const replyTo = forwards ? undefined : readReference(rest, channel, body);
    if (isJsonBody(body.poll) && channel.type !== ChannelType.Dm)
      need(state, channel, app.botId, Permission.SendPolls);
    const fields = bodies.forNew(call.body ?? {}, {
      channelId: channel.id,
      guildId: channel.guildId,
      authorId: app.botId,
      uploads,
      isForward: forwards !== undefined,
      mayMentionEveryone: may(state, channel, app.botId, Permission.MentionEveryone),
      ...(replyTo ? { repliedTo: replyTo.authorId } : {}),
    });
    if (channel.thread?.archived) threads.change(channel, () => reopen(channel, state.clock.now()));
    const message = messages.create({
      ...fields,
      ...(forwards ? { forwards, flags: fields.flags! | MessageFlag.HasSnapshot } : {}),
      channelId: channel.id,
      authorId: app.botId,
      type: replyTo ? MessageType.Reply : MessageType.Default,
      replyToId: replyTo?.id ?? null,
      nonce: typeof body.nonce === 'string' || typeof body.nonce === 'number' ? body.nonce : null,
    });
    if (nonce) nonces.remember(nonce, message.id);
    return message;
  };

  return [
    {
      method: 'GET',
      path: base,
      query: { around: 'snowflake', before: 'snowflake', after: 'snowflake', limit: [1, 100] },
      handle: (call) => readPage(call, channelOf(call), rest).map((message) => written(call.app, message)),
    },
    {
      method: 'GET',
      path: `${base}/:messageId`,
      handle: (call) => written(call.app, seenMessage(state, channelOf(call), param(call, 'messageId'))),
    },
    {
      method: 'POST',
      path: base,
      body: MessageCreateRequestSchema,
      handle(call) {
        const message = create(call);
        return { ...wire.toMessage(message), ...(message.nonce === null ? {} : { nonce: message.nonce }) };
      },
    },
    {
      method: 'PATCH',
      path: `${base}/:messageId`,
      body: MessageEditRequestPartialSchema,
      handle(call) {
        const channel = channelOf(call);
        const message = seenMessage(state, channel, param(call, 'messageId'));
        if (message.authorId !== call.app.botId) throw new Refusal('notAuthor');
        needToEdit(state, channel, call.app.botId);
        countOldEdit(message);
        const { id: channelId, guildId } = channel;
        const context = { channelId, guildId, authorId: call.app.botId, uploads: call.uploads };
        return wire.toMessage(messages.edit(message, bodies.forEdit(message, call.body ?? {}, context)));
      },
    },
    {
      method: 'POST',
      path: `${base}/:messageId/crosspost`,
      handle(call) {
        seenMessage(state, channelOf(call), param(call, 'messageId'));
        throw new Refusal('wrongChannelType');
      },
    },
    {
      method: 'DELETE',
      path: `${base}/:messageId`,
      audit(call) {
        const channel_id = param(call, 'channelId');
        const { authorId } = seenMessage(state, channelOf(call), param(call, 'messageId'));
        if (authorId === call.app.botId) return () => null;
        return () => ({
          action: Audit.MessageDelete,
          targetId: authorId,
          options: { channel_id, count: '1' },
        });
      },
      handle(call) {
        const channel = channelOf(call);
        const message = seenMessage(state, channel, param(call, 'messageId'));
        if (message.authorId !== call.app.botId)
          need(state, channel, call.app.botId, Permission.ManageMessages);
        messages.remove(message);
      },
    },
  ];
}

function reopen(channel: Channel, now: number): void {
  Object.assign(channel.thread!, { archived: false, archivedAt: now });
}

const badReference = (code: string, message: string): Refusal =>
  new Refusal('invalidForm', [{ path: ['message_reference'], code, message }]);

/** Copies the message to forward. The bot must be able to read it, and it must not be a poll or a notice. */
function readForward(call: RestCall, { state, wire }: Rest, body: JsonBody): Message['forwards'] {
  const reference = body.message_reference;
  if (!isJsonBody(reference) || reference.type !== 1) return undefined;
  const { app } = call;
  if (reference.channel_id == null)
    throw badReference('BASE_TYPE_REQUIRED', 'channel_id is required to forward');
  const channel = seenChannel(state, app.botId, String(reference.channel_id));
  const messageId = String(reference.message_id);
  const message = seenMessage(state, channel, messageId);
  if (!app.privilegedIntents && !readsContent(state, message, app.botId))
    throw new Refusal('unreadableForward');
  if (message.poll || !FORWARDED.has(message.type))
    throw badReference('MESSAGE_REFERENCE_CANNOT_FORWARD', 'This message cannot be forwarded');
  const from = { channelId: channel.id, messageId, guildId: channel.guildId };
  return { from, snapshot: message.forwards?.snapshot ?? toSnapshot(wire.toMessage(message), message) };
}

const FORWARDED: ReadonlySet<number> = new Set([
  MessageType.Default,
  MessageType.Reply,
  MessageType.ChatInputCommand,
  MessageType.ContextMenu,
]);

/** The message replied to, which must be in the same channel. */
function readReference({ state }: Rest, channel: Channel, body: JsonBody): Message | undefined {
  const reference = body.message_reference;
  if (!isJsonBody(reference)) return undefined;
  const home = reference.channel_id ?? channel.id;
  if (String(home) !== channel.id) {
    const message = 'Cannot reply to a message in a different channel';
    throw badReference('REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL', message);
  }
  const target = state.messages.get(channel.id)?.get(String(reference.message_id));
  if (target && target.ephemeralFor === null) return target;
  if (reference.fail_if_not_exists === false) return undefined;
  throw badReference('MESSAGE_REFERENCE_UNKNOWN_MESSAGE', 'Unknown message');
}

/** Newest first, as Discord lists them. */
function readPage(call: RestCall, channel: Channel, { state }: Rest): Message[] {
  if (!may(state, channel, call.app.botId, Permission.ReadMessageHistory)) return [];
  const { limit = '50', before, after, around } = call.query;
  const size = Number(limit);
  const all = messagesOf(state, channel.id)
    .filter((message) => message.ephemeralFor === null)
    .sort(byAge);
  if (after)
    return all
      .filter((message) => byAge(message, { id: after }) > 0)
      .slice(0, size)
      .reverse();
  if (around) {
    const middle = all.findIndex((message) => byAge(message, { id: around }) >= 0);
    const from = Math.max(0, (middle < 0 ? all.length : middle) - Math.floor(size / 2));
    return all.slice(from, from + size).reverse();
  }
  const older = before ? all.filter((message) => byAge(message, { id: before }) < 0) : all;
  return older.slice(-size).reverse();
}
