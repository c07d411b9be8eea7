import type { Clock } from '../../base/clock.js';
import type { Database, Queries } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import { blockTimeSkewMs } from '../../chain/block-time.js';
import { isUnmarkedProof } from '../../chain/transfer-proof.js';
import type { IntentRow } from './intent.js';
import type { PaymentPart } from './parts.js';

/** A transfer proof that can still be submitted, or not any more; null for any other payment. */
type ProofState = 'open' | 'over' | null;

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
  findProof(part: PaymentPart): Promise<ProofState>;
};

const mostPayers = 10;

const sql = {
  findIntent: 'SELECT 1 AS found FROM intent WHERE id = @id',
  list: 'SELECT address FROM intent_wallet WHERE intent_id = @id',
  add: `INSERT INTO intent_payer (intent_id, address, added_at) VALUES (@intentId, @address, @now)
    ON CONFLICT DO NOTHING`,
  unmatched: `SELECT signature FROM payment WHERE intent_id IS NULL AND standing = 'unmatched'
    AND payer = @address AND mint IS NOT DISTINCT FROM @mint AND amount = @amount AND paid_at >= @since`,
  findSpent: 'SELECT 1 AS found FROM transfer_proof WHERE signature = @signature',
  findAsked: `SELECT issued_at AS issuedAt, expires_at AS expiresAt, used_at AS usedAt FROM nonce
    WHERE address = @payer AND lamports = @lamports`,
};
type AskedProof = { issuedAt: number; expiresAt: number; usedAt: number | null };

/** Whether the payment is a transfer proof of a wallet. */
export async function findProof(q: Queries, clock: Clock, part: PaymentPart): Promise<ProofState> {
  const { signature, payer, amountBaseUnits: lamports } = part;
  if (await q.get(sql.findSpent, { signature })) return 'over';
  if (payer === null) return null;
  const asked = await q.get<AskedProof>(sql.findAsked, { payer, lamports: Number(lamports) });
  if (!asked || !isUnmarkedProof(part, { ...asked, payer, lamports })) return null;
  return asked.usedAt === null && asked.expiresAt > clock.now() ? 'open' : 'over';
}

const listWallets = async (q: Queries, id: string): Promise<string[]> =>
  (await q.all<{ address: string }>(sql.list, { id })).map(({ address }) => address);

export function createPayerStore({ db, clock }: { db: Database; clock: Clock }): PayerStore {
  return {
    add: (intentId, address) =>
      db.transaction(async (t) => {
        if (!(await t.get(sql.findIntent, { id: intentId })))
          throw new AppError('not_found', 'That purchase does not exist.');
        const known = await listWallets(t, intentId);
        if (known.includes(address)) return;
        if (known.length > mostPayers)
          throw new AppError(
            'quota_exceeded',
            'That purchase already has the highest number of paying wallets. Pay from one of them.',
          );
        await t.run(sql.add, { intentId, address, now: clock.now() });
      }),
    list: ({ id }) => listWallets(db, id),
    async findUnmatched({ mint, createdAt }, asked, address) {
      const about = { address, mint, amount: asked.toString(), since: createdAt - blockTimeSkewMs };
      return (await db.all<{ signature: string }>(sql.unmatched, about)).map(({ signature }) => signature);
    },
    findProof: (part) => findProof(db, clock, part),
  };
}
