import type { Params, Queries } from '../../base/db/database.js';
import type { IntentRow } from './intent.js';
import type { Payment } from './machine.js';

const intentColumns = `intent.row, intent.id, intent.user_id AS userId, buyer.address AS buyer, intent.status,
  intent.exception, intent.pack_id AS packId, intent.credits, intent.currency, intent.amount, intent.recipient,
  intent.mint, intent.reference, intent.required_commitment AS requiredCommitment, intent.created_at AS createdAt,
  intent.expires_at AS expiresAt, intent.canceled_at AS canceledAt, intent.settled_at AS settledAt,
  intent.settled_by AS settledBy, intent.receipt_number AS receiptNumber, intent.last_checked_at AS lastCheckedAt`;
const paymentColumns = `payment.signature, payment.part, payment.standing, payment.payer,
  payment.amount AS paidAmount, payment.returned, payment.mint AS paidMint, payment.slot, payment.commitment,
  payment.paid_at AS paidAt, payment.dropped_at AS droppedAt, payment.confirmations`;

/**
 * SQL that reads intents with their payments, one row each, newest intent first. It is one statement, so that both
 * are of the same moment.
 * @param condition with `ORDER BY row DESC LIMIT` where it has a limit
 */
export const intentsWhere = (condition: string): string =>
  `SELECT ${intentColumns}, ${paymentColumns} FROM (SELECT * FROM intent WHERE ${condition}) AS intent
   JOIN "user" AS buyer ON buyer.id = intent.user_id LEFT JOIN payment ON payment.intent_id = intent.id
   ORDER BY intent.row DESC, payment.paid_at, payment.signature, payment.part`;

type SqlIntent = Omit<IntentRow, 'amountBaseUnits' | 'payments'> & { amount: string };
type SqlPayment = Omit<Payment, 'amountBaseUnits' | 'returnedBaseUnits' | 'mint'> & {
  paidAmount: string;
  paidMint: string | null;
  returned: string;
};
type SqlRow = SqlIntent & (SqlPayment | Record<keyof SqlPayment, null>);

const byId = intentsWhere('id = @id');

export const readIntent = async (q: Queries, id: string): Promise<IntentRow | null> =>
  (await readIntents(q, byId, { id }))[0] ?? null;

/** @param sql from `intentsWhere` */
export async function readIntents(q: Queries, sql: string, params: Params): Promise<IntentRow[]> {
  const intents = new Map<string, IntentRow>();
  for (const row of await q.all<SqlRow>(sql, params)) {
    const intent = intents.get(row.id) ?? toIntent(row);
    intents.set(row.id, intent);
    if (row.signature !== null) intent.payments.push(toPayment(row));
  }
  return [...intents.values()];
}

const toIntent = (row: SqlRow): IntentRow => ({
  row: row.row,
  id: row.id,
  userId: row.userId,
  buyer: row.buyer,
  status: row.status,
  exception: row.exception,
  packId: row.packId,
  credits: row.credits,
  currency: row.currency,
  amountBaseUnits: BigInt(row.amount),
  recipient: row.recipient,
  mint: row.mint,
  reference: row.reference,
  requiredCommitment: row.requiredCommitment,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  canceledAt: row.canceledAt,
  settledAt: row.settledAt,
  settledBy: row.settledBy,
  receiptNumber: row.receiptNumber,
  lastCheckedAt: row.lastCheckedAt,
  payments: [],
});

const toPayment = (row: SqlPayment): Payment => ({
  signature: row.signature,
  part: row.part,
  standing: row.standing,
  payer: row.payer,
  amountBaseUnits: BigInt(row.paidAmount),
  returnedBaseUnits: BigInt(row.returned),
  mint: row.paidMint,
  slot: row.slot,
  commitment: row.commitment,
  paidAt: row.paidAt,
  droppedAt: row.droppedAt ?? null,
  confirmations: row.confirmations ?? 0,
});
