import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { type Database, write } from '../../base/store.js';
import type { Ledger } from '../ledger/ledger.js';
import { type Crash, noCrash } from './crash.js';
import type { Case, Standing } from './machine.js';
import type { Settlement } from './settlement.js';

/** A question about money that a person has to answer, and the answer once there is one. Times in ms. */
export type Review = {
  id: number;
  signature: string;
  part: string;
  /** `refund`: an operator wants to return a payment that raised no question. */
  reason: Case['reason'] | 'refund';
  /** Base units in question. */
  amountBaseUnits: bigint;
  mint: string | null;
  payer: string | null;
  standing: Standing;
  /** Null for money that belongs to no purchase. */
  intentId: string | null;
  openedAt: number;
  decision: 'credited' | 'refunded' | null;
};

/** Who decides and why: kept with the decision for ever. */
export type Decider = { by: string; note?: string };

export type Reviews = {
  /** What waits for a decision, the oldest first. */
  listOpen(): Promise<Review[]>;
  /** The case of a payment; one is opened where a payment without a question is to be refunded. @throws AppError `not_found` */
  find(signature: string): Promise<Review>;
  /**
   * Takes the money as the price of its purchase, or of `intentId` where it has none.
   * @throws AppError when it was decided already, or the purchase is settled
   */
  credit(id: number, decider: Decider & { intentId?: string }): Promise<Review>;
  /**
   * Records that the money was sent back by the transaction `refundSignature`. A settled purchase loses its credits.
   * @throws AppError when it was decided already, the refund serves another case, or the credits are spent
   */
  refund(id: number, decider: Decider & { refundSignature: string }): Promise<Review>;
};

type SqlReview = Omit<Review, 'amountBaseUnits'> & { amount: string };

export function createReviews(deps: {
  db: Database;
  ledger: Ledger;
  clock: Clock;
  rejudge: Settlement['rejudge'];
  crash?: Crash;
}): Reviews {
  const { db, ledger, clock, rejudge, crash = noCrash } = deps;
  const select = `SELECT review.id, review.signature, review.part, reason, review.amount, mint, payer, standing,
    intent_id AS intentId, opened_at AS openedAt, decision FROM review JOIN payment USING (signature, part)`;
  const readOpen = db.prepare<[], SqlReview>(
    `${select} WHERE decision IS NULL ORDER BY opened_at, review.id`,
  );
  const readById = db.prepare<[number], SqlReview>(`${select} WHERE review.id = ?`);
  const readBySignature = db.prepare<[string], SqlReview>(
    `${select} WHERE review.signature = ? ORDER BY decision IS NOT NULL, review.id`,
  );
  const open = db.prepare(
    `INSERT INTO review (signature, part, reason, amount, opened_at)
     SELECT signature, part, 'refund', amount, ? FROM payment
     WHERE signature = ? AND intent_id IS NOT NULL AND standing = 'counts' LIMIT 1`,
  );
  const decide = db.prepare(
    `UPDATE review SET decision = @decision, decided_by = @by, decided_at = @now, note = @note,
       refund_signature = @refundSignature
     WHERE id = @id AND decision IS NULL`,
  );
  const assign = db.prepare(
    'UPDATE payment SET standing = @standing, intent_id = @intentId WHERE signature = @signature AND part = @part',
  );
  const findRefund = db.prepare('SELECT 1 FROM review WHERE refund_signature = ?');
  const readIntent = db.prepare<[string], { status: string; userId: string; credits: number }>(
    'SELECT status, user_id AS userId, credits FROM intent WHERE id = ?',
  );

  const complete = ({ amount, ...row }: SqlReview): Review => ({ ...row, amountBaseUnits: BigInt(amount) });
  const read = (id: number): Review => {
    const row = readById.get(id);
    if (!row) throw new AppError('not_found', 'There is no such case.');
    return complete(row);
  };
  const readUndecided = (id: number): Review => {
    const review = read(id);
    if (review.decision !== null)
      throw new AppError('invalid_request', `Case ${id} was decided already: ${review.decision}.`);
    return review;
  };
  const conclude = (id: number, decision: 'credited' | 'refunded', answer: Decider, refund?: string) => {
    const { by, note = null } = answer;
    decide.run({ id, decision, by, note, now: clock.now(), refundSignature: refund ?? null });
    crash('review.in_decided');
    return read(id);
  };
  /** @throws AppError `not_found` */
  const intentOf = (id: string) => {
    const intent = readIntent.get(id);
    if (!intent) throw new AppError('not_found', 'That purchase does not exist.');
    return intent;
  };

  const takeBack = (intentId: string) => {
    const { userId, credits } = intentOf(intentId);
    if (ledger.readBalance(userId).available < credits)
      throw new AppError('insufficient_credits', 'The credits of that purchase have been spent.');
    ledger.refund({ userId, credits, subject: intentId, note: 'money returned' });
  };

  return {
    listOpen: async () => readOpen.all().map(complete),
    find: async (signature) =>
      write(db, () => {
        if (readBySignature.all(signature).length === 0) open.run(clock.now(), signature);
        const [row] = readBySignature.all(signature);
        if (!row) throw new AppError('not_found', 'No payment with that signature was seen.');
        return complete(row);
      }),
    credit: async (id, { intentId, ...decider }) =>
      write(db, () => {
        const { signature, part, ...review } = readUndecided(id);
        const target = review.intentId ?? intentId;
        if (target === undefined)
          throw new AppError('invalid_request', 'That money has no purchase yet: name the one it is for.');
        const { status } = intentOf(target);
        if (status === 'succeeded' || status === 'refunded')
          throw new AppError('invalid_request', `That purchase is ${status} already.`);
        rejudge(target, () => assign.run({ signature, part, intentId: target, standing: 'accepted' }));
        return conclude(id, 'credited', decider);
      }),
    refund: async (id, { refundSignature, ...decider }) =>
      write(db, () => {
        const { signature, part, intentId, reason } = readUndecided(id);
        if (findRefund.get(refundSignature))
          throw new AppError('signature_already_used', 'That transaction is the refund of another case.');
        const isSurplus = reason === 'overpaid' || reason === 'duplicate';
        const isSettled = intentId !== null && intentOf(intentId).status === 'succeeded';
        const isPrice = isSettled && reason === 'refund';
        if (isPrice) takeBack(intentId);
        if (intentId !== null && !isSurplus)
          rejudge(intentId, () => assign.run({ signature, part, intentId, standing: 'returned' }));
        return conclude(id, 'refunded', decider, refundSignature);
      }),
  };
}
