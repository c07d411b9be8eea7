import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { type Database, write } from '../../base/store.js';
import type { Ledger } from '../ledger/ledger.js';
import { type Crash, noCrash } from './crash.js';
import { completing, isCreditedBy, withoutDropped } from './dropped.js';
import { type IntentRow, visible } from './intent.js';
import { createIntentReader } from './intents.js';
import { type Case, casesOf, intentMachine, judge, type SeenPayment } from './machine.js';
import { nextCheckAt } from './schedule.js';
import { createPaymentSource } from './source.js';

/** How long a dropped payment is still checked, in case the node was wrong. */
const droppedWatchMs = 3_600_000;

/** A review case was opened; `intentId` is null for money without a purchase. */
export type Asked = { signature: string; reason: Case['reason']; intentId: string | null };

export type Settled = {
  intent: IntentRow;
  /** Whether anything a member sees has changed. */
  changed: boolean;
  /** Signatures whose same part already pays for another intent. */
  taken: string[];
};

/** Synchronous, to run inside the caller's transaction. */
export type SettlementSteps = {
  settle(id: string, payments: readonly SeenPayment[], checked?: boolean): Settled;
  keepUnmatched(payment: SeenPayment, options: { ask: boolean }): void;
};

/**
 * The only code that moves an intent because of money: every change of its payments judges it again in the same
 * transaction.
 */
export type Settlement = {
  /**
   * Adds payments and moves the intent accordingly, credits included, in one transaction. Repeatable.
   * @param checked when the chain was read for this intent by its reference
   */
  settle(id: string, payments: readonly SeenPayment[], options?: { checked: boolean }): Promise<Settled>;
  /** Removes a payment a fork has dropped, and moves the intent back. */
  drop(id: string, signature: string): Promise<Settled>;
  /**
   * Stores money that belongs to no intent.
   * @param ask whether to open a review case once it is final
   */
  keepUnmatched(payment: SeenPayment, options: { ask: boolean }): Promise<void>;
  steps: SettlementSteps;
  /** Signatures of payments made before `paidBefore` that are not final yet. */
  listUnfinal(paidBefore: number, limit: number): Promise<string[]>;
  /** Removes every payment of a transaction a fork has dropped, for any intent. */
  forget(signature: string): Promise<Settled[]>;
  /** Changes payments inside the transaction of an operator's decision and judges their intent again. */
  rejudge(id: string, edit: () => void): IntentRow;
};

