import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../../src/base/clock.js';
import { systemRandom } from '../../src/base/ids.js';
import { silentLog } from '../../src/base/log.js';
import { type Database, openDatabase, write } from '../../src/base/store.js';
import { newReference } from '../../src/chain/pay-url.js';
import type { Rpc } from '../../src/chain/rpc.js';
import type { LocalChain } from '../../src/playground/chain/local-chain.js';
import { createServiceApp } from '../../src/service/app.js';
import { createLedger } from '../../src/service/ledger/ledger.js';
import { createPaymentsFeature } from '../../src/service/payments/payments.js';
import { createPaymentStore } from '../../src/service/payments/store.js';

export const [FEW, MANY] = [10, 10_000];
export const migrationsDir = 'data/migrations/service';
const dayMs = 86_400_000;

export const openIntent = (index: number, user = index) => ({
  id: `int_${index}`,
  userId: `usr_${user}`,
  packId: 'starter',
  credits: 100,
  currency: 'SOL' as const,
  recipient: 'M',
  mint: null,
  reference: newReference(randomBytes),
  requiredCommitment: 'finalized' as const,
  expiresAt: Date.now() + dayMs,
});

/** A member may have only a few open purchases, so there must be many members. */
export function addUsers(db: Database, count: number): void {
  const insert = db.prepare('INSERT INTO user (id, address, created_at) VALUES (?, ?, 0)');
  for (let index = 0; index < count; index += 1) insert.run(`usr_${index}`, `address ${index}`);
}

export type Till = { chain: LocalChain; merchant: string; rpc: Rpc };

export const openService = (dbPath: string, folder: string, till: Till, clock: Clock, rpc: Rpc) =>
  createServiceApp(
    {
      dbPath,
      dataDir: folder,
      baseUrl: 'http://127.0.0.1',
      domain: 'bench',
      migrationsDir,
      catalogDir: 'data/catalog',
      network: 'localnet',
      requiredCommitment: 'finalized',
      merchantAddress: till.merchant,
      usdcMint: till.chain.usdcMint,
      masterKeys: ['7'.repeat(64)],
    },
    { clock, random: systemRandom, log: silentLog, rpc },
    (context) => [createPaymentsFeature(context)],
  );

/** A database with pending purchases, and sessions of as many wallets. */
export async function fill(dbPath: string, intents: number, sessions: number): Promise<void> {
  const db = await openDatabase(dbPath, migrationsDir);
  const store = createPaymentStore({ db, ledger: createLedger(db, systemClock), clock: systemClock });
  const session = db.prepare(
    'INSERT INTO session (id, user_id, created_at, last_used_at, expires_at) VALUES (?, ?, 0, 0, ?)',
  );
  write(db, () => {
    addUsers(db, Math.max(intents, sessions));
    for (let index = 0; index < intents; index += 1)
      void store.intents.create(openIntent(index), [BigInt(20_000_000 + index)], () => undefined);
    for (let index = 0; index < sessions; index += 1)
      session.run(`session ${index}`, `usr_${index}`, Date.now() + dayMs);
  });
  db.close();
}
