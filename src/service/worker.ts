import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { openOwned } from '../base/owned.js';
import type { ServiceConfig } from './config.js';
import { hintUser } from './hub.js';
import { createHolds } from './ledger/holds.js';
import { createLimits } from './moderation/limits.js';
import { createMaking, type MakingOptions } from './rig/making.js';

export type RigWorker = {
  /** Makes no new rigs, requeues those it is making, and closes the database. */
  stop(): Promise<void>;
};

/** A process without addresses: makes rigs for the services on the same PostgreSQL database and files. */
export async function startRigWorker(
  config: Pick<
    ServiceConfig,
    'databaseSchema' | 'migrationsDir' | 'catalogDir' | 'bucket' | 'filesDir' | 'dataDir'
  > & { databaseUrl: string },
  deps: { clock: Clock; log: Log },
  options: MakingOptions,
): Promise<RigWorker> {
  const { log } = deps;
  const place = { path: '', url: config.databaseUrl, schema: config.databaseSchema ?? 'service' };
  const { db, hints, clock, close } = await openOwned(place, config.migrationsDir, {
    ...deps,
    onLost: () => undefined, // a shared database is not lost to another process
  });
  try {
    const limits = createLimits({ clock, secret: undefined }); // a worker admits nothing
    const making = createMaking(
      { config, db, hints, holds: createHolds(clock), limits, clock, log },
      options,
    );
    const runner = making.start(({ userId, id }) => hintUser(hints, userId, 'generation', id));
    return { stop: () => runner.stop().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}
