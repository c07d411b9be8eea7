import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { type Database, write } from '../../base/store.js';
import { blockTimeSkewMs } from '../../chain/block-time.js';
import { isUnmarkedProof } from '../../chain/transfer-proof.js';
import type { IntentRow } from './intent.js';
import type { PaymentPart } from './parts.js';

/**
 * Payments without a reference: which wallets may pay for a purchase, and which transfers are wallet proofs instead
 * of payments.
 */
export type PayerStore = {
  /**
   * Allows another wallet, proven by its owner, to pay for the purchase.
   * @throws AppError `not_found`, `quota_exceeded`
   */
  add(intentId: string, address: string): Promise<void>;
  /** The buyer's wallet and those added. */
  list(intent: IntentRow): Promise<string[]>;
  /**
   * Signatures of unmatched payments of exactly this amount that the wallet has made since the purchase was
   * created.
   */
  findUnmatched(intent: IntentRow, asked: bigint, address: string): Promise<string[]>;
  /**
   * Whether the payment is a transfer proof of a wallet: `open` while it can still be submitted, `over` once it was
   * or the request has expired. Null for any other payment.
   */
  findProof(part: PaymentPart): 'open' | 'over' | null;
};

const mostPayers = 10;

export function createPayerStore({ db, clock }: { db: Database; clock: Clock }): PayerStore {
  const findIntent = db.prepare<{ id: string }, 1>('SELECT 1 FROM intent WHERE id = @id').pluck();
  const list = db
    .prepare<{ id: string }, string>('SELECT address FROM intent_wallet WHERE intent_id = @id')
    .pluck();
  const add = db.prepare(
    `INSERT INTO intent_payer (intent_id, address, added_at) VALUES (@intentId, @address, @now)
     ON CONFLICT DO NOTHING`,
  );
  const unmatched = db
    .prepare<{ address: string; mint: string | null; amount: string; since: number }, string>(
      `SELECT signature FROM payment WHERE intent_id IS NULL AND standing = 'unmatched'
         AND payer = @address AND mint IS @mint AND amount = @amount AND paid_at >= @since`,
    )
    .pluck();
  const findSpent = db
    .prepare<{ signature: string }, 1>('SELECT 1 FROM transfer_proof WHERE signature = @signature')
    .pluck();
  const findAsked = db.prepare<
    { payer: string; lamports: bigint },
    { issuedAt: number; expiresAt: number; usedAt: number | null }
  >(
    `SELECT issued_at AS issuedAt, expires_at AS expiresAt, used_at AS usedAt FROM nonce
     WHERE address = @payer AND lamports = @lamports`,
  );
  return {
    add: async (intentId, address) =>
      write(db, () => {
        if (!findIntent.get({ id: intentId }))
          throw new AppError('not_found', 'That purchase does not exist.');
        const known = list.all({ id: intentId });
        if (known.includes(address)) return;
        if (known.length > mostPayers)
          throw new AppError(
            'quota_exceeded',
            'That purchase already has the highest number of paying wallets. Pay from one of them.',
          );
        add.run({ intentId, address, now: clock.now() });
      }),
    list: async ({ id }) => list.all({ id }),
    findUnmatched: async ({ mint, createdAt }, asked, address) =>
      unmatched.all({ address, mint, amount: asked.toString(), since: createdAt - blockTimeSkewMs }),
    findProof(part) {
      const { signature, payer, amountBaseUnits: lamports } = part;
      if (findSpent.get({ signature })) return 'over';
      const asked = payer === null ? undefined : findAsked.get({ payer, lamports });
      if (!asked || payer === null || !isUnmarkedProof(part, { ...asked, payer, lamports })) return null;
      return asked.usedAt === null && asked.expiresAt > clock.now() ? 'open' : 'over';
    },
  };
}
