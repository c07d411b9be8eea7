import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import { type Database, write } from '../../base/store.js';
import type { Finality } from '../../chain/rpc.js';
import { type Crash, noCrash } from './crash.js';
import type { Case, Standing } from './machine.js';
import type { Settlement } from './settlement.js';
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
  standing: Standing;
  /** Null for money without a purchase. */
  intentId: string | null;
};

/** A review case and its decision, once there is one. Times in ms. */
export type Review = Question & {
  id: number;
  openedAt: number;
  decision: 'credited' | 'refunded' | 'revoked' | null;
};

/** Names what is decided: a case number, or a transaction signature with the purchase where it paid several. */
export type Subject = { id: number } | { signature: string; intentId?: string };

/** Who decides and why; stored with the decision. */
export type Decider = { by: string; note?: string };

/** A refund transaction and the amount it returned according to the chain. */
export type Refund = { signature: string; amountBaseUnits: bigint };

export type Reviews = {
  /** Open cases, oldest first. */
  listOpen(): Promise<Review[]>;
  /**
   * What a refund of the subject has to return; also for a payment without a case.
   * @throws as `refund`
   */
  find(subject: Subject): Promise<Question>;
  /**
   * Accepts the money as the price of its purchase, or of `intentId` where it has none.
   * @throws AppError when it was decided already, or the purchase is another one or settled
   */
  credit(subject: Subject, decider: Decider & { intentId?: string }): Promise<Review>;
  /**
   * Records that the money was sent back. A purchase that is no longer paid loses its credits.
   * @throws AppError when it was decided already, the refund is too small or used for another case, or the credits
   * are spent
   */
  refund(subject: Subject, decider: Decider & { refund: Refund }): Promise<Review>;
  /**
   * Takes back the credits of a payment the network dropped.
   * @throws AppError when it was decided already, is about anything else, or the credits are spent
   */
  revoke(subject: Subject, decider: Decider): Promise<Review>;
};

type SqlQuestion = Omit<Question, 'amountBaseUnits'> & { amount: string };
type SqlReview = Omit<Review, 'amountBaseUnits'> & { amount: string };
type SqlPayment = Omit<SqlQuestion, 'reason'> & { returned: string };

const complete = <T extends { amount: string }>({ amount, ...row }: T) => ({
  ...row,
  amountBaseUnits: BigInt(amount),
});

