import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../base/clock.js';
import { SetupError } from '../base/errors.js';
import { silentLog } from '../base/log.js';
import { openOwned } from '../base/owned.js';
import { readConfig } from '../config.js';
import { dataOf } from '../settings.js';
import { readArguments } from './arguments.js';
import type { Io } from './io.js';
import { findRoot } from './root.js';
import { terminalTexts } from './texts.js';

/** Applies missing migrations, as a start would, or only says which are missing. */
export async function runMigrate(argv: string[], io: Io): Promise<number> {
  const { values } = readArguments('migrate', argv);
  const t = terminalTexts();
  const { check: isCheck = false } = values;
  const { databases, folder } = dataOf(readConfig(process.env, t), false);
  const present = Object.values(databases).filter(({ url, path }) => url !== undefined || existsSync(path));
  if (present.length === 0) throw new SetupError(t('cli.move.error.none', { folder }));
  let missing = 0;
  for (const place of present) {
    const { schema: name } = place;
    const migrations = join(findRoot(), 'data', 'migrations', name);
    const names = await findMissing(place, migrations);
    missing += names.length;
    if (!isCheck && names.length > 0) await apply(place, migrations);
    const said = isCheck ? 'cli.migrate.missing' : 'cli.migrate.applied';
    for (const migration of names) io.stdout.write(`${t(said, { name, migration })}\n`);
    if (names.length === 0) io.stdout.write(`${t('cli.migrate.current', { name })}\n`);
  }
  return isCheck && missing > 0 ? 1 : 0;
}

type Place = Parameters<typeof openOwned>[0];

async function findMissing({ url, schema, path }: Place, migrations: string): Promise<string[]> {
  if (url !== undefined) {
    const { findMissingInPostgres } = await import('../base/db/open-postgres.js');
    return findMissingInPostgres(migrations, { url, schema });
  }
  const { findMissingInSqlite } = await import('../base/db/open-sqlite.js');
  return findMissingInSqlite(path, migrations);
}

/** Opening a database applies its migrations. Refused while another process holds a SQLite file. */
async function apply(place: Place, migrations: string): Promise<void> {
  const { close } = await openOwned(place, migrations, {
    clock: systemClock,
    log: silentLog,
    onLost: () => undefined,
  });
  await close();
}
