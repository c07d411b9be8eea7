import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf } from '../bot/memory.js';
import { createWholeBot } from '../bot/whole.js';
import { startChild } from '../child.js';
import type { Home } from '../discord/bots.js';
import type { Figure } from '../figure.js';
import type { ServersOrder } from './discord.js';

const SERVERS = [2_500, 25_000, 100_000];
/** Discord's recommendation. */
const SERVERS_PER_SHARD = 1_000;
const SETTLE_MS = 10_000;

type Started = { startMs: number; memory: number };

async function startBare(home: Home): Promise<Started> {
  const begin = performance.now();
  const child = startChild(new URL('../bot/bare.js', import.meta.url));
  await child.ask(home);
  const startMs = performance.now() - begin;
  await sleep(SETTLE_MS);
  const memory = memoryOf(child.pid);
  await child.stop();
  return { startMs, memory };
}

async function startWhole(home: Home): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-bench-servers-'));
  const bot = await createWholeBot(home, { dataDir, serviceUrl: 'http://127.0.0.1:9' });
  const begin = performance.now();
  await bot.start();
  const startMs = performance.now() - begin;
  await sleep(SETTLE_MS);
  const memory = memoryOf(bot.pid() ?? 0);
  await bot.kill();
  rmSync(dataDir, { recursive: true, force: true });
  return { startMs, memory };
}

/** Start and memory of the whole bot and of a bare one in so many servers. */
export async function measureServers(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const servers of SERVERS) {
    const discord = startChild(new URL('./discord.js', import.meta.url), {
      execArgv: ['--max-old-space-size=6000'],
    });
    const shards = Math.ceil(servers / SERVERS_PER_SHARD);
    const order: ServersOrder = { servers, shards };
    const home = await discord.ask<Home>(order);
    const bare = await startBare(home);
    const whole = await startWhole(home);
    await discord.stop();
    const inAll = `in ${servers.toLocaleString('en-US')} servers, ${shards} shards`;
    figures.push(
      {
        name: `start ${inAll}`,
        value: whole.startMs / 1_000,
        unit: 's',
        peer: { name: 'bare discord.js bot', value: bare.startMs / 1_000 },
        ratio: whole.startMs / bare.startMs,
      },
      {
        name: `memory ${inAll}`,
        value: whole.memory,
        unit: 'MB',
        peer: { name: 'bare discord.js bot', value: bare.memory },
        ratio: whole.memory / bare.memory,
      },
    );
  }
  return figures;
}
