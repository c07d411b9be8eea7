import { AppError } from '../../base/errors.js';
import type { Database } from '../../base/store.js';
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

/** Finds the money that a subject names. Synchronous, to run inside the transaction of a decision. */
export type Questions = {
  /** Open cases, oldest first. */
  listOpen(): Review[];
  /** A case that exists. */
  read(id: number): Review;
  /**
   * The open case of the subject; undefined when the payment has none.
   * @throws AppError when the case was decided, or does not exist
   */
  findCase(subject: Subject): Review | undefined;
  /**
   * What is left of a payment without a case.
   * @throws AppError when its case was decided, or no such payment was seen
   */
  findKept(subject: Subject): Question;
};

type SqlQuestion = Omit<Question, 'amountBaseUnits'> & { amount: string };
type SqlReview = Omit<Review, 'amountBaseUnits'> & { amount: string };
type SqlPayment = Omit<SqlQuestion, 'reason'> & { returned: string };

const complete = <T extends { amount: string }>({ amount, ...row }: T) => ({
  ...row,
  amountBaseUnits: BigInt(amount),
});

export function createQuestions(db: Database): Questions {
  const ofPayment = 'signature, part, mint, payer, slot, commitment, standing, intent_id AS intentId';
  const select = `SELECT review.id, ${ofPayment}, reason, review.amount, opened_at AS openedAt, decision
    FROM review JOIN payment USING (signature, part)`;
  const readOpen = db.prepare<[], SqlReview>(
    `${select} WHERE decision IS NULL ORDER BY opened_at, review.id`,
  );
  const readById = db.prepare<{ id: number }, SqlReview>(`${select} WHERE review.id = @id`);
  const readBySignature = db.prepare<{ signature: string }, SqlReview>(
    `${select} WHERE signature = @signature ORDER BY review.id DESC`,
  );
  const readPayments = db.prepare<{ signature: string }, SqlPayment>(
    `SELECT ${ofPayment}, amount, returned FROM payment
     WHERE signature = @signature AND intent_id IS NOT NULL AND standing IN ('counts', 'accepted')`,
  );
  const findCase = (subject: Subject): Review | undefined => {
    if ('id' in subject) {
      const row = readById.get({ id: subject.id });
      if (!row) throw new AppError('not_found', `There is no case ${subject.id}.`);
      if (row.decision !== null) throw decided(row);
      return complete(row);
    }
    const rows = readBySignature
      .all({ signature: subject.signature })
      .filter(({ decision }) => decision === null);
    const row = theOneFor(subject.intentId, rows);
    return row && complete(row);
  };

  const findKept = (subject: Subject): Question => {
    if ('id' in subject) throw new AppError('not_found', `There is no case ${subject.id}.`);
    const { signature, intentId } = subject;
    const row = theOneFor(intentId, readPayments.all({ signature }));
    if (row) {
      const { returned, ...payment } = row;
      const { amountBaseUnits, ...kept } = complete(payment);
      return { ...kept, reason: 'refund', amountBaseUnits: amountBaseUnits - BigInt(returned) };
    }
    const [last] = readBySignature.all({ signature });
    if (last) throw decided(last);
    throw new AppError('not_found', 'No payment with that signature was seen.');
  };

  return {
    listOpen: () => readOpen.all().map(complete),
    read: (id) => complete(readById.get({ id })!),
    findCase,
    findKept,
  };
}

const decided = ({ id, decision }: Pick<Review, 'id' | 'decision'>) =>
  new AppError('invalid_request', `Case ${id} is already decided: ${decision}.`);
