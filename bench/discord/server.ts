import { performance } from 'node:perf_hooks';
import { createLocalDiscord } from '../../src/playground/discord/index.js';

/**
 * The local Discord in a child process, with its people: on request, Mia runs a command or posts a number of times.
 * Started by `fork`; controlled by messages.
 */
export type Ask =
  | { ask: 'interactions'; count: number; atOnce: number; command: string }
  /** All at the same moment. */
  | { ask: 'crowd'; count: number; command: string }
  /** At a steady rate, by many members. */
  | { ask: 'paced'; perSecond: number; seconds: number; command: string }
  | { ask: 'posts'; count: number }
  | { ask: 'memory' }
  | { ask: 'token'; name: string };

export type Answer =
  | { ms: number; acknowledged: number }
  | { acknowledgedMs: number[]; missed: number }
  | { heapBytes: number }
  | { token: string; api: string; cdn: string; channelId: string };

const UNLIMITED = 1e9;
/** So many that no limit of a bot for each member applies. */
const people = Array.from({ length: 200 }, (_, index) => `person${index}`);
const discord = await createLocalDiscord({
  people,
  limits: { globalPerSecond: UNLIMITED, bucketSize: UNLIMITED },
});
const mia = discord.as('mia');
const channelId = discord.guild().channels.find(({ name }) => name === 'rigs')!.id;

const someone = (at: number) => discord.as(people[at % people.length]!);

async function interactions(count: number, atOnce: number, command: string): Promise<Answer> {
  let left = count;
  let acknowledged = 0;
  const keepRunning = async (): Promise<void> => {
    while (left-- > 0) {
      const { state } = await someone(left).run({ channelId, command });
      if (state !== 'failed') acknowledged += 1;
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: atOnce }, keepRunning));
  return { ms: performance.now() - begin, acknowledged };
}

/** How long each waited for its acknowledgement, and how many got none. */
async function crowd(count: number, command: string): Promise<Answer> {
  const begin = performance.now();
  const waited = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const { state } = await someone(at).run({ channelId, command });
      return state === 'failed' ? null : performance.now() - begin;
    }),
  );
  const acknowledgedMs = waited.filter((ms) => ms !== null);
  return { acknowledgedMs, missed: count - acknowledgedMs.length };
}

/** How long each waited; the next is sent although the ones before still wait. */
async function paced(perSecond: number, seconds: number, command: string): Promise<Answer> {
  const under: Promise<number | null>[] = [];
  const run = async (at: number) => {
    const begin = performance.now();
    const { state } = await someone(at).run({ channelId, command });
    return state === 'failed' ? null : performance.now() - begin;
  };
  const startedAt = performance.now();
  while (under.length < perSecond * seconds) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
    while (under.length < Math.min(due, perSecond * seconds)) under.push(run(under.length));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const waited = await Promise.all(under);
  const acknowledgedMs = waited.filter((ms) => ms !== null);
  return { acknowledgedMs, missed: waited.length - acknowledgedMs.length };
}

async function posts(count: number): Promise<Answer> {
  const begin = performance.now();
  for (let number = 0; number < count; number++) {
    await mia.post({ channelId, content: `Message ${number} of a long evening.` });
    if (number % 500 === 499) await new Promise(setImmediate);
  }
  return { ms: performance.now() - begin, acknowledged: count };
}

/** Collects garbage first: the parent starts this process with `--expose-gc`. */
async function memory(): Promise<Answer> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, external } = process.memoryUsage();
  return { heapBytes: heapUsed + external };
}

function answer(ask: Ask): Promise<Answer> | Answer {
  if (ask.ask === 'interactions') return interactions(ask.count, ask.atOnce, ask.command);
  if (ask.ask === 'crowd') return crowd(ask.count, ask.command);
  if (ask.ask === 'paced') return paced(ask.perSecond, ask.seconds, ask.command);
  if (ask.ask === 'posts') return posts(ask.count);
  if (ask.ask === 'memory') return memory();
  const { token } = discord.createBot({ name: ask.name });
  return { token, api: discord.api, cdn: discord.cdn, channelId };
}

process.on('message', async (ask: Ask) => process.send?.(await answer(ask)));
process.on('disconnect', () => process.exit(0));
