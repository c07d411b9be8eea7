import { Refusal } from '../failure.js';
import type { Message } from '../state/model.js';
import { toUser } from '../wire/parts.js';
import { seenChannel, seenMessage } from './guard.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

/** Lists the voters of a poll and ends it. Bots cannot vote. */
export function pollRoutes({ state, polls, wire }: Rest): RestRoute[] {
  const base = '/channels/:channelId/polls/:messageId';
  const messageOf = (call: RestCall): Message => {
    const channel = seenChannel(state, call.app.botId, param(call, 'channelId'));
    return seenMessage(state, channel, param(call, 'messageId'));
  };
  return [
    {
      method: 'GET',
      path: `${base}/answers/:answerId`,
      query: { after: 'snowflake', limit: [1, 100] },
      handle(call) {
        const { poll } = messageOf(call);
        const answerId = Number(param(call, 'answerId'));
        if (!poll?.answers[answerId - 1]) throw new Refusal('noPoll');
        const { after = '0', limit = '25' } = call.query;
        const voters = [...(poll.votes.get(answerId) ?? [])]
          .filter((id) => BigInt(id) > BigInt(after))
          .sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
        return { users: voters.slice(0, Number(limit)).map((id) => toUser(state.users.get(id)!)) };
      },
    },
    {
      method: 'POST',
      path: `${base}/expire`,
      handle(call) {
        const message = messageOf(call);
        if (message.authorId !== call.app.botId) throw new Refusal('notAuthor');
        polls.end(message);
        return wire.toMessage(message);
      },
    },
  ];
}
