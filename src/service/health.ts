import type { FastifyInstance } from 'fastify';
import type { Database } from '../base/store.js';
import type { Feature } from './feature.js';

/** `/healthz`: the process answers. `/readyz`: something can be kept, and every feature works. */
export function answerHealth(app: FastifyInstance, db: Database, features: readonly Feature[]): void {
  const keep = db.prepare(
    `INSERT INTO setting (name, value) VALUES ('probe', hex(zeroblob(32768)))
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
  const forget = db.prepare(`DELETE FROM setting WHERE name = 'probe'`);

  /** Keeps and forgets a text as large as a day's usual writes: a disk that is nearly full is no good place. */
  const storage = (): string | null => {
    try {
      keep.run();
      forget.run();
      return null;
    } catch (error) {
      return `the database cannot be written: ${error instanceof Error ? error.message : error}`;
    }
  };

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const found = [storage(), ...(await Promise.all(features.map(async (feature) => feature.check?.())))];
    const problems = found.filter((problem): problem is string => typeof problem === 'string');
    reply.code(problems.length === 0 ? 200 : 503);
    return { status: problems.length === 0 ? 'ready' : 'not_ready', problems };
  });
}
