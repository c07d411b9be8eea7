import { resolve } from 'node:path';
import type { Database } from '../../src/base/db/database.js';
import { onEnginesWith } from './engines.js';

/**
 * Runs a suite on SQLite and on PostgreSQL.
 * @param suite gets a function that opens a new, empty database of the service
 */
export const onEveryServiceEngine = (suite: (openDatabase: () => Promise<Database>) => void): void =>
  onEnginesWith(resolve('data/migrations/service'), suite);
