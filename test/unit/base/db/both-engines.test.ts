import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Why a test chooses its engine by itself. All others run on PostgreSQL too, with `npm run test:postgres`. */
const reasons: Record<string, string> = {
  'fault/canary.test.ts': 'searches the files for secrets',
  'fault/cluster/environments.ts': 'is on PostgreSQL',
  'fault/process/kills.ts': 'kills processes that share files; the cluster does it on PostgreSQL',
  'fault/purchase/story.ts': 'thousands of stories in simulated time, which waits for no server',
  'fault/refusals/world.ts': 'time leaps, which PostgreSQL does not',
  'flow/move.slow.test.ts': 'moves files to PostgreSQL',
  'flow/several-bots.slow.test.ts': 'is on PostgreSQL',
  'service/doctor.test.ts': 'reads the files of the data folder',
  'service/migrate.slow.test.ts': 'migrates both',
  'service/move-interrupted.slow.test.ts': 'moves files to PostgreSQL',
  'support/bot-database.ts': 'chooses',
  'support/bot-environment.ts': 'chooses',
  'support/engines.ts': 'chooses',
  'support/installation.ts': 'chooses',
  'unit/base/db/copy.test.ts': 'copies a file to PostgreSQL',
  'unit/base/db/database.test.ts': 'tests both drivers',
  'unit/base/db/open-sqlite.test.ts': 'tests the files',
  'unit/base/db/statements.test.ts': 'tests both dialects',
  'unit/base/lease.test.ts': 'only a file has this lease',
  'unit/base/queue/worker.test.ts': 'has a queue of its own, whose contract is tested on both',
};

/** What opens a database, or a program with one, on an engine of its own. */
const openers = ['openSqlite', 'botEnvironment'];

it('every test opens its databases by the helpers that choose the engine, or says why not', () => {
  const folder = join(import.meta.dirname, '../../..');
  const opening = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .filter((path) =>
      new RegExp(`\\b(${openers.join('|')})\\(`).test(readFileSync(join(folder, path), 'utf8')),
    )
    .map((path) => path.replaceAll('\\', '/'));
  expect(opening.sort()).toEqual([...Object.keys(reasons)].sort());
});
