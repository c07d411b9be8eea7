import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { type Database, write } from '../../base/store.js';
import type { Ledger } from '../ledger/ledger.js';
import { type Crash, noCrash } from './crash.js';
import { completing, isCreditedBy, withoutDropped } from './dropped.js';
import { type IntentRow, visible } from './intent.js';
import { createIntentReader } from './intents.js';
import { casesOf, intentMachine, judge, type SeenPayment } from './machine.js';
import { createOpenCases, type OpenedCase } from './open-cases.js';
import { nextReferenceCheckAt } from './schedule.js';
import { createSettlementStatements } from './settlement-statements.js';
import { createPaymentSource } from './source.js';

/** How long a dropped payment is still checked, in case the node was wrong. */
const droppedWatchMs = 3_600_000;

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
  opened?(opened: OpenedCase): void;
}): Settlement {
  const { db, ledger, clock, crash = noCrash, opened = () => undefined } = deps;
  const cases = createOpenCases({ db, clock, opened });
  const source = createPaymentSource(ledger, {
    subjectOf: (id) => id,
    returned: 'money returned',
    takesWhatIsLeft: false,
  });
  const readById = createIntentReader(db)<{ id: string }>('id = @id');
  const sql = createSettlementStatements(db);

  /** False when the same part already pays for another intent. */
  const keep = (intentId: string | null, payment: SeenPayment): boolean => {
    const { signature, part, standing, amountBaseUnits } = payment;
    const row = { ...payment, intentId, amount: amountBaseUnits.toString(), now: clock.now() };
    const kept = sql.addPayment.run(row).changes > 0;
    if (kept && standing === 'counts') sql.closeClaimed.run({ signature, part });
    return kept;
  };

  const succeed = (intent: IntentRow, now: number) => {
    source.credit(intent);
    crash('settle.in_credited');
    return {
      settledAt: now,
      settledBy: completing(intent)?.signature ?? null,
      receiptNumber: sql.lastReceipt.get()!.number + 1,
    };
  };

  /** Judges the intent again and moves it by compare-and-swap. */
  const advance = (id: string, { checked = false, decided = false }): IntentRow => {
    const now = clock.now();
    const intent = readById({ id })[0]!;
    const { status, exception } = judge(intent, intent.payments, { now, checked, decided });
    if (status !== intent.status) intentMachine.check(intent.status, status);
    if (status === 'refunded' && intent.status === 'succeeded') source.takeBack(intent);
    const isNew = status === 'succeeded' && intent.status !== 'succeeded';
    const { settledAt, settledBy, receiptNumber } = isNew ? succeed(intent, now) : withoutDropped(intent);
    sql.move.run({
      id,
      from: intent.status,
      status,
      exception,
      settledAt,
      settledBy,
      receiptNumber,
      lastCheckedAt: checked ? now : intent.lastCheckedAt,
      nextCheckAt: nextReferenceCheckAt(status, intent.expiresAt, now),
      waits: Number(['requires_payment', 'processing', 'partially_paid'].includes(status)),
    });
    cases.match(casesOf({ ...intent, status }, intent.payments), id);
    crash('settle.in_moved');
    return readById({ id })[0]!;
  };

  const change = (id: string, checked: boolean, edit: () => string[]): Settled =>
    write(db, () => {
      const [before] = readById({ id });
      if (!before) throw new AppError('not_found', 'That purchase does not exist.');
      const taken = edit();
      const intent = advance(id, { checked });
      return { intent, taken, changed: visible(before) !== visible(intent) };
    });

  const drop = (id: string, signature: string): Settled =>
    change(id, false, () => {
      const [intent] = readById({ id });
      // A payment that credited the intent stays stored: the credits are given, and an operator has to decide.
      if (intent && isCreditedBy(intent, signature)) sql.markDropped.run({ id, signature, now: clock.now() });
      else sql.dropPayment.run({ id, signature });
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
      if (!keep(null, payment) || !ask || !sql.findUnmatched.get({ signature, part })) return;
      cases.open({ signature, part, reason: 'unmatched', amountBaseUnits, intentId: null });
      crash('review.in_kept');
    },
  };

  return {
    steps,
    settle: async (id, payments, { checked } = { checked: false }) => steps.settle(id, payments, checked),
    drop: async (id, signature) => drop(id, signature),
    listUnfinal: async (paidBefore, limit) =>
      sql.listUnfinal.all({ paidBefore, droppedAfter: clock.now() - droppedWatchMs, limit }),
    forget: async (signature) =>
      write(db, () => {
        sql.dropUnmatched.run({ signature });
        return sql.listHolders.all({ signature }).map((id) => drop(id, signature));
      }),
    keepUnmatched: async (payment, options) => write(db, () => steps.keepUnmatched(payment, options)),
    rejudge(id, edit) {
      edit();
      return advance(id, { decided: true });
    },
  };
}
