import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { Ledger } from '../ledger/ledger.js';
import { type Crash, noCrash } from './crash.js';
import { completing, isCreditedBy, withoutDropped } from './dropped.js';
import { type IntentRow, visible } from './intent.js';
import { readIntent } from './intent-reader.js';
import { casesOf, intentMachine, judge, type SeenPayment } from './machine.js';
import { matchCases, type OpenedCase, openCase } from './open-cases.js';
import { nextReferenceCheckAt } from './schedule.js';
import { settlementSql as sql } from './settlement-statements.js';
import { createPaymentSource } from './source.js';

/** How long a dropped payment is still checked, in case the node was wrong. */
const droppedWatchMs = 3_600_000;

export type Settled = {
  intent: IntentRow;
  /** Whether anything a member sees has changed. */
  changed: boolean;
  /** Signatures whose same part already pays for another intent. */
  taken: string[];
  /** New review cases. */
  opened: OpenedCase[];
};

/** What happens inside the caller's transaction. */
export type SettlementSteps = {
  settle(t: Transaction, id: string, payments: readonly SeenPayment[], checked?: boolean): Promise<Settled>;
  /** @returns new review cases */
  keepUnmatched(t: Transaction, payment: SeenPayment, options: { ask: boolean }): Promise<OpenedCase[]>;
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
  rejudge(t: Transaction, id: string, edit: () => Promise<unknown>): Promise<void>;
};

export function createSettlement(deps: {
  db: Database;
  ledger: Ledger;
  clock: Clock;
  crash?: Crash;
  /** A review case was opened. */
  opened?(opened: OpenedCase): void;
}): Settlement {
  const { db, clock, opened = () => undefined } = deps;
  const steps = createSteps(deps);
  const { settle, keepUnmatched, drop, advance } = steps;
  const report = (settled: Settled): Settled => {
    settled.opened.forEach(opened);
    return settled;
  };

  return {
    steps: { settle, keepUnmatched },
    settle: async (id, payments, { checked } = { checked: false }) =>
      report(await db.transaction((t) => settle(t, id, payments, checked))),
    drop: async (id, signature) => report(await db.transaction((t) => drop(t, id, signature))),
    async listUnfinal(paidBefore, limit) {
      const droppedAfter = clock.now() - droppedWatchMs;
      const rows = await db.all<{ signature: string }>(sql.listUnfinal, { paidBefore, droppedAfter, limit });
      return rows.map(({ signature }) => signature);
    },
    async forget(signature) {
      const all = await db.transaction(async (t) => {
        await t.run(sql.dropUnmatched, { signature });
        const settled: Settled[] = [];
        for (const { id } of await t.all<{ id: string }>(sql.listHolders, { signature }))
          settled.push(await drop(t, id, signature));
        return settled;
      });
      return all.map(report);
    },
    async keepUnmatched(payment, options) {
      const cases = await db.transaction((t) => keepUnmatched(t, payment, options));
      cases.forEach(opened);
    },
    async rejudge(t, id, edit) {
      await edit();
      await advance(t, id, { decided: true });
    },
  };
}

type Steps = SettlementSteps & {
  drop(t: Transaction, id: string, signature: string): Promise<Settled>;
  /** Judges the intent again and moves it by compare-and-swap. */
  advance(
    t: Transaction,
    id: string,
    options: { checked?: boolean; decided?: boolean },
  ): Promise<Pick<Settled, 'intent' | 'opened'>>;
};

function createSteps({
  ledger,
  clock,
  crash = noCrash,
}: {
  ledger: Ledger;
  clock: Clock;
  crash?: Crash;
}): Steps {
  const source = createPaymentSource(ledger, {
    subjectOf: (id) => id,
    returned: 'money returned',
    takesWhatIsLeft: false,
  });

  /** False when the same part already pays for another intent. */
  const keep = async (t: Transaction, intentId: string | null, payment: SeenPayment): Promise<boolean> => {
    const { signature, part, standing, payer, mint, slot, commitment, paidAt } = payment;
    const amount = payment.amountBaseUnits.toString();
    const about = { intentId, standing, payer, amount, mint, slot, commitment, paidAt, now: clock.now() };
    const isKept = (await t.run(sql.addPayment, { signature, part, ...about })) > 0;
    if (isKept && standing === 'counts') await t.run(sql.closeClaimed, { signature, part });
    return isKept;
  };

  const succeed = async (t: Transaction, intent: IntentRow, now: number) => {
    const { id, userId, credits, recipient: merchant } = intent;
    await source.credit(t, { id, userId, credits });
    crash('settle.in_credited');
    const next = await t.get<{ number: number }>(sql.nextReceipt, { merchant });
    return {
      settledAt: now,
      settledBy: completing(intent)?.signature ?? null,
      receiptNumber: next!.number,
    };
  };

  const advance: Steps['advance'] = async (t, id, { checked = false, decided = false }) => {
    const now = clock.now();
    const intent = (await readIntent(t, id))!;
    const { status, exception } = judge(intent, intent.payments, { now, checked, decided });
    if (status !== intent.status) intentMachine.check(intent.status, status);
    if (status === 'refunded' && intent.status === 'succeeded') await source.takeBack(t, intent);
    const isNew = status === 'succeeded' && intent.status !== 'succeeded';
    const credited = isNew ? await succeed(t, intent, now) : withoutDropped(intent);
    await t.run(sql.move, {
      id,
      from: intent.status,
      status,
      exception,
      ...credited,
      lastCheckedAt: checked ? now : intent.lastCheckedAt,
      nextCheckAt: nextReferenceCheckAt(status, intent.expiresAt, now),
      waits: Number(['requires_payment', 'processing', 'partially_paid'].includes(status)),
    });
    const opened = await matchCases(t, clock, casesOf({ ...intent, status }, intent.payments), id);
    crash('settle.in_moved');
    return { intent: (await readIntent(t, id))!, opened };
  };

  const change = async (
    t: Transaction,
    id: string,
    checked: boolean,
    edit: (before: IntentRow) => Promise<string[]>,
  ): Promise<Settled> => {
    const before = await readIntent(t, id);
    if (!before) throw new AppError('not_found', 'That purchase does not exist.');
    const taken = await edit(before);
    const { intent, opened } = await advance(t, id, { checked });
    return { intent, taken, opened, changed: visible(before) !== visible(intent) };
  };

  return {
    advance,
    drop: (t, id, signature) =>
      change(t, id, false, async (intent) => {
        // A payment that credited the intent stays stored: the credits are given, and an operator has to decide.
        if (isCreditedBy(intent, signature))
          await t.run(sql.markDropped, { id, signature, now: clock.now() });
        else await t.run(sql.dropPayment, { id, signature });
        crash('drop.in_deleted');
        return [];
      }),
    settle: (t, id, payments, checked = false) =>
      change(t, id, checked, async () => {
        const taken: string[] = [];
        for (const payment of payments) if (!(await keep(t, id, payment))) taken.push(payment.signature);
        crash('settle.in_kept');
        return taken;
      }),
    async keepUnmatched(t, payment, { ask }) {
      const { signature, part, amountBaseUnits } = payment;
      if (!(await keep(t, null, payment)) || !ask) return [];
      if (!(await t.get(sql.findUnmatched, { signature, part }))) return [];
      const about = { signature, part, reason: 'unmatched', amountBaseUnits, intentId: null } as const;
      const opened = await openCase(t, clock, about);
      crash('review.in_kept');
      return opened;
    },
  };
}
