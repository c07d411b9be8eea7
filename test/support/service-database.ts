import { resolve } from 'node:path';
import type { Database } from '../../src/base/db/database.js';
import { onEnginesWith } from './engines.js';

/**
 * Runs a suite on SQLite and on PostgreSQL.
 * @param suite gets a function that opens a new, empty database of the service
 */
export const onEveryServiceEngine = (suite: (openDatabase: () => Promise<Database>) => void): void =>
  onEnginesWith(resolve('data/migrations/service'), suite);

/** Adds a user. */
export const addUser = (db: Database, id: string, address = id): Promise<number> =>
  db.run('INSERT INTO "user" (id, address, created_at) VALUES (@id, @address, 0)', { id, address });

type StoredRig = {
  userId?: string;
  status?: string;
  images?: object[];
  /** Of a finished rig. */
  output?: object;
  /** The server that pays. */
  pool?: string | null;
  startedAt?: number;
  finishedAt?: number;
};

/** Adds a rig of 5 credits, without files, credits and job. */
export const addRig = (
  db: Database,
  id: string,
  {
    userId = 'usr_mia',
    status = 'succeeded',
    images = [],
    output = {},
    pool = null,
    startedAt = 0,
    finishedAt = 0,
  }: StoredRig = {},
): Promise<number> =>
  db.run(
    `INSERT INTO generation (id, user_id, type, pipeline_id, status, images, parameters, credits, estimated_seconds,
       output, created_at, started_at, finished_at, pool)
     VALUES (@id, @userId, 'image', 'clay', @status, @images, '{}', 5, 1, @output, @finishedAt, @startedAt,
       @finishedAt, @pool)`,
    {
      id,
      userId,
      status,
      images: JSON.stringify(images),
      output: status === 'succeeded' ? JSON.stringify(output) : null,
      pool,
      startedAt,
      finishedAt,
    },
  );
