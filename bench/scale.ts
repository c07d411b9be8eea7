import type { Figure } from './figure.js';
import { measureEdits } from './scale/edits.js';
import { measurePostgres } from './scale/postgres.js';
import { measureServers } from './scale/servers.js';
import { measureWorkers } from './scale/workers.js';

/** What grows: writers, workers, processes that share Discord's limit, and the servers of one process. */
export default async function scale(): Promise<Figure[]> {
  return [
    ...(await measureEdits()),
    ...(await measurePostgres()),
    ...(await measureWorkers()),
    ...(await measureServers()),
  ];
}
