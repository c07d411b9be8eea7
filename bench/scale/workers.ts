import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.js';
import type { Database } from '../../src/base/db/database.js';
import { createQueue } from '../../src/base/queue/queue.js';
import { createChild } from '../../src/cli/child.js';
import { generationJobTable } from '../../src/service/rig/reader.js';
import { startPostgres } from '../../test/support/postgres.js';
import type { Figure } from '../figure.js';
import { sentence } from '../outputs/requests.js';
import { addUsers } from '../payments/shop.js';
import { openServiceSchema } from './database.js';

const WORKERS = [1, 2, 4];
const RIGS = 48;

/** Rigs that a new process makes slowly, because its code isn't optimized yet. */
const COLD = 5;

const insertRig = `INSERT INTO generation (id, user_id, type, pipeline_id, status, prompt, images, model, seed,
    parameters, credits, estimated_seconds, created_at)
  VALUES (@id, @user, 'text', 'clay', 'queued', @prompt, '[]', NULL, @seed, '{}', 0, 4, 0)`;

/** Rigs of as many users, because a user's rigs are made one after the other. */
async function queueRigs(db: Database): Promise<void> {
  const queue = createQueue({ db, table: generationJobTable, order: 'turns', clock: systemClock });
  await db.transaction((t) => addUsers(t, RIGS));
  for (let at = 0; at < RIGS; at += 1)
    await db.transaction(async (t) => {
      const rig = { id: `gen_${at}`, user: `usr_${at}`, prompt: sentence(at), seed: at };
      await t.run(insertRig, rig);
      await queue.put(t, { kind: 'clay', subject: rig.id, groupId: rig.user, seconds: 4 });
    });
}

/** When each rig was finished, in ms. */
async function finished(db: Database): Promise<number[]> {
  for (;;) {
    const rows = await db.all<{ status: string; at: number }>(
      `SELECT status, finished_at AS at FROM generation WHERE finished_at IS NOT NULL ORDER BY finished_at`,
    );
    const failed = rows.filter(({ status }) => status !== 'succeeded');
    if (failed.length > 0) throw new Error(`${failed.length} rigs failed`);
    if (rows.length === RIGS) return rows.map(({ at }) => at);
    await sleep(500);
  }
}

/** Rigs a minute of so many workers with one rig process each, while all of them are warm and busy. */
async function rigsPerMinute(workers: number): Promise<number> {
  const cluster = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-bench-workers-'));
  const url = await cluster.createDatabase();
  const db = await openServiceSchema(url);
  const environment = { DATABASE_URL: url, DATA_DIR: folder, RIG_PROCESSES: '1', LOG_LEVEL: 'warn' };
  const started = Array.from({ length: workers }, () => createChild('worker', environment));
  try {
    await Promise.all(started.map((worker) => worker.start()));
    await queueRigs(db);
    const at = await finished(db);
    const from = COLD * workers - 1;
    const to = RIGS - workers;
    return ((to - from) * 60_000) / (at[to]! - at[from]!);
  } finally {
    await Promise.all(started.map((worker) => worker.stop()));
    await db.close();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rigs of 1, 2 and 4 worker processes on one database. */
export async function measureWorkers(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const workers of WORKERS) {
    const value = await rigsPerMinute(workers);
    const alone = figures[0]?.value;
    figures.push({
      name: `rigs a minute, ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
      value,
      unit: 'per min',
      ...(alone !== undefined && { peer: { name: '1 worker', value: alone }, ratio: value / alone }),
    });
  }
  return figures;
}
