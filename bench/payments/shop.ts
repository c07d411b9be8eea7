import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../../src/base/clock.js';
import type { Transaction } from '../../src/base/db/database.js';
import { openSqlite } from '../../src/base/db/open-sqlite.js';
import { systemRandom } from '../../src/base/ids.js';
import { silentLog } from '../../src/base/log.js';
import { newReference } from '../../src/chain/pay-url.js';
import type { Rpc } from '../../src/chain/rpc.js';
import type { LocalChain } from '../../src/playground/chain/local-chain.js';
import { createServiceApp } from '../../src/service/app.js';
import { createLedger } from '../../src/service/ledger/ledger.js';
import { createPaymentsFeature } from '../../src/service/payments/payments.js';
import { createPaymentStore } from '../../src/service/payments/store.js';
import { migrationsDir, serviceConfig } from '../service/config.js';

export const [FEW, MANY] = [10, 10_000];
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
export async function addUsers(t: Transaction, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await t.run(addUser, { id: `usr_${index}`, address: `address ${index}` });
}

export const addUser = 'INSERT INTO "user" (id, address, created_at) VALUES (@id, @address, 0)';
const addSession = `INSERT INTO session (id, user_id, created_at, last_used_at, expires_at)
  VALUES (@id, @userId, 0, 0, @expiresAt)`;

export type Till = { chain: LocalChain; merchant: string; rpc: Rpc };

export const openService = (dbPath: string, folder: string, till: Till, clock: Clock, rpc: Rpc) =>
  createServiceApp(
    {
      ...serviceConfig(folder),
      dbPath,
      merchantAddress: till.merchant,
      usdcMint: till.chain.usdcMint,
    },
    { clock, random: systemRandom, log: silentLog, rpc },
    async (context) => [await createPaymentsFeature(context)],
  );

/** A database with pending purchases, and sessions of as many wallets. */
export async function fill(dbPath: string, intents: number, sessions: number): Promise<void> {
  const db = await openSqlite(dbPath, migrationsDir);
  const store = createPaymentStore({ db, ledger: createLedger(systemClock), clock: systemClock });
  await db.transaction((t) => addUsers(t, Math.max(intents, sessions)));
  await Promise.all(
    Array.from({ length: intents }, (_, index) =>
      store.intents.create(openIntent(index), [BigInt(20_000_000 + index)], async () => undefined),
    ),
  );
  await db.transaction(async (t) => {
    for (let index = 0; index < sessions; index += 1)
      await t.run(addSession, {
        id: `session ${index}`,
        userId: `usr_${index}`,
        expiresAt: Date.now() + dayMs,
      });
  });
  await db.close();
}
