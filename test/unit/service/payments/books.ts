import type { Database } from '../../../../src/base/db/database.js';
import { createLedger } from '../../../../src/service/ledger/ledger.js';
import type { IntentRow } from '../../../../src/service/payments/intent.js';
import type { SeenPayment } from '../../../../src/service/payments/machine.js';
import { createPaymentStore } from '../../../../src/service/payments/store.js';
import { manualClock } from '../../../support/clock.js';
import { addUser } from '../../../support/service-database.js';

/** A payment of the user with wallet A. */
export const payment = (signature: string, amountBaseUnits: bigint, part = 'A/SOL'): SeenPayment => ({
  part,
  standing: 'counts',
  signature,
  amountBaseUnits,
  payer: 'A',
  mint: null,
  slot: 1,
  commitment: 'confirmed',
  paidAt: 10,
});

/** The books of a service with one user, whose wallet is A. @param start ms */
export async function openBooks(openDatabase: () => Promise<Database>, start = 0) {
  const db = await openDatabase();
  const clock = manualClock(start);
  const ledger = createLedger(clock);
  const store = createPaymentStore({ db, ledger, clock });
  await addUser(db, 'usr_1', 'A');
  return {
    db,
    clock,
    ledger,
    store,
    addUser: (id: string, address: string) => addUser(db, id, address),
    /** A purchase of 100 credits in SOL, of which one of the amounts is asked. */
    create: (
      id: string,
      amounts: readonly bigint[],
      of: Partial<Pick<IntentRow, 'recipient' | 'reference' | 'mint' | 'expiresAt'>> = {},
    ) =>
      store.intents.create(
        {
          id,
          userId: 'usr_1',
          packId: 'starter',
          credits: 100,
          currency: 'SOL',
          recipient: 'M',
          mint: null,
          reference: `ref ${id}`,
          requiredCommitment: 'confirmed',
          expiresAt: start + 1_000,
          ...of,
        },
        amounts,
        async () => undefined,
      ),
    available: async () => (await ledger.readBalance(db, 'usr_1')).available,
  };
}
export type Books = Awaited<ReturnType<typeof openBooks>>;
