import pg from 'pg';
import { SetupError } from '../errors.js';

const connectMs = 10_000;
/** Statements outside the pool copy or migrate whole tables. Later than the server's own limit, in case it is cut off. */
const statementMs = 600_000;
const answerMs = 630_000;

/**
 * The settings of a connection. Modes of TLS mean what they mean to PostgreSQL's own programs: `require` encrypts,
 * `verify-full` also checks the server's name and certificate.
 * @param own win over the parameters of the URL; `options` are added to them
 * @throws SetupError when the URL cannot be read
 */
export function connectionTo(url: string, own: pg.ClientConfig): pg.ClientConfig {
  const place = readUrl(url);
  const { searchParams } = place;
  if (searchParams.has('sslmode')) searchParams.set('uselibpqcompat', 'true');
  const options = [searchParams.get('options'), own.options].filter(Boolean).join(' ');
  for (const name of ['options', 'application_name']) searchParams.delete(name);
  return { ...own, connectionString: place.href, ...(options && { options }) };
}

/**
 * One connection to PostgreSQL, outside a pool.
 * @throws SetupError when the server cannot be reached or refuses
 */
export async function connectPostgres(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  try {
    const client = new pg.Client(
      connectionTo(url, {
        connectionTimeoutMillis: connectMs,
        statement_timeout: statementMs,
        query_timeout: answerMs,
        keepAlive: true,
        ...options,
      }),
    );
    // A query that is under way fails by itself; without a listener the process would end.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(
      `PostgreSQL at ${nameOf(url)} can't be used: ${reasonOf(error)}. Check the address, the user and the password.`,
    );
  }
}

/** Host and database of an address, without user and password. */
export function nameOf(url: string): string {
  const { host, pathname } = readUrl(url);
  return `${host}${pathname}`;
}

/** A host with several addresses, such as localhost, fails with one error for each. */
function reasonOf(error: unknown): string {
  const { message, errors = [] } = error as AggregateError;
  return message || errors.map((each: Error) => each.message).join(', ') || String(error);
}

function readUrl(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw new SetupError(
      'The address of PostgreSQL cannot be read. It looks like postgres://user:password@host/database; write special characters of the password as %23 (#), %2F (/), %3F (?) or %40 (@).',
    );
  }
}
