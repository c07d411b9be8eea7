import type { Application, Presence } from '../state/model.js';
import { applicationOfToken, type State } from '../state/state.js';
import type { CloseReason } from './close.js';
import { KNOWN_INTENTS, PRIVILEGED_INTENTS } from './intents.js';

/** A shard's number and the shard count; guilds are assigned to shards by id. */
export type Shard = readonly [id: number, count: number];

export type IdentifiedClient = {
  application: Application;
  intents: number;
  shard: Shard | undefined;
  compress: boolean;
};

type Fields = Record<string, unknown>;

export const toFields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/**
 * Parses an identify, or returns the close reason. 4011 (sharding required) never occurs: Discord requires shards from 2,500 guilds on.
 * @see https://discord.com/developers/docs/events/gateway-events#identify
 */
export function readIdentity(state: State, d: Fields): IdentifiedClient | CloseReason {
  const application = applicationOfToken(state, d.token);
  if (!application) return 'authenticationFailed';
  const { intents, shard } = d;
  if (!toFields(d.properties) || (d.presence != null && !isPresence(d.presence))) return 'decode';
  if (shard !== undefined && !isShard(shard)) return 'invalidShard';
  if (
    !Number.isInteger(intents) ||
    (intents as number) & ~KNOWN_INTENTS ||
    (intents as number) > KNOWN_INTENTS
  )
    return 'invalidIntents';
  if ((intents as number) & PRIVILEGED_INTENTS && !application.privilegedIntents) return 'disallowedIntents';
  return { application, intents: intents as number, shard, compress: d.compress === true };
}

const isShard = (value: unknown): value is Shard =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every(Number.isInteger) &&
  value[0] >= 0 &&
  value[0] < value[1];

/** The shard that receives a guild's events. @see https://discord.com/developers/docs/events/gateway#sharding */
export const shardOfGuild = (guildId: string, count: number): number =>
  Number((BigInt(guildId) >> 22n) % BigInt(count));

const STATUSES = ['online', 'dnd', 'idle', 'invisible', 'offline'];

/** @see https://discord.com/developers/docs/events/gateway-events#update-presence */
export function isPresence(value: unknown): value is Presence {
  const d = toFields(value);
  if (!d) return false;
  const { status, activities, since, afk } = d;
  return (
    STATUSES.includes(status as string) &&
    (activities == null || (Array.isArray(activities) && activities.every(isActivity))) &&
    (since == null || typeof since === 'number') &&
    (afk === undefined || typeof afk === 'boolean')
  );
}

const isActivity = (value: unknown): boolean => {
  const activity = toFields(value);
  return typeof activity?.name === 'string' && Number.isInteger(activity.type);
};
