import type { Figure } from './figure.js';
import { measurePostgres } from './scale/postgres.js';
import { measureServers } from './scale/servers.js';

/** What grows: writers, and the servers of one process. */
export default async function scale(): Promise<Figure[]> {
  return [...(await measurePostgres()), ...(await measureServers())];
}
