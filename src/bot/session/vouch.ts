import { type Clock, iso } from '../../base/clock.js';
import { writeVoucher } from '../../contract/voucher.js';
import type { Presence } from '../gateway/presence.js';

/** Where a member asks for work, and who spoke if it was another person. */
export type Where = { channelId?: string; guildId?: string; speakerId?: string };

/** Tells the service for whom and where a request is. @param where undefined when it is about no place */
export type Vouch = (memberId: string, userId: string, where: Where | undefined) => Promise<string>;

/** Discord has at most 250 roles a server. */
const mostRoles = 300;

/** @param secret shared with the service */
export function createVouch(options: {
  secret: string;
  presence: Presence;
  clock: Clock;
  /** What a server lets a member with these roles use of its pool a day. */
  poolFor: (guildId: string, roles: readonly string[]) => Promise<number | null>;
}): Vouch {
  const { secret, presence, clock, poolFor } = options;
  return async (memberId, userId, where) => {
    const { guildId, channelId, speakerId } = where ?? {};
    const server =
      guildId ?? (channelId === undefined ? null : ((await presence.channel(channelId))?.guildId ?? null));
    const roles = server === null ? [] : ((await presence.rolesOf(server, memberId)) ?? []);
    const most = server === null ? null : await poolFor(server, roles);
    return writeVoucher(secret, {
      user_id: userId,
      person: memberId,
      ...(speakerId && speakerId !== memberId && { speaker: speakerId }),
      server,
      groups: roles.slice(0, mostRoles),
      ...(most !== null && { pool: { most } }),
      made_at: iso(clock.now()),
    });
  };
}
