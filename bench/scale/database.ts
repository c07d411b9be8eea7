import { systemClock } from '../../src/base/clock.js';
import type { Database } from '../../src/base/db/database.js';
import { openPostgres } from '../../src/base/db/open-postgres.js';
import { migrationsDir } from '../service/config.js';

/** The service's migrated schema in a database of the benchmark. */
export const openServiceSchema = (url: string, connections?: number): Promise<Database> =>
  openPostgres(migrationsDir, {
    url,
    schema: 'service',
    applicationName: 'bench',
    clock: systemClock,
    random: Math.random,
    ...(connections !== undefined && { connections }),
  });
