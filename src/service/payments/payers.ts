import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { type Database, write } from '../../base/store.js';
import type { IntentRow } from './intent.js';
import type { Part } from './parts.js';

/**
 * Payments without a reference: which wallets may pay for a purchase, and which transfers are wallet proofs instead
 * of payments.
 */
export type Payers = {
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
  findProof(part: Part): 'open' | 'over' | null;
};

const mostPayers = 10;
/** Block times are whole seconds and clocks differ a little. */
const clockSkewMs = 60_000;

export function createPayers({ db, clock }: { db: Database; clock: Clock }): Payers {
  const findIntent = db.prepare<[string], 1>('SELECT 1 FROM intent WHERE id = ?').pluck();
  const list = db.prepare<[string], string>('SELECT address FROM intent_wallet WHERE intent_id = ?').pluck();
  const add = db.prepare(
    'INSERT INTO intent_payer (intent_id, address, added_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const unmatched = db
    .prepare<[string, string | null, string, number], string>(
      `SELECT signature FROM payment WHERE intent_id IS NULL AND standing = 'unmatched'
         AND payer = ? AND mint IS ? AND amount = ? AND paid_at >= ?`,
    )
    .pluck();
  const findSpent = db.prepare<[string], 1>('SELECT 1 FROM transfer_proof WHERE signature = ?').pluck();
  const findAsked = db.prepare<
    [string, bigint, number, number],
    { usedAt: number | null; expiresAt: number }
  >(
    `SELECT used_at AS usedAt, expires_at AS expiresAt FROM nonce
     WHERE address = ? AND lamports = ? AND issued_at <= ? AND expires_at >= ?`,
  );
  return {
    add: async (intentId, address) =>
      write(db, () => {
        if (!findIntent.get(intentId)) throw new AppError('not_found', 'That purchase does not exist.');
        const known = list.all(intentId);
        if (known.includes(address)) return;
        if (known.length > mostPayers)
          throw new AppError(
            'quota_exceeded',
            'That purchase already has the highest number of paying wallets. Pay from one of them.',
          );
        add.run(intentId, address, clock.now());
      }),
    list: async ({ id }) => list.all(id),
    findUnmatched: async ({ mint, createdAt }, asked, address) =>
      unmatched.all(address, mint, asked.toString(), createdAt - clockSkewMs),
    findProof({ signature, payer, mint, amountBaseUnits, paidAt }) {
      if (findSpent.get(signature)) return 'over';
      if (mint !== null || payer === null) return null;
      const asked = findAsked.get(payer, amountBaseUnits, paidAt + clockSkewMs, paidAt - clockSkewMs);
      if (!asked) return null;
      return asked.usedAt === null && asked.expiresAt > clock.now() ? 'open' : 'over';
    },
  };
}
