import { postgresPrograms } from './postgres.js';

/** Ends a run on PostgreSQL where no server is installed, before a test. */
export default function setup(): void {
  if (postgresPrograms !== null) return;
  console.log('Skipped: PostgreSQL is not installed, so nothing was tested on it.');
  process.exit(0);
}
