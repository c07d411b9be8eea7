import { SnowflakeTypeSchema } from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { Refusal } from '../failure.js';
import { Permission } from '../permission.js';
import { ChannelType } from '../state/model.js';
import { need, seenChannel } from './guard.js';
import { param, type Rest, type Route } from './route.js';

const TWO_WEEKS = 14 * 24 * 60 * 60_000;

/** 2 to 100 messages of the last two weeks; ids that are not there are passed over. */
export const bulkDeleteRoutes = ({ state, messages }: Rest): Route[] => [
  {
    method: 'POST',
    path: '/channels/:channelId/messages/bulk-delete',
    body: z.object({ messages: z.array(SnowflakeTypeSchema).check(z.minLength(2), z.maxLength(100)) }),
    handle(call) {
      const channel = seenChannel(state, call.app.botId, param(call, 'channelId'));
      if (channel.type === ChannelType.Dm) throw new Refusal('wrongChannelType');
      need(state, channel, call.app.botId, Permission.ManageMessages);
      const ids = new Set((call.body as { messages: string[] }).messages.map(String));
      const stored = state.messages.get(channel.id);
      const removed = [...ids].flatMap((id) => {
        const message = stored?.get(id);
        return message && message.ephemeralFor === null ? [message] : [];
      });
      const oldest = state.clock.now() - TWO_WEEKS;
      if (removed.some(({ createdAt }) => createdAt < oldest)) throw new Refusal('tooOldToDelete');
      messages.removeAll(channel, removed);
    },
  },
];
