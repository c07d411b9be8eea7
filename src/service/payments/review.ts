import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import { AppError, isAppError } from '../../base/errors.js';
import { type Crash, noCrash } from './crash.js';
import { type Question, questions, type Review, type Subject } from './questions.js';
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

const sql = {
  readPayment: 'SELECT amount, returned FROM payment WHERE signature = @signature AND part = @part',
  open: `INSERT INTO review (signature, part, reason, amount, opened_at)
    VALUES (@signature, @part, 'refund', @amount, @now) RETURNING id`,
  decide: `UPDATE review SET decision = @decision, decided_by = @by, decided_at = @now, note = @note,
      refund_signature = @refundSignature
    WHERE id = @id AND decision IS NULL`,
  accept: `UPDATE payment SET standing = 'accepted', intent_id = @intentId
    WHERE signature = @signature AND part = @part`,
  sendBack: `UPDATE payment SET returned = @returned,
      standing = CASE WHEN amount = @returned THEN 'returned' ELSE standing END
    WHERE signature = @signature AND part = @part`,
  findRefund: 'SELECT 1 AS found FROM review WHERE refund_signature = @signature',
  readStatus: 'SELECT status FROM intent WHERE id = @id',
};

type Part = { signature: string; part: string };
const readPayment = async (t: Transaction, { signature, part }: Part) =>
  (await t.get<{ amount: string; returned: string }>(sql.readPayment, { signature, part }))!;

export function createReviews(deps: {
  db: Database;
  clock: Clock;
  rejudge: Settlement['rejudge'];
  crash?: Crash;
}): Reviews {
  const { db, clock, rejudge, crash = noCrash } = deps;

  const conclude = async (
    t: Transaction,
    id: number,
    decision: 'credited' | 'refunded' | 'revoked',
    decider: Decider,
    refund?: string,
  ) => {
    const { by, note = null } = decider;
    await t.run(sql.decide, { id, decision, by, note, now: clock.now(), refundSignature: refund ?? null });
    crash('review.in_decided');
  };
  const rejudgeUnspent = async (
    t: Transaction,
    intentId: string,
    id: number,
    edit: () => Promise<unknown>,
  ) => {
    try {
      await rejudge(t, intentId, edit);
    } catch (error) {
      if (!isAppError(error, 'insufficient_credits')) throw error;
      throw new AppError(
        'insufficient_credits',
        `The member has spent some of those credits. Try again when the balance is high enough, or let them keep all: credit ${id}.`,
      );
    }
  };
  const openRefund = async (t: Transaction, { signature, part }: Part, amount: bigint): Promise<number> => {
    const row = { signature, part, amount: amount.toString(), now: clock.now() };
    return (await t.get<{ id: number }>(sql.open, row))!.id;
  };

  return {
    listOpen: () => questions.listOpen(db),
    find: async (subject) =>
      (await questions.findCase(db, subject)) ?? (await questions.findKept(db, subject)),
    credit: (subject, { intentId, ...decider }) =>
      db.transaction(async (t) => {
        const { id, signature, part, ...review } = refuseUnlessFinal(await findQuestion(t, subject));
        const target = await creditable(t, review, intentId);
        await conclude(t, id, 'credited', decider);
        await rejudge(t, target, () => t.run(sql.accept, { intentId: target, signature, part }));
        return questions.read(t, id);
      }),
    refund: (subject, { refund, ...decider }) =>
      db.transaction(async (t) => {
        const asked = await questions.findCase(t, subject);
        const money = refundable(asked ?? (await questions.findKept(t, subject)), asked?.id, refund);
        if (await t.get(sql.findRefund, { signature: refund.signature }))
          throw new AppError('signature_already_used', 'That transaction is the refund of another case.');
        const { signature, part, intentId, amountBaseUnits } = money;
        const id = asked?.id ?? (await openRefund(t, money, amountBaseUnits));
        await conclude(t, id, 'refunded', decider, refund.signature);
        const before = BigInt((await readPayment(t, money)).returned);
        const returned = (before + amountBaseUnits).toString();
        const edit = () => t.run(sql.sendBack, { signature, part, returned });
        if (intentId === null) await edit();
        else await rejudge(t, intentId, edit);
        return questions.read(t, id);
      }),
    revoke: (subject, decider) =>
      db.transaction(async (t) => {
        const money = await findQuestion(t, subject);
        const { id, reason, signature, part, intentId } = money;
        if (reason !== 'dropped' || intentId === null)
          throw new AppError(
            'invalid_request',
            `Case ${id} is about money that arrived. Send it back, then use refund ${id} --by SIGNATURE.`,
          );
        await conclude(t, id, 'revoked', decider);
        const { amount: returned } = await readPayment(t, money);
        const edit = () => t.run(sql.sendBack, { signature, part, returned });
        await rejudgeUnspent(t, intentId, id, edit);
        return questions.read(t, id);
      }),
  };
}

/** @throws AppError when the money needs no review */
async function findQuestion(t: Transaction, subject: Subject): Promise<Review> {
  const found = await questions.findCase(t, subject);
  if (found) return found;
  const { intentId } = await questions.findKept(t, subject);
  throw new AppError('invalid_request', `That payment needs no review: ${intentId} has it.`);
}

/** The purchase that the money can be credited to. */
async function creditable(
  t: Transaction,
  review: Pick<Review, 'intentId' | 'reason'>,
  named: string | undefined,
): Promise<string> {
  const target = review.intentId ?? named;
  if (target === undefined)
    throw new AppError(
      'invalid_request',
      'That money belongs to no purchase yet. Name the purchase to credit.',
    );
  if (named !== undefined && named !== target)
    throw new AppError('invalid_request', `That money was paid for ${target}, not for ${named}.`);
  const intent = await t.get<{ status: string }>(sql.readStatus, { id: target });
  if (!intent) throw new AppError('not_found', 'That purchase does not exist.');
  const { status } = intent;
  if (review.reason !== 'dropped' && (status === 'succeeded' || status === 'refunded'))
    throw new AppError('invalid_request', `That purchase is ${status} already.`);
  return target;
}

/** Refuses a refund of money that never arrived, or of less than is in question. */
function refundable(money: Question, caseId: number | undefined, refund: Refund): Question {
  if (caseId !== undefined && money.reason === 'dropped')
    throw new AppError(
      'invalid_request',
      `The network dropped that payment, so there is nothing to send back. Use revoke ${caseId} or credit ${caseId}.`,
    );
  const { amountBaseUnits } = refuseUnlessFinal(money);
  if (refund.amountBaseUnits < amountBaseUnits)
    throw new AppError(
      'invalid_request',
      `That transaction sends back ${refund.amountBaseUnits} of the ${amountBaseUnits} base units in question.`,
    );
  return money;
}

/** A fork may still drop a transaction that is not final, and a decision cannot be undone. */
function refuseUnlessFinal<T extends Question>(question: T): T {
  if (question.commitment === 'finalized' || question.reason === 'dropped') return question;
  throw new AppError('invalid_request', 'That payment is not final yet. Decide in a minute.');
}
