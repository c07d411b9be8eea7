import type { Clock } from '../../base/clock.js';
import type { Behaviour } from './behaviour.js';
import { type Difference, differencesOf } from './compare.js';
import type { Seen } from './seen.js';
import type { Stage } from './stage.js';

export type Result = Pick<Behaviour, 'id' | 'says' | 'expected'> & { ms: number } & (
    | { outcome: 'equal' | 'different' | 'unspecified'; seen: Seen; differences: readonly Difference[] }
    /** Something happened that no behaviour expects, or nothing did. */
    | { outcome: 'failed'; problem: string }
  );

/** Longest time for one behaviour; those of the gateway wait for several session starts. */
const longestMs = 90_000;

/**
 * Observes one behaviour after the other.
 * @param options.signal ends the check after the behaviour that runs, which is then not counted
 */
export async function observeAll(
  behaviours: readonly Behaviour[],
  stage: Stage,
  { clock, signal, told }: { clock: Clock; signal: AbortSignal; told: (result: Result) => void },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const behaviour of behaviours) {
    const result = await observe(behaviour, stage, clock, signal);
    if (signal.aborted) break;
    results.push(result);
    told(result);
  }
  return results;
}

async function observe(
  { id, says, expected, unspecified, observe: look }: Behaviour,
  stage: Stage,
  clock: Clock,
  signal: AbortSignal,
): Promise<Result> {
  const startedAt = clock.now();
  const ended = new AbortController();
  const limit = clock
    .sleep(longestMs, AbortSignal.any([signal, ended.signal]))
    .then(() => Promise.reject(new Error(`nothing for ${longestMs / 1_000} s`)));
  limit.catch(() => undefined);
  const about = () => ({ id, says, expected, ms: clock.now() - startedAt });
  try {
    const seen = await Promise.race([look(stage), limit]);
    const differences = differencesOf(expected, seen);
    return { ...about(), outcome: outcomeOf(differences, unspecified), seen, differences };
  } catch (error) {
    return { ...about(), outcome: 'failed', problem: error instanceof Error ? error.message : String(error) };
  } finally {
    ended.abort();
  }
}

function outcomeOf(
  differences: readonly Difference[],
  unspecified: readonly string[] = [],
): 'equal' | 'different' | 'unspecified' {
  if (differences.length === 0) return 'equal';
  const isOpen = ({ path }: Difference) =>
    unspecified.some((part) => path === part || path.startsWith(`${part}.`));
  return differences.every(isOpen) ? 'unspecified' : 'different';
}
