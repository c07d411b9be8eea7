import type { Addresses } from '../../src/app-types.js';
import { botEnvironment } from '../../src/cli/child.js';
import { databaseUrlFor } from './engines.js';

/** The environment of a bot in the playground with a database of its own, on PostgreSQL in `npm run test:postgres`. */
export async function environmentOfBot(
  world: Addresses,
  own: Parameters<typeof botEnvironment>[1],
): Promise<Record<string, string>> {
  const url = await databaseUrlFor(own.dataDir);
  return { ...botEnvironment(world, own), ...(url !== undefined && { DATABASE_URL: url }) };
}