export function createReviews(deps: {
  db: Database;
  clock: Clock;
  rejudge: Settlement['rejudge'];
  crash?: Crash;
}): Reviews {
  const { db, clock, rejudge, crash = noCrash } = deps;
  const ofPayment = 'signature, part, mint, payer, slot, commitment, standing, intent_id AS intentId';
  const select = `SELECT review.id, ${ofPayment}, reason, review.amount, opened_at AS openedAt, decision
    FROM review JOIN payment USING (signature, part)`;
  const readOpen = db.prepare<[], SqlReview>(
    `${select} WHERE decision IS NULL ORDER BY opened_at, review.id`,
  );
  const readById = db.prepare<[number], SqlReview>(`${select} WHERE review.id = ?`);
  const readBySignature = db.prepare<[string], SqlReview>(
    `${select} WHERE signature = ? ORDER BY review.id DESC`,
  );
  const readPayments = db.prepare<[string], SqlPayment>(
    `SELECT ${ofPayment}, amount, returned FROM payment
     WHERE signature = ? AND intent_id IS NOT NULL AND standing IN ('counts', 'accepted')`,
  );
  const readPayment = db.prepare<[string, string], { amount: string; returned: string }>(
    'SELECT amount, returned FROM payment WHERE signature = ? AND part = ?',
  );
  const open = db.prepare(
    `INSERT INTO review (signature, part, reason, amount, opened_at) VALUES (?, ?, 'refund', ?, ?)`,
  );
  const decide = db.prepare(
    `UPDATE review SET decision = @decision, decided_by = @by, decided_at = @now, note = @note,
       refund_signature = @refundSignature
     WHERE id = @id AND decision IS NULL`,
  );
  const accept = db.prepare(
    `UPDATE payment SET standing = 'accepted', intent_id = ? WHERE signature = ? AND part = ?`,
  );
  const sendBack = db.prepare(
    `UPDATE payment SET returned = @returned, standing = iif(@returned = amount, 'returned', standing)
     WHERE signature = @signature AND part = @part`,
  );
  const findRefund = db.prepare('SELECT 1 FROM review WHERE refund_signature = ?');
  const readStatus = db.prepare<[string], string>('SELECT status FROM intent WHERE id = ?').pluck();

  /** The open case of the subject; undefined when the payment has none. */
  const findCase = (subject: Subject): Review | undefined => {
    if ('id' in subject) {
      const row = readById.get(subject.id);
      if (!row) throw new AppError('not_found', `There is no case ${subject.id}.`);
      if (row.decision !== null) throw decided(row);
      return complete(row);
    }
    const rows = readBySignature.all(subject.signature).filter(({ decision }) => decision === null);
    const row = theOneFor(subject.intentId, rows);
    return row && complete(row);
  };

  /** What is left of a payment without a case. */
  const findKept = (subject: Subject): Question => {
    if ('id' in subject) throw new AppError('not_found', `There is no case ${subject.id}.`);
    const { signature, intentId } = subject;
    const row = theOneFor(intentId, readPayments.all(signature));
    if (row) {
      const { returned, ...payment } = row;
      const { amountBaseUnits, ...kept } = complete(payment);
      return { ...kept, reason: 'refund', amountBaseUnits: amountBaseUnits - BigInt(returned) };
    }
    const [last] = readBySignature.all(signature);
    if (last) throw decided(last);
    throw new AppError('not_found', 'No payment with that signature was seen.');
  };

  const noQuestion = (subject: Subject): never => {
    const { intentId } = findKept(subject);
    throw new AppError('invalid_request', `That payment needs no review: ${intentId} has it.`);
  };

  const conclude = (
    id: number,
    decision: 'credited' | 'refunded' | 'revoked',
    decider: Decider,
    refund?: string,
  ) => {
    const { by, note = null } = decider;
    decide.run({ id, decision, by, note, now: clock.now(), refundSignature: refund ?? null });
    crash('review.in_decided');
  };
  const read = (id: number): Review => complete(readById.get(id)!);

  const rejudgeUnspent = (intentId: string, id: number, edit: () => void) => {
    try {
      rejudge(intentId, edit);
    } catch (error) {
      if (!isAppError(error, 'insufficient_credits')) throw error;
      throw new AppError(
        'insufficient_credits',
        `The member has spent some of those credits. Try again when the balance is high enough, or let them keep all: credit ${id}.`,
      );
    }
  };

  return {
    listOpen: async () => readOpen.all().map(complete),
    find: async (subject) => findCase(subject) ?? findKept(subject),
    credit: async (subject, { intentId, ...decider }) =>
      write(db, () => {
        const { id, signature, part, ...review } = refuseUnlessFinal(
          findCase(subject) ?? noQuestion(subject),
        );
        const target = review.intentId ?? intentId;
        if (target === undefined)
          throw new AppError(
            'invalid_request',
            'That money belongs to no purchase yet. Name the purchase to credit.',
          );
        if (intentId !== undefined && intentId !== target)
          throw new AppError('invalid_request', `That money was paid for ${target}, not for ${intentId}.`);
        const status = readStatus.get(target);
        if (status === undefined) throw new AppError('not_found', 'That purchase does not exist.');
        if (review.reason !== 'dropped' && (status === 'succeeded' || status === 'refunded'))
          throw new AppError('invalid_request', `That purchase is ${status} already.`);
        conclude(id, 'credited', decider);
        rejudge(target, () => accept.run(target, signature, part));
        return read(id);
      }),
    refund: async (subject, { refund, ...decider }) =>
      write(db, () => {
        const asked = findCase(subject);
        if (asked?.reason === 'dropped')
          throw new AppError(
            'invalid_request',
            `The network dropped that payment, so there is nothing to send back. Use revoke ${asked.id} or credit ${asked.id}.`,
          );
        const { signature, part, intentId, amountBaseUnits } = refuseUnlessFinal(asked ?? findKept(subject));
        if (refund.amountBaseUnits < amountBaseUnits)
          throw new AppError(
            'invalid_request',
            `That transaction sends back ${refund.amountBaseUnits} of the ${amountBaseUnits} base units in question.`,
          );
        if (findRefund.get(refund.signature))
          throw new AppError('signature_already_used', 'That transaction is the refund of another case.');
        const opened = () => open.run(signature, part, amountBaseUnits.toString(), clock.now());
        const id = asked?.id ?? Number(opened().lastInsertRowid);
        conclude(id, 'refunded', decider, refund.signature);
        const before = BigInt(readPayment.get(signature, part)!.returned);
        const returned = (before + amountBaseUnits).toString();
        const edit = () => sendBack.run({ signature, part, returned });
        if (intentId === null) edit();
        else rejudge(intentId, edit);
        return read(id);
      }),
    revoke: async (subject, decider) =>
      write(db, () => {
        const { id, reason, signature, part, intentId } = findCase(subject) ?? noQuestion(subject);
        if (reason !== 'dropped' || intentId === null)
          throw new AppError(
            'invalid_request',
            `Case ${id} is about money that arrived. Send it back, then use refund ${id} --by SIGNATURE.`,
          );
        conclude(id, 'revoked', decider);
        const returned = readPayment.get(signature, part)!.amount;
        rejudgeUnspent(intentId, id, () => sendBack.run({ signature, part, returned }));
        return read(id);
      }),
  };
}

const decided = ({ id, decision }: Pick<Review, 'id' | 'decision'>) =>
  new AppError('invalid_request', `Case ${id} is already decided: ${decision}.`);

/** A fork may still drop a transaction that is not final, and a decision cannot be undone. */
function refuseUnlessFinal<T extends Question>(question: T): T {
  if (question.commitment === 'finalized' || question.reason === 'dropped') return question;
  throw new AppError('invalid_request', 'That payment is not final yet. Decide in a minute.');
}
