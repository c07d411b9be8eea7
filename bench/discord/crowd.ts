import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChild } from '../../src/cli/child.js';
import type { BenchChild } from '../child.js';
import { type Figure, median, percentile } from '../figure.js';
import { type Home, startDiscordJs } from './bots.js';
import type { Answer, Ask } from './server.js';

const CROWD = 500;
const ROUNDS = 5;
const GOAL_MS = 1_000;
/** Pause between crowds, so that the work of one is over before the next starts. */
const PAUSE_MS = 4_000;

type Asking = <T extends Answer>(server: BenchChild, question: Ask) => Promise<T>;
type Waited = { acknowledgedMs: number[]; missed: number };

async function measure(ask: Asking, server: BenchChild, command: string) {
  const p99: number[] = [];
  let missed = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const waited = await ask<Waited>(server, { ask: 'crowd', count: CROWD, command });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (round === 0) continue; // warm-up
    missed += waited.missed;
    p99.push(percentile(waited.acknowledgedMs, 0.99));
  }
  return { p99: median(p99), missed };
}

/** 500 members run `/link` at the same moment: how soon the bot, with its service, acknowledges them. */
export async function crowd(server: BenchChild, ask: Asking): Promise<Figure[]> {
  const bare = await startDiscordJs(await ask<Home>(server, { ask: 'token', name: 'crowd' }), 'hello');
  const peer = await measure(ask, server, 'hello');
  await bare.close();
  const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-crowd-'));
  const { token, api, cdn } = await ask<Home>(server, { ask: 'token', name: 'rigsmith' });
  const bot = createChild('start', {
    DISCORD_TOKEN: token,
    DISCORD_API_URL: api,
    DISCORD_CDN_URL: cdn,
    MASTER_KEY: randomBytes(32).toString('hex'),
    SOLANA_NETWORK: 'localnet',
    SOLANA_RPC_URL: 'http://127.0.0.1:9',
    MERCHANT_ADDRESS: '11111111111111111111111111111111',
    DATA_DIR: dataDir,
    PORT: '18787',
    LOG_LEVEL: 'silent',
  });
  try {
    await bot.start();
    const { p99, missed } = await measure(ask, server, 'link');
    return [
      {
        name: `acknowledgement of ${CROWD} /link at once, p99`,
        value: p99,
        unit: 'ms',
        peer: { name: 'bare discord.js bot', value: peer.p99 },
        ratio: p99 / peer.p99,
        goal: { text: `< ${GOAL_MS} ms`, met: p99 < GOAL_MS },
      },
      {
        name: `acknowledgements missed of ${CROWD * ROUNDS}`,
        value: missed,
        unit: '',
        goal: { text: '0', met: missed === 0 },
      },
    ];
  } finally {
    await bot.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
