import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Sabotage } from './database.js';
import { emptyImage, runSchedule, type ScheduleOptions, type ScheduleResult } from './run.js';
import { createAccounts } from './transaction.js';
import type { World } from './worlds.js';

/** The combined result of many stories. */
export type Tally = {
  schedules: number;
  /** Stories with a finding, each with its seed. */
  failed: { seed: number; problems: string[]; deaths: string[] }[];
  deaths: number;
  transactions: number;
  credited: number;
  points: number;
  /** How often a process died at each point, and how many ordered pairs of points occurred in one story. */
  deathsByPoint: Record<string, number>;
  pairs: string[];
  seen: string[];
};

const emptyTally = (): Tally => ({
  schedules: 0,
  failed: [],
  deaths: 0,
  transactions: 0,
  credited: 0,
  points: 0,
  deathsByPoint: {},
  pairs: [],
  seen: [],
});

function add(tally: Tally, { seed, problems, deaths, transactions, credited, points, seen }: ScheduleResult) {
  tally.schedules += 1;
  if (problems.length > 0) tally.failed.push({ seed, problems, deaths });
  tally.deaths += deaths.length;
  tally.transactions += transactions;
  tally.credited += credited;
  tally.points += points;
  for (const point of deaths) tally.deathsByPoint[point] = (tally.deathsByPoint[point] ?? 0) + 1;
  tally.pairs = [
    ...new Set([...tally.pairs, ...deaths.slice(1).map((point, at) => `${deaths[at]} > ${point}`)]),
  ];
  tally.seen = [...new Set([...tally.seen, ...seen])];
}

/** Plays the stories of these seeds in order. */
export async function runMany(seeds: readonly number[], options: ScheduleOptions = {}): Promise<Tally> {
  const shared = { ...options, image: emptyImage(options.sabotage), accountOf: createAccounts() };
  const tally = emptyTally();
  for (const seed of seeds) add(tally, await runSchedule(seed, shared));
  return tally;
}

/** For each list of points the first story, of a few, in which processes die at all of them in that order. */
export async function runDeaths(lists: readonly (readonly string[])[], tries: number) {
  const shared = { image: emptyImage(), accountOf: createAccounts() };
  const tally = emptyTally();
  const unreached: string[] = [];
  for (const [place, deathsAt] of lists.entries()) {
    let reached = false;
    for (let attempt = 0; attempt < tries && !reached; attempt += 1) {
      const result = await runSchedule(1 + place * tries + attempt, { ...shared, deathsAt });
      add(tally, result);
      reached = result.deaths.length === deathsAt.length;
    }
    if (!reached) unreached.push(deathsAt.join(' > '));
  }
  return { tally, unreached };
}

/** The first story that fails with a deliberate defect and passes without it; null when there is none. */
export async function findDefect(sabotage: Sabotage, from: number, tries: number): Promise<number | null> {
  const { world = 'plain' } = sabotage;
  const clean = { image: emptyImage(), accountOf: createAccounts(), world };
  const spoilt = { world, sabotage, image: emptyImage(sabotage), accountOf: clean.accountOf };
  for (let seed = from; seed < from + tries; seed += 1) {
    if ((await runSchedule(seed, spoilt)).problems.length === 0) continue;
    if ((await runSchedule(seed, clean)).problems.length === 0) return seed;
  }
  return null;
}

type Task = { seeds: number[]; world?: World } | { lists: string[][]; tries: number };

/** The same over several threads. `script` is this program: in a worker it calls `serveTask`. */
export function runInThread<T>(script: URL, task: Task): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: task });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`a thread of the schedules ended with ${code}`)));
  });
}

/** In a worker: runs the task and exits. False in the main thread. */
export async function serveTask(): Promise<boolean> {
  if (isMainThread) return false;
  const task = workerData as Task;
  const done =
    'seeds' in task
      ? await runMany(task.seeds, task.world ? { world: task.world } : {})
      : await runDeaths(task.lists, task.tries);
  parentPort?.postMessage(done);
  return true;
}

export function mergeTallies(tallies: readonly Tally[]): Tally {
  const merged = emptyTally();
  for (const tally of tallies) {
    merged.failed.push(...tally.failed);
    for (const key of ['schedules', 'deaths', 'transactions', 'credited', 'points'] as const)
      merged[key] += tally[key];
    for (const [point, count] of Object.entries(tally.deathsByPoint))
      merged.deathsByPoint[point] = (merged.deathsByPoint[point] ?? 0) + count;
    merged.pairs = [...new Set([...merged.pairs, ...tally.pairs])];
    merged.seen = [...new Set([...merged.seen, ...tally.seen])];
  }
  return merged;
}
