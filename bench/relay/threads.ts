import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createPacer } from '../../src/bot/delivery/pacer.js';
import type { ThreadState } from '../../src/bot/talk/thread-state.js';
import { percentile } from '../figure.js';
import { createChance, createDiscordModel } from './discord.js';
import { rendererOver, talkIn } from './policies.js';
import { type Stream, streamOf } from './streams.js';
import { createVirtualTime } from './time.js';

const THREADS = 1_000;
const BUDGET = 50;

const sentences = (count: number): string => 'A sentence of an answer. '.repeat(count).trim();

/** Threads under one bot-wide limit, each with an answer that grows. */
function openThreads(count: number, text: string) {
  const time = createVirtualTime();
  const chance = createChance(7);
  const discord = createDiscordModel(time, chance);
  const pacer = createPacer({ clock: time, requestsPerSecond: BUDGET });
  discord.observe(pacer.observe);
  const renderer = rendererOver({ clock: time, discord, pacer });
  const live = Array.from({ length: count }, (_, index): { open: () => ThreadState; stream: Stream } => {
    const threadId = String(index + 1);
    const open = () => renderer.open(talkIn(threadId));
    const run = { conversationId: `cnv_${index}`, runId: `run_${index}`, perSecond: 5, chance, seconds: 30 };
    return { open, stream: streamOf(`${index}: ${text}`, run) };
  });
  return { time, chance, discord, renderer, live };
}

export type Ends = { p99Ms: number; leastMs: number; refused: number; wrong: number };

/**
 * How late ends are shown while other answers grow, compared with a queue that serves only ends at the full rate.
 * @param perSecond rate of ends; infinite: all at once
 */
export async function playEnds(perSecond: number): Promise<Ends> {
  const { time, chance, discord, renderer, live } = openThreads(THREADS, sentences(48));
  const growing = async (threadState: ThreadState, stream: Stream, until: number) => {
    for (const { event } of stream.events.slice(0, -1)) {
      if (time.now() >= until) return;
      renderer.fold(threadState, event);
      await time.sleep(100 + chance() * 200);
    }
  };
  const start = time.now() + 30_000;
  let at = start;
  const ends = live.map((one) => {
    at += Number.isFinite(perSecond) ? (-Math.log(1 - chance()) * 1_000) / perSecond : 0;
    return { ...one, at };
  });
  for (const [index, one] of ends.entries()) {
    const threadState = one.open();
    void growing(threadState, one.stream, one.at);
    const end = { ...one.stream.events.at(-1)!.event, seq: 1e6 + index };
    void time.sleep(one.at - time.now()).then(() => renderer.fold(threadState, end));
  }
  await time.play();
  const lastOf = new Map(discord.accepted.map(({ at: shownAt, threadId }) => [threadId, shownAt]));
  const delays = ends.map((one, index) => lastOf.get(String(index + 1))! - one.at);
  const wrong = ends.filter(
    ({ stream }, index) =>
      discord
        .saidIn(String(index + 1))
        .map(({ content }) => content)
        .join() !== stream.text,
  );

  let freeAt = 0;
  const wayMs = 40;
  const least = ends.map((one) => {
    freeAt = Math.max(freeAt, one.at) + 1_000 / BUDGET;
    return freeAt - 1_000 / BUDGET - one.at + wayMs;
  });
  return {
    p99Ms: percentile(delays, 0.99),
    leastMs: percentile(least, 0.99),
    refused: discord.refused(),
    wrong: wrong.length,
  };
}

function gc(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Heap bytes of a number of conversations while their answers grow. */
async function weigh(count: number): Promise<number> {
  const collect = gc();
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const { time, discord, renderer, live } = openThreads(count, sentences(60));
  const streams = live.map(({ stream }) => stream.events.slice(0, -1).map(({ event }) => event));
  const before = heap();
  const threadStates = live.map(({ open }) => open());
  for (const [index, threadState] of threadStates.entries()) {
    for (const event of streams[index]!)
      renderer.fold(threadState, { ...event, data: structuredClone(event.data) } as typeof event);
  }
  const end = time.now() + 60_000;
  await time.play(() => time.now() > end);
  discord.clear();
  const after = heap();
  for (const threadState of threadStates) await renderer.stop(threadState);
  if (live.length !== streams.length)
    throw new Error('Streams weigh in both figures, so they must live until here.');
  return after - before;
}

/** Heap bytes of a thousand conversations, after a first round that compiles the code. */
export async function weighConversations(): Promise<number> {
  await weigh(THREADS / 10);
  return weigh(THREADS);
}
