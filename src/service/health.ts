import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.js';
import type { Database } from '../base/db/database.js';
import { type Readiness, type ReadinessCheck, readyReply } from '../base/readiness.js';
import type { Feature } from './feature.js';

/** Anyone may request `/readyz`, so a request must not cost a disk write: the storage result is cached this long. */
const probeEveryMs = 5_000;

/** `/healthz`: the process answers. `/readyz`: the database is writable, and every part of the process works. */
export function answerHealth(
  app: FastifyInstance,
  deps: { db: Database; features: readonly Feature[]; clock: Clock; readiness: Readiness },
): void {
  const { db, features, clock, readiness } = deps;
  readiness.add(storageCheck(db, clock));
  for (const { check } of features) if (check) readiness.add(check);

  app.get('/healthz', async () => ({ status: 'ok' }));
  const parts = partsOf(features, clock);
  app.get('/readyz', async (_request, reply) => {
    const { status, body } = readyReply(await readiness.problems());
    reply.code(status);
    return { ...body, parts: await parts() };
  });
}

/** The state of the features, read at most every five seconds; without those that cannot be read. */
function partsOf(features: readonly Feature[], clock: Clock): () => Promise<object> {
  let known: { at: number; parts: Promise<object> } | undefined;
  const read = async () => {
    const found = await Promise.all(features.map(({ state }) => state?.().catch(() => ({}))));
    return Object.assign({}, ...found) as object;
  };
  return () => {
    const now = clock.now();
    if (!known || now - known.at >= probeEveryMs || now < known.at) known = { at: now, parts: read() };
    return known.parts;
  };
}

const sql = {
  keep: `INSERT INTO setting (name, value) VALUES ('probe', @text)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  forget: `DELETE FROM setting WHERE name = 'probe'`,
};
/** As much text as a usual day writes, so that a nearly full disk counts as full. */
const text = '0'.repeat(65_536);

/** Writes and deletes a text, each in a transaction of its own, so that it reaches the disk. */
function storageCheck(db: Database, clock: Clock): ReadinessCheck {
  let probed: { at: number; problem: Promise<string | null> } | undefined;

  const probe = async (): Promise<string | null> => {
    try {
      await db.run(sql.keep, { text });
      await db.run(sql.forget);
      return null;
    } catch (error) {
      return `the database cannot be written: ${error instanceof Error ? error.message : error}`;
    }
  };

  return () => {
    const now = clock.now();
    if (!probed || now - probed.at >= probeEveryMs || now < probed.at) probed = { at: now, problem: probe() };
    return probed.problem;
  };
}
