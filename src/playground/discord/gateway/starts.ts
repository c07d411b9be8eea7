import type { Clock, Limits } from '../types.js';

const DAY_MS = 24 * 60 * 60_000;

/** Counts session starts per bot and enforces their limit. */
export type SessionStartLimit = {
  /** `shards` of `GET /gateway/bot`. */
  readonly recommendedShards: number;
  /** `session_start_limit` of `GET /gateway/bot`. */
  view(applicationId: string): {
    total: number;
    remaining: number;
    reset_after: number;
    max_concurrency: number;
  };
  /** Counts a start, unless none is left or another shard of the same concurrency slot started too recently. */
  take(applicationId: string, shardId: number): 'started' | 'used up' | 'too soon';
};

type Day = { startedAt: number; used: number; lastByRow: Map<number, number> };

/** @see https://discord.com/developers/docs/events/gateway#session-start-limit-object */
export function createSessionStarts(clock: Clock, limits: Limits): SessionStartLimit {
  const days = new Map<string, Day>();
  const today = (applicationId: string): Day | undefined => {
    const day = days.get(applicationId);
    return day && clock.now() - day.startedAt < DAY_MS ? day : undefined;
  };
  return {
    recommendedShards: limits.recommendedShards,
    view(applicationId) {
      const day = today(applicationId);
      return {
        total: limits.sessionStarts,
        remaining: Math.max(0, limits.sessionStarts - (day?.used ?? 0)),
        reset_after: day ? day.startedAt + DAY_MS - clock.now() : 0,
        max_concurrency: limits.identifyConcurrency,
      };
    },
    take(applicationId, shardId) {
      const now = clock.now();
      const day = today(applicationId) ?? { startedAt: now, used: 0, lastByRow: new Map() };
      if (day.used >= limits.sessionStarts) return 'used up';
      const row = shardId % limits.identifyConcurrency;
      const last = day.lastByRow.get(row);
      if (last !== undefined && now - last < limits.identifyIntervalMs) return 'too soon';
      day.used += 1;
      days.set(applicationId, day);
      day.lastByRow.set(row, now);
      return 'started';
    },
  };
}
