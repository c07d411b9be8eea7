import { Audit } from '../domain/audit-log.js';
import { createPins } from '../domain/pins.js';
import { Permission } from '../permission.js';
import { type Channel, ChannelType } from '../state/model.js';
import { isoTime } from '../wire/parts.js';
import type { Audited } from './audited.js';
import { need, seenChannel, seenMessage } from './guard.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

/** Pinned messages, at the current and the deprecated path. */
export function pinRoutes(rest: Rest): RestRoute[] {
  const { state, wire } = rest;
  const pins = createPins(rest);
  const channelOf = (call: RestCall): Channel => seenChannel(state, call.app.botId, param(call, 'channelId'));
  const subject = (call: RestCall) => {
    const channel = channelOf(call);
    if (channel.type !== ChannelType.Dm) need(state, channel, call.app.botId, Permission.PinMessages);
    return seenMessage(state, channel, param(call, 'messageId'));
  };
  const noted = (call: RestCall, action: number): Audited => {
    const { id, channelId, authorId } = subject(call);
    const options = { channel_id: channelId, message_id: id };
    return () =>
      state.channels.get(channelId)?.type === ChannelType.Dm ? null : { action, targetId: authorId, options };
  };
  const at = (path: string): RestRoute[] => [
    {
      method: 'PUT',
      path,
      audit: (call) => noted(call, Audit.MessagePin),
      handle: (call) => pins.pin(subject(call), call.app.botId),
    },
    {
      method: 'DELETE',
      path,
      audit: (call) => noted(call, Audit.MessageUnpin),
      handle: (call) => pins.unpin(subject(call)),
    },
  ];
  return [
    ...at('/channels/:channelId/messages/pins/:messageId'),
    ...at('/channels/:channelId/pins/:messageId'),
    {
      method: 'GET',
      path: '/channels/:channelId/pins',
      handle: (call) => pins.of(channelOf(call)).map((message) => wire.toMessage(message)),
    },
    {
      method: 'GET',
      path: '/channels/:channelId/messages/pins',
      query: { before: 'time', limit: [1, 50] },
      handle(call) {
        const { before, limit = '50' } = call.query;
        const latest = before === undefined ? Number.POSITIVE_INFINITY : Date.parse(before);
        const older = pins.of(channelOf(call)).filter(({ pinnedAt }) => pinnedAt < latest);
        const page = older.slice(0, Number(limit));
        const items = page.map((message) => ({
          pinned_at: isoTime(message.pinnedAt),
          message: wire.toMessage(message),
        }));
        return { items, has_more: older.length > page.length };
      },
    },
  ];
}
