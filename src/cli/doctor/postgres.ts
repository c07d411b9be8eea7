import { connectPostgres } from '../../base/db/connect.js';
import { SetupError } from '../../base/errors.js';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import { type DoctorCheck, Finding, timeoutMs } from './check.js';

export type PostgresClient = Awaited<ReturnType<typeof connectPostgres>>;

/** @throws Finding when PostgreSQL cannot be reached or refuses */
export async function askPostgres<T>(
  url: string,
  t: Translate,
  ask: (client: PostgresClient) => Promise<T>,
): Promise<T> {
  const limits = {
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'rigsmith doctor',
  };
  const client = await connectPostgres(url, limits).catch((error: unknown) => {
    throw error instanceof SetupError ? new Finding(error.message, t('cli.doctor.postgres.fix')) : error;
  });
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

/** Checks that DATABASE_URL can be used; null without one. */
export function postgresCheck({ DATABASE_URL: url }: Config, t: Translate): DoctorCheck | null {
  if (url === undefined) return null;
  return {
    name: 'PostgreSQL',
    look: () =>
      askPostgres(url, t, async (client) => {
        const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
        return rows[0]!.server_version;
      }),
    fix: t('cli.doctor.postgres.fix'),
  };
}