export function createSettlement(deps: {
  db: Database;
  ledger: Ledger;
  clock: Clock;
  crash?: Crash;
  /** A review case was opened. */
  asked?(question: Asked): void;
}): Settlement {
  const { db, ledger, clock, crash = noCrash, asked = () => undefined } = deps;
  const source = createPaymentSource(ledger, {
    subjectOf: (id) => id,
    returned: 'money returned',
    takesWhatIsLeft: false,
  });
  const readById = createIntentReader(db)('id = ?');
  const move = db.prepare(
    `UPDATE intent SET status = @status, exception = @exception, settled_at = @settledAt, settled_by = @settledBy,
       receipt_number = @receiptNumber, last_checked_at = @lastCheckedAt, next_check_at = @nextCheckAt,
       reserved_amount = CASE WHEN @waits THEN reserved_amount END
     WHERE id = @id AND status = @from`,
  );
  const addPayment = db.prepare(
    `INSERT INTO payment
       (signature, part, intent_id, standing, payer, amount, mint, slot, commitment, paid_at, seen_at)
     VALUES (@signature, @part, @intentId, @standing, @payer, @amount, @mint, @slot, @commitment, @paidAt, @now)
     ON CONFLICT (signature, part) DO UPDATE SET
       intent_id = coalesce(intent_id, excluded.intent_id),
       standing = CASE WHEN standing = 'unmatched' THEN excluded.standing
         WHEN dropped_at IS NOT NULL AND standing = 'returned' THEN 'counts' ELSE standing END,
       returned = CASE WHEN dropped_at IS NOT NULL AND standing = 'returned' THEN '0' ELSE returned END,
       amount = excluded.amount, slot = excluded.slot, dropped_at = NULL,
       commitment = CASE WHEN commitment = 'finalized' THEN commitment ELSE excluded.commitment END
     WHERE intent_id IS excluded.intent_id OR (intent_id IS NULL AND standing <> 'returned')`,
  );
  const dropPayment = db.prepare(
    `DELETE FROM payment WHERE intent_id = ? AND signature = ? AND commitment = 'confirmed'`,
  );
  const markDropped = db.prepare(
    `UPDATE payment SET dropped_at = coalesce(dropped_at, @now)
     WHERE intent_id = @id AND signature = @signature AND commitment = 'confirmed'`,
  );
  const listHolders = db
    .prepare<[string], string>(
      'SELECT DISTINCT intent_id FROM payment WHERE signature = ? AND intent_id IS NOT NULL',
    )
    .pluck();
  const dropUnmatched = db.prepare(
    `DELETE FROM payment WHERE intent_id IS NULL AND signature = ? AND commitment = 'confirmed'`,
  );
  const listUnfinal = db
    .prepare<[number, number, number], string>(
      `SELECT DISTINCT signature FROM payment WHERE commitment = 'confirmed' AND paid_at < ?
         AND (dropped_at IS NULL OR dropped_at > ?)
       ORDER BY paid_at LIMIT ?`,
    )
    .pluck();
  const lastReceipt = db.prepare<[], { number: number }>(
    'SELECT coalesce(max(receipt_number), 0) AS number FROM intent',
  );
  const openCase = db.prepare(
    `INSERT INTO review (signature, part, reason, amount, opened_at)
     VALUES (@signature, @part, @reason, @amount, @now)
     ON CONFLICT (signature, part) WHERE decision IS NULL
     DO UPDATE SET reason = excluded.reason, amount = excluded.amount`,
  );
  /** Open cases that a later payment may resolve. */
  const listAnswerable = db.prepare<[string], { id: number; signature: string; part: string }>(
    `SELECT review.id, signature, part FROM review JOIN payment USING (signature, part)
     WHERE intent_id = ? AND decision IS NULL AND reason IN ('overpaid', 'duplicate', 'dropped')`,
  );
  const findUnmatched = db.prepare(
    `SELECT 1 FROM payment WHERE signature = ? AND part = ? AND standing = 'unmatched'
       AND commitment = 'finalized'`,
  );
  const findOpen = db.prepare('SELECT 1 FROM review WHERE signature = ? AND part = ? AND decision IS NULL');
  const closeCase = db.prepare('DELETE FROM review WHERE id = ?');
  /** The payer is known now; a surplus opens its own review case. */
  const closeClaimed = db.prepare(
    `DELETE FROM review WHERE signature = ? AND part = ? AND reason = 'unmatched' AND decision IS NULL`,
  );

  /** False when the same part already pays for another intent. */
  const keep = (intentId: string | null, payment: SeenPayment): boolean => {
    const { signature, part, standing, amountBaseUnits } = payment;
    const row = { ...payment, intentId, amount: amountBaseUnits.toString(), now: clock.now() };
    const kept = addPayment.run(row).changes > 0;
    if (kept && standing === 'counts') closeClaimed.run(signature, part);
    return kept;
  };

  const succeed = (intent: IntentRow, now: number) => {
    source.credit(intent);
    crash('settle.in_credited');
    return {
      settledAt: now,
      settledBy: completing(intent)?.signature ?? null,
      receiptNumber: lastReceipt.get()!.number + 1,
    };
  };

  const openOne = (question: Asked & { part: string; amountBaseUnits: bigint }) => {
    const { signature, part, reason, amountBaseUnits, intentId } = question;
    const isNew = findOpen.get(signature, part) === undefined;
    openCase.run({ signature, part, reason, amount: amountBaseUnits.toString(), now: clock.now() });
    if (isNew && findOpen.get(signature, part) !== undefined) asked({ signature, reason, intentId });
  };

  /** Opens and closes the review cases of an intent to match its payments; an earlier payment may be noticed later. */
  const ask = (cases: readonly Case[], intentId: string) => {
    const isNamed = (open: { signature: string; part: string }) =>
      cases.some(({ payment: { signature, part } }) => signature === open.signature && part === open.part);
    for (const open of listAnswerable.all(intentId)) if (!isNamed(open)) closeCase.run(open.id);
    for (const { payment, reason, amountBaseUnits } of cases) {
      const { signature, part } = payment;
      openOne({ signature, part, reason, amountBaseUnits, intentId });
    }
  };

  /** Judges the intent again and moves it by compare-and-swap. */
  const advance = (id: string, { checked = false, decided = false }): IntentRow => {
    const now = clock.now();
    const intent = readById(id)[0]!;
    const { status, exception } = judge(intent, intent.payments, { now, checked, decided });
    if (status !== intent.status) intentMachine.check(intent.status, status);
    if (status === 'refunded' && intent.status === 'succeeded') source.takeBack(intent);
    const isNew = status === 'succeeded' && intent.status !== 'succeeded';
    const { settledAt, settledBy, receiptNumber } = isNew ? succeed(intent, now) : withoutDropped(intent);
    move.run({
      id,
      from: intent.status,
      status,
      exception,
      settledAt,
      settledBy,
      receiptNumber,
      lastCheckedAt: checked ? now : intent.lastCheckedAt,
      nextCheckAt: nextCheckAt(status, intent.expiresAt, now),
      waits: Number(['requires_payment', 'processing', 'partially_paid'].includes(status)),
    });
    ask(casesOf({ ...intent, status }, intent.payments), id);
    crash('settle.in_moved');
    return readById(id)[0]!;
  };

  const change = (id: string, checked: boolean, edit: () => string[]): Settled =>
    write(db, () => {
      const [before] = readById(id);
      if (!before) throw new AppError('not_found', 'That purchase does not exist.');
      const taken = edit();
      const intent = advance(id, { checked });
      return { intent, taken, changed: visible(before) !== visible(intent) };
    });

  const drop = (id: string, signature: string): Settled =>
    change(id, false, () => {
      const [intent] = readById(id);
      // A payment that credited the intent stays stored: the credits are given, and an operator has to decide.
      if (intent && isCreditedBy(intent, signature)) markDropped.run({ id, signature, now: clock.now() });
      else dropPayment.run(id, signature);
      crash('drop.in_deleted');
      return [];
    });

  const steps: SettlementSteps = {
    settle: (id, payments, checked = false) =>
      change(id, checked, () => {
        const taken = payments.filter((payment) => !keep(id, payment)).map(({ signature }) => signature);
        crash('settle.in_kept');
        return taken;
      }),
    keepUnmatched(payment, { ask }) {
      const { signature, part, amountBaseUnits } = payment;
      if (!keep(null, payment) || !ask || !findUnmatched.get(signature, part)) return;
      openOne({ signature, part, reason: 'unmatched', amountBaseUnits, intentId: null });
      crash('review.in_kept');
    },
  };

  return {
    steps,
    settle: async (id, payments, { checked } = { checked: false }) => steps.settle(id, payments, checked),
    drop: async (id, signature) => drop(id, signature),
    listUnfinal: async (paidBefore, limit) =>
      listUnfinal.all(paidBefore, clock.now() - droppedWatchMs, limit),
    forget: async (signature) =>
      write(db, () => {
        dropUnmatched.run(signature);
        return listHolders.all(signature).map((id) => drop(id, signature));
      }),
    keepUnmatched: async (payment, options) => write(db, () => steps.keepUnmatched(payment, options)),
    rejudge(id, edit) {
      edit();
      return advance(id, { decided: true });
    },
  };
}
