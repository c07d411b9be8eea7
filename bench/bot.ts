import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { botEnvironment, createChild } from '../src/cli/child.js';
import { freeBase, portsFrom } from '../src/cli/ports.js';
import { measureClient } from './bot/client.js';
import { memoryOf } from './bot/memory.js';
import { type BenchChild, startChild } from './child.js';
import type { Home } from './discord/bots.js';
import type { Answer, Ask } from './discord/server.js';
import { type Figure, median, percentile } from './figure.js';

const RATES = [50, 500];
const SECONDS = 6;
const ROUNDS = 5;
const SATURATED = { count: 1_500, atOnce: 64 };
/** Until a process that does nothing has given back what its start needed. */
const IDLE_MS = 15_000;

type Waited = { acknowledgedMs: number[]; missed: number };

const ask = <T extends Answer>(server: BenchChild, question: Ask): Promise<T> => server.ask<T>(question);

/** The whole bot with a service, on their own data. */
async function startRigsmith(home: Home, folder: string) {
  const [service, bot] = [await freeBase(), await freeBase()];
  const child = createChild('service', {
    SOLANA_RPC_URL: 'http://127.0.0.1:9',
    SOLANA_NETWORK: 'localnet',
    MERCHANT_ADDRESS: '11111111111111111111111111111111',
    MASTER_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: join(folder, 'service'),
    PORT: String(service),
    LOG_LEVEL: 'silent',
  });
  const world = {
    web: null,
    service: null,
    rpc: null,
    actor_api: null,
    link: null,
    discord_api: home.api,
    discord_cdn: home.cdn,
    discord_token: home.token,
  };
  const serviceUrl = `http://127.0.0.1:${portsFrom(service).service}`;
  const { PLAYGROUND_WALLET_URL: _, ...environment } = botEnvironment(world, {
    port: bot,
    dataDir: join(folder, 'bot'),
    serviceUrl,
  });
  const whole = createChild('bot', { ...environment, SOLANA_NETWORK: 'localnet', LOG_LEVEL: 'silent' });
  await child.start();
  await whole.start();
  return {
    pid: whole.pid() ?? 0,
    stop: async () => {
      await whole.stop();
      await child.stop();
    },
  };
}

async function startBare(home: Home) {
  const child = startChild(new URL('./bot/bare.js', import.meta.url));
  await child.ask(home);
  return child;
}

type Measured = { p99: number[]; missed: number; saturated: number; memory: number };

/** One bot alone: its memory when idle, then its acknowledgements. */
async function measure(server: BenchChild, pid: number, command: string): Promise<Measured> {
  await sleep(IDLE_MS);
  const memory = memoryOf(pid);
  const p99: number[] = [];
  let missed = 0;
  for (const perSecond of RATES) {
    const rounds: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const paced = { ask: 'paced', perSecond, seconds: SECONDS, command } as const;
      const waited = await ask<Waited>(server, paced);
      await sleep(1_000);
      if (round === 0) continue; // warm-up
      missed += waited.missed;
      rounds.push(percentile(waited.acknowledgedMs, 0.99));
    }
    p99.push(median(rounds));
  }
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const question = { ask: 'interactions', ...SATURATED, command } as const;
    const { ms, acknowledged } = await ask<{ ms: number; acknowledged: number }>(server, question);
    missed += SATURATED.count - acknowledged;
    rates.push((acknowledged * 1_000) / ms);
  }
  return { p99, missed, saturated: median(rates), memory };
}

/** The whole bot next to a bare discord.js bot on the same local Discord, and its client next to undici. */
export default async function bot(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-bench-bot-'));
  const server = startChild(new URL('./discord/server.js', import.meta.url), { execArgv: ['--expose-gc'] });
  try {
    const client = await measureClient(folder);
    const bare = await startBare(await ask<Home>(server, { ask: 'token', name: 'bare' }));
    const peer = await measure(server, bare.pid, 'hello');
    await bare.stop();
    const whole = await startRigsmith(await ask<Home>(server, { ask: 'token', name: 'rigsmith' }), folder);
    const ours = await measure(server, whole.pid, 'credits');
    await whole.stop();
    const saturated = ours.saturated / peer.saturated;
    const memory = ours.memory / peer.memory;
    return [
      client,
      ...RATES.map((perSecond, at): Figure => {
        const [mine, theirs] = [ours.p99[at]!, peer.p99[at]!];
        return {
          name: `acknowledgement at ${perSecond} commands a second, p99`,
          value: mine,
          unit: 'ms',
          peer: { name: 'bare discord.js bot', value: theirs },
          ratio: mine / theirs,
          goal: { text: '<= 1.5 x', met: mine / theirs <= 1.5 },
        };
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
        value: ours.memory,
        unit: 'MB',
        peer: { name: 'bare discord.js bot', value: peer.memory },
        ratio: memory,
        goal: { text: '<= 1.35 x', met: memory <= 1.35 },
      },
    ];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
