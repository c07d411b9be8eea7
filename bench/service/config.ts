import { join } from 'node:path';
import type { ServiceConfig } from '../../src/service/app.js';

export const migrationsDir = 'data/migrations/service';

/** A service with its data in `folder` that sells nothing. */
export const serviceConfig = (folder: string): ServiceConfig => ({
  dbPath: join(folder, 'service.db'),
  dataDir: folder,
  baseUrl: 'http://127.0.0.1',
  domain: 'bench',
  migrationsDir,
  catalogDir: 'data/catalog',
  network: 'localnet',
  merchantAddress: null,
  usdcMint: null,
  requiredCommitment: 'finalized',
  masterKeys: ['7'.repeat(64)],
});
