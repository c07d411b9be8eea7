import type { State } from '../state/state.js';
import type { JsonObject } from '../types.js';

/** A member's presence: people are online in a browser; bots have the presence they last set. */
export function toPresence(state: State, guildId: string, userId: string): JsonObject {
  const { status = 'online', activities = [] } = state.presences.get(userId) ?? {};
  const shown = status === 'invisible' ? 'offline' : status;
  return {
    user: { id: userId },
    guild_id: guildId,
    status: shown,
    activities,
    client_status: shown === 'offline' ? {} : { web: shown },
  };
}
