import { performance } from 'node:perf_hooks';
import { type BenchChild, startChild } from './child.js';
import { type BenchBot, type Home, startDiscordJs, startRaw } from './discord/bots.js';
import { crowd } from './discord/crowd.js';
import type { EchoOrder, EchoRate } from './discord/echo.js';
import type { Answer, Ask } from './discord/server.js';
import { type Figure, median } from './figure.js';

const ROUNDS = 5;
const INTERACTIONS = 4_000;
const AT_ONCE = 64;
const MESSAGES = 2_000;
const GOAL_PER_SECOND = 5_000;

const ask = <T extends Answer>(server: BenchChild, question: Ask): Promise<T> => server.ask<T>(question);

/** Rates of one kind of bot: the median over the rounds, after one warm-up round. */
async function measure<Bot extends BenchBot>(
  server: BenchChild,
  name: string,
  start: (home: Home, command: string) => Promise<Bot>,
  beforeClose: (bot: Bot) => void = () => undefined,
) {
  const command = name.replace(/\W/g, '');
  const bot = await start(await ask<Home>(server, { ask: 'token', name }), command);
  const interactions: number[] = [];
  const messages: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const { ms, acknowledged } = await ask<{ ms: number; acknowledged: number }>(server, {
      ask: 'interactions',
      count: INTERACTIONS,
      atOnce: AT_ONCE,
      command,
    });
    if (acknowledged < INTERACTIONS)
      throw new Error(`${name} left ${INTERACTIONS - acknowledged} unanswered.`);
    const begin = performance.now();
    await bot.post(MESSAGES, AT_ONCE);
    if (round === 0) continue;
    interactions.push((INTERACTIONS / ms) * 1_000);
    messages.push((MESSAGES / (performance.now() - begin)) * 1_000);
  }
  beforeClose(bot);
  await bot.close();
  return { interactions: median(interactions), messages: median(messages) };
}

/** Interactions a second with a server that only passes bytes on: what the raw bot and Node can do at best. */
async function measureEcho(payload: string): Promise<number> {
  const server = startChild(new URL('./discord/echo.js', import.meta.url));
  const home = await server.next<Home>();
  const bot = await startRaw(home, 'echo');
  const order: EchoOrder = { ask: 'interactions', count: INTERACTIONS, atOnce: AT_ONCE, payload };
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const { ms } = await server.ask<EchoRate>(order);
    if (round > 0) rates.push((INTERACTIONS / ms) * 1_000);
  }
  await bot.close();
  await server.stop();
  return median(rates);
}

/** Bytes of heap after 20,000 messages and after 100,000, without clients. */
async function grow(server: BenchChild) {
  const held = async (posts: number): Promise<number> => {
    await ask(server, { ask: 'posts', count: posts });
    return (await ask<{ heapBytes: number }>(server, { ask: 'memory' })).heapBytes;
  };
  return { early: await held(20_000), late: await held(80_000) };
}

/** The speed of the local Discord with two bots, and whether its memory stays flat. */
export default async function discord(): Promise<Figure[]> {
  const server = startChild(new URL('./discord/server.js', import.meta.url), { execArgv: ['--expose-gc'] });
  try {
    let payload = '';
    const raw = await measure(server, 'raw ws', startRaw, (bot) => {
      payload = bot.lastInteraction();
    });
    const echo = await measureEcho(payload);
    const library = await measure(server, 'discord.js', startDiscordJs);
    const crowded = await crowd(server, ask);
    const { early, late } = await grow(server);
    return [
      {
        name: 'interactions acknowledged, raw ws bot',
        value: raw.interactions,
        unit: '/s',
        peer: { name: 'a gateway and node:http that only echo', value: echo },
        ratio: raw.interactions / echo,
        goal: { text: '>= 5,000 /s', met: raw.interactions >= GOAL_PER_SECOND },
      },
      {
        name: 'interactions acknowledged, bare discord.js bot',
        value: library.interactions,
        unit: '/s',
        peer: { name: 'raw ws', value: raw.interactions },
        ratio: library.interactions / raw.interactions,
      },
      { name: 'messages posted and delivered, raw ws bot', value: raw.messages, unit: '/s' },
      {
        name: 'messages posted and delivered, bare discord.js bot',
        value: library.messages,
        unit: '/s',
        peer: { name: 'raw ws', value: raw.messages },
        ratio: library.messages / raw.messages,
      },
      ...crowded,
      {
        name: 'memory held after 100,000 messages',
        value: late / 2 ** 20,
        unit: 'MiB',
        peer: { name: 'after 20,000', value: early / 2 ** 20 },
        ratio: late / early,
        goal: { text: 'flat: <= 1.1 x', met: late / early <= 1.1 },
      },
    ];
  } finally {
    await server.stop();
  }
}
