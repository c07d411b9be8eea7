import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import { type Database, write } from '../../base/store.js';
import { type Crash, noCrash } from './crash.js';
import { createQuestions, type Question, type Review, type Subject } from './questions.js';
import type { Settlement } from './settlement.js';

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

export function createReviews(deps: {
  db: Database;
  clock: Clock;
  rejudge: Settlement['rejudge'];
  crash?: Crash;
}): Reviews {
  const { db, clock, rejudge, crash = noCrash } = deps;
  const questions = createQuestions(db);
  const { findCase, findKept, read } = questions;
  const readPayment = db.prepare<{ signature: string; part: string }, { amount: string; returned: string }>(
    'SELECT amount, returned FROM payment WHERE signature = @signature AND part = @part',
  );
  const open = db.prepare(
    `INSERT INTO review (signature, part, reason, amount, opened_at)
     VALUES (@signature, @part, 'refund', @amount, @now)`,
  );
  const decide = db.prepare(
    `UPDATE review SET decision = @decision, decided_by = @by, decided_at = @now, note = @note,
       refund_signature = @refundSignature
     WHERE id = @id AND decision IS NULL`,
  );
  const accept = db.prepare(
    `UPDATE payment SET standing = 'accepted', intent_id = @intentId
     WHERE signature = @signature AND part = @part`,
  );
  const sendBack = db.prepare(
    `UPDATE payment SET returned = @returned, standing = iif(@returned = amount, 'returned', standing)
     WHERE signature = @signature AND part = @part`,
  );
  const findRefund = db.prepare<{ signature: string }>(
    'SELECT 1 FROM review WHERE refund_signature = @signature',
  );
  const readStatus = db.prepare<{ id: string }, string>('SELECT status FROM intent WHERE id = @id').pluck();

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
    listOpen: async () => questions.listOpen(),
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
        const status = readStatus.get({ id: target });
        if (status === undefined) throw new AppError('not_found', 'That purchase does not exist.');
        if (review.reason !== 'dropped' && (status === 'succeeded' || status === 'refunded'))
          throw new AppError('invalid_request', `That purchase is ${status} already.`);
        conclude(id, 'credited', decider);
        rejudge(target, () => accept.run({ intentId: target, signature, part }));
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
        if (findRefund.get({ signature: refund.signature }))
          throw new AppError('signature_already_used', 'That transaction is the refund of another case.');
        const opened = () =>
          open.run({ signature, part, amount: amountBaseUnits.toString(), now: clock.now() });
        const id = asked?.id ?? Number(opened().lastInsertRowid);
        conclude(id, 'refunded', decider, refund.signature);
        const before = BigInt(readPayment.get({ signature, part })!.returned);
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
        const returned = readPayment.get({ signature, part })!.amount;
        rejudgeUnspent(intentId, id, () => sendBack.run({ signature, part, returned }));
        return read(id);
      }),
  };
}

/** A fork may still drop a transaction that is not final, and a decision cannot be undone. */
function refuseUnlessFinal<T extends Question>(question: T): T {
  if (question.commitment === 'finalized' || question.reason === 'dropped') return question;
  throw new AppError('invalid_request', 'That payment is not final yet. Decide in a minute.');
}
