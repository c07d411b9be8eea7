import pg from 'pg';
import { SetupError } from '../errors.js';

/**
 * One connection to PostgreSQL, outside a pool.
 * @throws SetupError when the server cannot be reached or refuses
 */
export async function connectPostgres(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...options });
  await client.connect().catch((error: Error) => {
    throw new SetupError(`PostgreSQL at ${nameOf(url)} can't be used: ${error.message}. Check DATABASE_URL.`);
  });
  return client;
}

/** Host and database of an address, without user and password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
