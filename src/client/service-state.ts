import { z } from 'zod';
import type { Clock } from '../base/clock.js';

/** How a service says it works; null for what it does not say. */
export type ServiceState = {
  /** How long it took to answer, in ms; null when it did not. */
  answeredMs: number | null;
  chain: { works: boolean; behindSeconds: number | null } | null;
  rigs: { waiting: number; running: number; oldestSeconds: number } | null;
};

const timeoutMs = 5_000;
const count = z.number().nonnegative();
const shape = z.object({
  parts: z.object({
    chain: z.object({ works: z.boolean(), behind_seconds: count.nullable() }).nullish().catch(null),
    rigs: z.object({ waiting: count, running: count, oldest_seconds: count }).nullish().catch(null),
  }),
});

/** Asks `/readyz`. Services of others may have none: then only whether they answer is known. */
export async function readServiceState(baseUrl: string, clock: Clock): Promise<ServiceState> {
  const startedAt = clock.now();
  const nothing: ServiceState = { answeredMs: null, chain: null, rigs: null };
  const reply = await fetch(`${baseUrl}/readyz`, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  if (reply === null) return nothing;
  const body: unknown = await reply.json().catch(() => null);
  const answeredMs = clock.now() - startedAt;
  const { success, data } = shape.safeParse(body);
  // A proxy answers 502 to 504 for a service that is down; our service names in its body the parts that don't work.
  if (!success) return { ...nothing, answeredMs: reply.status >= 502 ? null : answeredMs };
  const { chain, rigs } = data.parts;
  return {
    answeredMs,
    chain: chain ? { works: chain.works, behindSeconds: chain.behind_seconds } : null,
    rigs: rigs ? { waiting: rigs.waiting, running: rigs.running, oldestSeconds: rigs.oldest_seconds } : null,
  };
}
