import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.js';
import { type Readiness, type ReadinessCheck, readyReply } from '../base/readiness.js';
import type { Database } from '../base/store.js';
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
  app.get('/readyz', async (_request, reply) => {
    const { status, body } = readyReply(await readiness.problems());
    reply.code(status);
    return body;
  });
}

/** Writes and deletes as much text as a usual day does, so that a nearly full disk counts as full. */
function storageCheck(db: Database, clock: Clock): ReadinessCheck {
  const keep = db.prepare(
    `INSERT INTO setting (name, value) VALUES ('probe', hex(zeroblob(32768)))
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
  const forget = db.prepare(`DELETE FROM setting WHERE name = 'probe'`);
  let probed: { at: number; problem: string | null } | undefined;

  const probe = (): string | null => {
    try {
      keep.run();
      forget.run();
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
