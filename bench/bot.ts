import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChild } from '../src/cli/child.js';
import { freeBase, portsFrom } from '../src/cli/ports.js';
import { measureClient } from './bot/client.js';
import { memoryOf } from './bot/memory.js';
import { createWholeBot } from './bot/whole.js';
import { type BenchChild, startChild } from './child.js';
import type { Home } from './discord/bots.js';
import type { Answer, Ask } from './discord/server.js';
import { type Figure, median, percentile } from './figure.js';

/** Commands a second. A short round at the higher rate has as many commands as a long one at the lower. */
const PACES = [
  { perSecond: 50, seconds: 6, rounds: 9 },
  { perSecond: 500, seconds: 1, rounds: 30 },
];
const SATURATED_ROUNDS = 9;
const STARTS = 3;
const SATURATED = { count: 1_500, atOnce: 64 };
/** Until a process that does nothing has given back what its start needed. */
const IDLE_MS = 15_000;

type Waited = { acknowledgedMs: number[]; missed: number };

const ask = <T extends Answer>(server: BenchChild, question: Ask): Promise<T> => server.ask<T>(question);

/** The service with data of its own. */
async function startService(folder: string) {
  const port = await freeBase();
  const service = createChild('service', {
    SOLANA_RPC_URL: 'http://127.0.0.1:9',
    SOLANA_NETWORK: 'localnet',
    MERCHANT_ADDRESS: '11111111111111111111111111111111',
    MASTER_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: join(folder, 'service'),
    PORT: String(port),
    LOG_LEVEL: 'silent',
  });
  await service.start();
  return { url: `http://127.0.0.1:${portsFrom(port).service}`, stop: service.stop };
}

type Running = { pid: number; stop(): Promise<void> };
type Bot = { command: string; start(): Promise<Running> };

const bareBot = (home: Home): Bot => ({
  command: 'hello',
  async start() {
    const child = startChild(new URL('./bot/bare.js', import.meta.url));
    await child.ask(home);
    return child;
  },
});

async function wholeBot(home: Home, folder: string, serviceUrl: string): Promise<Bot> {
  const child = await createWholeBot(home, { dataDir: join(folder, 'bot'), serviceUrl });
  return {
    command: 'credits',
    async start() {
      await child.start();
      return { pid: child.pid() ?? 0, stop: child.stop };
    },
  };
}

/** Started several times, because V8 gives memory back at moments that differ between starts by 20 MB. */
async function idleMemories(bots: readonly Bot[]): Promise<number[]> {
  const measured: number[][] = bots.map(() => []);
  for (let start = 0; start < STARTS; start += 1)
    for (const [at, bot] of bots.entries()) {
      const running = await bot.start();
      await sleep(IDLE_MS);
      measured[at]!.push(memoryOf(running.pid));
      await running.stop();
    }
  return measured.map(median);
}

type Measured = { p99: number[]; p99OfAll: number[]; missed: number; saturated: number };

/**
 * Both bots run, and are asked in turn, so that both meet the same moments of the machine. The p99 is the median of the
 * rounds: that of all rounds together depends on the rounds in which the machine stalled. They are short, because it
 * stalls every few seconds: of rounds of six seconds, most had a stall, whichever bot was asked.
 */
async function measure(server: BenchChild, bots: readonly Bot[]): Promise<Measured[]> {
  const measured = bots.map((): Measured => ({ p99: [], p99OfAll: [], missed: 0, saturated: 0 }));
  const rates: number[][] = bots.map(() => []);
  const saturate = async (at: number) => {
    const question = { ask: 'interactions', ...SATURATED, command: bots[at]!.command } as const;
    const { ms, acknowledged } = await ask<{ ms: number; acknowledged: number }>(server, question);
    measured[at]!.missed += SATURATED.count - acknowledged;
    return (acknowledged * 1_000) / ms;
  };
  for (const at of bots.keys()) await saturate(at); // warm-up
  for (const { perSecond, seconds, rounds } of PACES) {
    const all: number[][][] = bots.map(() => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [at, { command }] of bots.entries()) {
        const paced = { ask: 'paced', perSecond, seconds, command } as const;
        const { acknowledgedMs, missed } = await ask<Waited>(server, paced);
        await sleep(1_000);
        all[at]!.push(acknowledgedMs);
        measured[at]!.missed += missed;
      }
    for (const [at, { p99, p99OfAll }] of measured.entries()) {
      p99.push(median(all[at]!.map((times) => percentile(times, 0.99))));
      p99OfAll.push(percentile(all[at]!.flat(), 0.99));
    }
  }
  for (let round = 0; round < SATURATED_ROUNDS; round += 1)
    for (const at of bots.keys()) rates[at]!.push(await saturate(at));
  for (const [at, one] of measured.entries()) one.saturated = median(rates[at]!);
  return measured;
}

/** The whole bot next to a bare discord.js bot on the same local Discord, and its client next to undici. */
export default async function bot(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-bench-bot-'));
  const server = startChild(new URL('./discord/server.js', import.meta.url), { execArgv: ['--expose-gc'] });
  try {
    const client = await measureClient(folder);
    const service = await startService(folder);
    const bots = [
      bareBot(await ask<Home>(server, { ask: 'token', name: 'bare' })),
      await wholeBot(await ask<Home>(server, { ask: 'token', name: 'rigsmith' }), folder, service.url),
    ];
    const [idle, idleWhole] = (await idleMemories(bots)) as [number, number];
    const running = [];
    for (const bot of bots) running.push(await bot.start());
    const [peer, ours] = (await measure(server, bots)) as [Measured, Measured];
    for (const { stop } of [...running, service]) await stop();
    const saturated = ours.saturated / peer.saturated;
    const memory = idleWhole / idle;
    return [
      client,
      ...PACES.flatMap(({ perSecond }, at): Figure[] => {
        const [mine, theirs] = [ours.p99[at]!, peer.p99[at]!];
        const name = `acknowledgement at ${perSecond} commands a second, p99`;
        const bare = (value: number) => ({ name: 'bare discord.js bot', value });
        return [
          {
            name: `${name} of a round`,
            value: mine,
            unit: 'ms',
            peer: bare(theirs),
            ratio: mine / theirs,
            goal: { text: '<= 1.5 x', met: mine / theirs <= 1.5 },
          },
          {
            name: `${name} of all rounds`,
            value: ours.p99OfAll[at]!,
            unit: 'ms',
            peer: bare(peer.p99OfAll[at]!),
          },
        ];
      }),
      { name: 'of them missed', value: ours.missed, unit: '', goal: { text: '0', met: ours.missed === 0 } },
      {
        name: `commands acknowledged, ${SATURATED.atOnce} at once`,
        value: ours.saturated,
        unit: 'per s',
        peer: { name: 'bare discord.js bot', value: peer.saturated },
        ratio: saturated,
        goal: { text: '>= .7 x', met: saturated >= 0.7 },
      },
      {
        name: 'memory when idle',
        value: idleWhole,
        unit: 'MB',
        peer: { name: 'bare discord.js bot', value: idle },
        ratio: memory,
        goal: { text: '<= 1.35 x', met: memory <= 1.35 },
      },
    ];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
