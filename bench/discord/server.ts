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
  | { ask: 'posts'; count: number }
  | { ask: 'memory' }
  | { ask: 'token'; name: string };

export type Answer =
  | { ms: number; acknowledged: number }
  | { acknowledgedMs: number[]; missed: number }
  | { heapBytes: number }
  | { token: string; api: string; cdn: string; channelId: string };

const UNLIMITED = 1e9;
const discord = await createLocalDiscord({
  limits: { globalPerSecond: UNLIMITED, bucketSize: UNLIMITED },
});
const mia = discord.as('mia');
const channelId = discord.guild().channels.find(({ name }) => name === 'rigs')!.id;

async function interactions(count: number, atOnce: number, command: string): Promise<Answer> {
  let left = count;
  let acknowledged = 0;
  const keepRunning = async (): Promise<void> => {
    while (left-- > 0) {
      const { state } = await mia.run({ channelId, command });
      if (state !== 'failed') acknowledged += 1;
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: atOnce }, keepRunning));
  return { ms: performance.now() - begin, acknowledged };
}

/** How long each waited for its acknowledgement, and how many got none. */
async function crowd(count: number, command: string): Promise<Answer> {
  const people = ['mia', 'max', 'olga', 'sam'].map((name) => discord.as(name));
  const begin = performance.now();
  const waited = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const { state } = await people[at % people.length]!.run({ channelId, command });
      return state === 'failed' ? null : performance.now() - begin;
    }),
  );
  const acknowledgedMs = waited.filter((ms) => ms !== null);
  return { acknowledgedMs, missed: count - acknowledgedMs.length };
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
  if (ask.ask === 'posts') return posts(ask.count);
  if (ask.ask === 'memory') return memory();
  const { token } = discord.createBot({ name: ask.name });
  return { token, api: discord.api, cdn: discord.cdn, channelId };
}

process.on('message', async (ask: Ask) => process.send?.(await answer(ask)));
process.on('disconnect', () => process.exit(0));
