import { createReactions } from '../domain/reactions.js';
import { Refusal } from '../failure.js';
import { Permission } from '../permission.js';
import { may } from '../state/access.js';
import { ChannelType, type Message } from '../state/model.js';
import { toUser } from '../wire/parts.js';
import { need, seenChannel, seenMessage } from './guard.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

/** Adds, removes, clears and lists reactions. Bots cannot use burst reactions. */
export function reactionRoutes(rest: Rest): RestRoute[] {
  const { state } = rest;
  const reactions = createReactions(rest);
  const all = '/channels/:channelId/messages/:messageId/reactions';
  const one = `${all}/:emoji`;
  const emojiOf = (call: RestCall): string => param(call, 'emoji');
  const subject = (call: RestCall, permission: bigint): Message => {
    const channel = seenChannel(state, call.app.botId, param(call, 'channelId'));
    if (channel.type !== ChannelType.Dm) need(state, channel, call.app.botId, permission);
    if (channel.thread?.archived) throw new Refusal('archivedThread');
    return seenMessage(state, channel, param(call, 'messageId'));
  };
  return [
    {
      method: 'PUT',
      path: `${one}/@me`,
      handle(call) {
        const message = subject(call, Permission.ReadMessageHistory);
        const channel = state.channels.get(message.channelId)!;
        const isFirst = !message.reactions?.has(emojiOf(call)) && channel.type !== ChannelType.Dm;
        if (isFirst && !may(state, channel, call.app.botId, Permission.AddReactions))
          throw new Refusal('missingPermissions');
        reactions.add(message, emojiOf(call), call.app.botId);
      },
    },
    {
      method: 'DELETE',
      path: `${one}/@me`,
      handle: (call) =>
        reactions.remove(subject(call, Permission.ReadMessageHistory), emojiOf(call), call.app.botId),
    },
    {
      method: 'DELETE',
      path: `${one}/:userId`,
      handle: (call) =>
        reactions.remove(subject(call, Permission.ManageMessages), emojiOf(call), param(call, 'userId')),
    },
    {
      method: 'DELETE',
      path: one,
      handle: (call) => reactions.clear(subject(call, Permission.ManageMessages), emojiOf(call)),
    },
    {
      method: 'DELETE',
      path: all,
      handle: (call) => reactions.clear(subject(call, Permission.ManageMessages)),
    },
    {
      method: 'GET',
      path: one,
      query: { after: 'snowflake', limit: [1, 100], type: [0, 1] },
      handle(call) {
        const { after = '0', limit = '25', type = '0' } = call.query;
        const message = subject(call, Permission.ReadMessageHistory);
        const ids = type === '0' ? [...(message.reactions?.get(emojiOf(call)) ?? [])] : [];
        return ids
          .filter((id) => BigInt(id) > BigInt(after))
          .sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
          .slice(0, Number(limit))
          .map((id) => toUser(state.users.get(id)!));
      },
    },
  ];
}
