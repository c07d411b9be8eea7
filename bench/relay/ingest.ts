import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import WebSocket from 'ws';
import { systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { createPacer } from '../../src/bot/delivery/pacer.js';
import type { Channel } from '../../src/bot/talk/channel.js';
import { createMessageWriter } from '../../src/bot/talk/message-writer.js';
import { createThreadRenderer } from '../../src/bot/talk/thread-renderer.js';
import { createEvents } from '../../src/client/events.js';
import { languages } from './copy.js';
import { talkIn } from './policies.js';

const CONVERSATIONS = 200;
const EVENTS = 40_000;

const perSecond = (begun: number): number => (EVENTS * 1_000) / (performance.now() - begun);

/** A bare client that reads every frame as JSON. */
async function readBare(url: string): Promise<number> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, 'open');
  let heard = 0;
  const begun = performance.now();
  const done = new Promise<void>((resolve) => {
    socket.on('message', (raw) => {
      if (typeof JSON.parse(raw.toString()) === 'object') heard += 1;
      if (heard === EVENTS) resolve();
    });
  });
  socket.send(JSON.stringify({ type: 'go' }));
  await done;
  const rate = perSecond(begun);
  socket.terminate();
  return rate;
}

const channel: Channel = {
  post: async () => ({ id: '1' }),
  edit: async () => 'edited',
  remove: async () => 'removed',
  strip: async () => 'edited',
  open: async () => 'opened',
  listAfter: async () => [],
};

/** The bot's own path: socket, contract, ordering, renderer, with threads drawn at their rate meanwhile. */
async function relay(url: string): Promise<number> {
  const events = createEvents({
    url,
    clock: systemClock,
    log: silentLog,
    jitter: Math.random,
    onGeneration: () => undefined,
    onIntent: () => undefined,
  });
  const progress = { saveView: async () => undefined };
  const renderer = createThreadRenderer({
    served: { stillServes: async () => true },
    troubles: { set: async () => undefined },
    channel,
    clock: systemClock,
    log: silentLog,
    languages,
    pacer: createPacer({ clock: systemClock }),
    writer: createMessageWriter({
      progress,
      channel,
      clock: systemClock,
      filesOf: async () => [],
      languages,
    }),
    onShut: async () => undefined,
  });
  const user = { key: 'mia', service: { cookie: async () => 'session=1' } };
  let heard = 0;
  let begun = 0;
  const threadStates = Array.from({ length: CONVERSATIONS }, (_, index) =>
    renderer.open(talkIn(String(index))),
  );
  await new Promise<void>((resolve) => {
    for (const threadState of threadStates)
      events.subscribe({
        user,
        conversationId: `cnv_${threadState.talk.threadId}`,
        afterSeq: () => threadState.newest.seq,
        onGap: () => undefined,
        onEvent(event) {
          if (heard === 0) begun = performance.now();
          heard += 1;
          renderer.fold(threadState, event);
          if (heard === EVENTS) resolve();
        },
      });
  });
  const rate = perSecond(begun);
  for (const threadState of threadStates) await renderer.stop(threadState);
  events.close();
  return rate;
}

/** Events a second over a real socket, alternating between the bot's path and the bare one. */
export async function measureIngest(rounds: number): Promise<{ relay: number; bare: number }[]> {
  const worker = new Worker(new URL('./server.js', import.meta.url), {
    workerData: { conversations: CONVERSATIONS, events: EVENTS },
  });
  const [port] = (await once(worker, 'message')) as [number];
  const url = `ws://127.0.0.1:${port}/`;
  const results: { relay: number; bare: number }[] = [];
  for (let round = 0; round <= rounds; round += 1)
    results.push({ relay: await relay(url), bare: await readBare(url) });
  await worker.terminate();
  return results.slice(1);
}
