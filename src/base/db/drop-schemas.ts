import pg from 'pg';
import { connectPostgres } from './connect.js';

/** Deletes schemas with everything in them, for data that does not outlive a start. */
export async function dropSchemas(url: string, schemas: readonly string[]): Promise<void> {
  const client = await connectPostgres(url);
  try {
    for (const schema of schemas)
      await client.query(`DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(schema)} CASCADE`);
  } finally {
    await client.end();
  }
}
