import { SnowflakeTypeSchema } from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { Audit } from '../domain/audit-log.js';
import { Refusal } from '../failure.js';
import { Permission } from '../permission.js';
import { bornAt } from '../snowflake.js';
import { ChannelType } from '../state/model.js';
import { need, seenChannel } from './guard.js';
import { param, type Rest, type RestRoute } from './route.js';

const TWO_WEEKS = 14 * 24 * 60 * 60_000;

/** Deletes 2 to 100 distinct messages of the last two weeks. Unknown ids are ignored, unless they are older. */
export const bulkDeleteRoutes = ({ state, messages }: Rest): RestRoute[] => [
  {
    method: 'POST',
    path: '/channels/:channelId/messages/bulk-delete',
    audit: (call) => () => ({
      action: Audit.MessageBulkDelete,
      targetId: param(call, 'channelId'),
      options: { count: String((call.body as { messages: string[] }).messages.length) },
    }),
    body: z.object({ messages: z.array(SnowflakeTypeSchema).check(z.minLength(2), z.maxLength(100)) }),
    handle(call) {
      const channel = seenChannel(state, call.app.botId, param(call, 'channelId'));
      if (channel.type === ChannelType.Dm) throw new Refusal('wrongChannelType');
      need(state, channel, call.app.botId, Permission.ManageMessages);
      const named = (call.body as { messages: string[] }).messages.map(String);
      const ids = new Set(named);
      if (ids.size < named.length) {
        const message = 'The set already contains this value';
        throw new Refusal('invalidForm', [
          { path: ['messages'], code: 'SET_TYPE_ALREADY_CONTAINS_VALUE', message },
        ]);
      }
      const oldest = state.clock.now() - TWO_WEEKS;
      if (named.some((id) => bornAt(id) < oldest)) throw new Refusal('tooOldToDelete');
      const stored = state.messages.get(channel.id);
      const removed = [...ids].flatMap((id) => {
        const message = stored?.get(id);
        return message && message.ephemeralFor === null ? [message] : [];
      });
      messages.removeAll(channel, removed);
    },
  },
];
