import type { Queries } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { Finality } from '../../chain/rpc.js';
import type { Case, PaymentStanding } from './machine.js';
import { theOneFor } from './subject.js';

/** Money an operator may decide about. */
export type Question = {
  signature: string;
  part: string;
  /** `refund`: an operator wants to return a payment that opened no case. */
  reason: Case['reason'] | 'refund';
  /** Base units in question. */
  amountBaseUnits: bigint;
  mint: string | null;
  payer: string | null;
  slot: number;
  commitment: Finality;
  standing: PaymentStanding;
  /** Null for money without a purchase. */
  intentId: string | null;
};

/** A review case and its decision, once there is one. Times in ms. */
export type Review = Question & {
  id: number;
  openedAt: number;
  decision: 'credited' | 'refunded' | 'revoked' | null;
};

/** The subject of a decision: a case number, or a transaction signature with the purchase where it paid several. */
export type Subject = { id: number } | { signature: string; intentId?: string };

type SqlQuestion = Omit<Question, 'amountBaseUnits'> & { amount: string };
type SqlReview = Omit<Review, 'amountBaseUnits'> & { amount: string };
type SqlPayment = Omit<SqlQuestion, 'reason'> & { returned: string };

const complete = <T extends { amount: string }>({ amount, ...row }: T) => ({
  ...row,
  amountBaseUnits: BigInt(amount),
});

const ofPayment = 'signature, part, mint, payer, slot, commitment, standing, intent_id AS intentId';
const select = `SELECT review.id, ${ofPayment}, reason, review.amount, opened_at AS openedAt, decision
  FROM review JOIN payment USING (signature, part)`;
const sql = {
  readOpen: `${select} WHERE decision IS NULL ORDER BY opened_at, review.id`,
  readById: `${select} WHERE review.id = @id`,
  readBySignature: `${select} WHERE signature = @signature ORDER BY review.id DESC`,
  readPayments: `SELECT ${ofPayment}, amount, returned FROM payment
    WHERE signature = @signature AND intent_id IS NOT NULL AND standing IN ('counts', 'accepted')`,
};

/** Finds the money that a subject names. */
export const questions = {
  /** Open cases, oldest first. */
  listOpen: async (q: Queries): Promise<Review[]> => (await q.all<SqlReview>(sql.readOpen)).map(complete),

  /** A case that exists. */
  read: async (q: Queries, id: number): Promise<Review> =>
    complete((await q.get<SqlReview>(sql.readById, { id }))!),

  /**
   * The open case of the subject; undefined when the payment has none.
   * @throws AppError when the case was decided, or does not exist
   */
  async findCase(q: Queries, subject: Subject): Promise<Review | undefined> {
    if ('id' in subject) {
      const row = await q.get<SqlReview>(sql.readById, { id: subject.id });
      if (!row) throw new AppError('not_found', `There is no case ${subject.id}.`);
      if (row.decision !== null) throw decided(row);
      return complete(row);
    }
    const rows = await q.all<SqlReview>(sql.readBySignature, { signature: subject.signature });
    const row = theOneFor(
      subject.intentId,
      rows.filter(({ decision }) => decision === null),
    );
    return row && complete(row);
  },

  /**
   * The amount left of a payment without a case.
   * @throws AppError when its case was decided, or no such payment was seen
   */
  async findKept(q: Queries, subject: Subject): Promise<Question> {
    if ('id' in subject) throw new AppError('not_found', `There is no case ${subject.id}.`);
    const { signature, intentId } = subject;
    const row = theOneFor(intentId, await q.all<SqlPayment>(sql.readPayments, { signature }));
    if (row) {
      const { returned, ...payment } = row;
      const { amountBaseUnits, ...kept } = complete(payment);
      return { ...kept, reason: 'refund', amountBaseUnits: amountBaseUnits - BigInt(returned) };
    }
    const [last] = await q.all<SqlReview>(sql.readBySignature, { signature });
    if (last) throw decided(last);
    throw new AppError('not_found', 'No payment with that signature was seen.');
  },
};

const decided = ({ id, decision }: Pick<Review, 'id' | 'decision'>) =>
  new AppError('invalid_request', `Case ${id} is already decided: ${decision}.`);
