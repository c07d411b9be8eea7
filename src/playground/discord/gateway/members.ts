import type { State } from '../state/state.js';
import type { JsonObject } from '../types.js';
import { toMemberWithUser } from '../wire/parts.js';
import { toPresence } from '../wire/presence.js';
import { toFields } from './identify.js';
import { GatewayIntent } from './intents.js';

const PER_CHUNK = 1_000;
const MOST_SEARCHED = 100;

/**
 * Chunks that answer op 8. None where Discord does not answer: for a guild without the bot, or for the whole list without the
 * GUILD_MEMBERS intent. A search by prefix or ids returns at most 100 members.
 * @see https://discord.com/developers/docs/events/gateway-events#request-guild-members
 */
export function toMemberChunks(
  state: State,
  { botId, intents }: { botId: string; intents: number },
  d: unknown,
): JsonObject[] {
  const request = toFields(d);
  const wanted = request && readRequest(request);
  const guild = state.guilds.get(String(request?.guild_id));
  if (!request || !wanted || !guild?.members.has(botId)) return [];
  const { ids, prefix, limit } = wanted;
  if (ids === undefined && prefix === '' && limit === 0 && !(intents & GatewayIntent.GuildMembers)) return [];
  const found = [...guild.members.values()].filter(({ userId }) =>
    ids ? ids.has(userId) : state.users.get(userId)!.username.toLowerCase().startsWith(prefix),
  );
  const most =
    prefix === '' && limit === 0 && !ids ? found.length : Math.min(limit || MOST_SEARCHED, MOST_SEARCHED);
  const chosen = found.slice(0, most);
  const members = chosen.map((member) => toMemberWithUser(state, member));
  const presences = chosen.map(({ userId }) => toPresence(state, guild.id, userId));
  const count = Math.max(1, Math.ceil(members.length / PER_CHUNK));
  return Array.from({ length: count }, (_, index) => ({
    guild_id: guild.id,
    members: members.slice(index * PER_CHUNK, (index + 1) * PER_CHUNK),
    chunk_index: index,
    chunk_count: count,
    ...(request.presences === true && intents & GatewayIntent.GuildPresences
      ? { presences: presences.slice(index * PER_CHUNK, (index + 1) * PER_CHUNK) }
      : {}),
    ...(ids ? { not_found: [...ids].filter((id) => !guild.members.has(id)) } : {}),
    ...(typeof request.nonce === 'string' && request.nonce.length <= 32 ? { nonce: request.nonce } : {}),
  }));
}

/** Reads either ids or a prefix with its limit. */
function readRequest(request: Record<string, unknown>) {
  const { user_ids, query, limit = 0 } = request;
  const ids = user_ids === undefined ? undefined : [user_ids].flat().slice(0, MOST_SEARCHED).map(String);
  if (ids === undefined && typeof query !== 'string') return undefined;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 0) return undefined;
  return { ids: ids && new Set(ids), prefix: String(query ?? '').toLowerCase(), limit };
}
