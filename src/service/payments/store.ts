import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { type Database, write } from '../../base/store.js';
import type { CursorStore } from '../../chain/watcher.js';
import type { IntentStatus } from '../../contract/payments.js';
import type { Ledger } from '../ledger/ledger.js';
import { type Crash, noCrash } from './crash.js';
import type { IntentRow } from './intent.js';
import { intentMachine, judge, type Payment } from './machine.js';

type NewIntent = Pick<
  IntentRow,
  | 'id'
  | 'userId'
  | 'packId'
  | 'credits'
  | 'currency'
  | 'recipient'
  | 'mint'
  | 'reference'
  | 'requiredCommitment'
  | 'expiresAt'
>;

export type Settled = {
  intent: IntentRow;
  /** Whether anything a person sees is different now. */
  changed: boolean;
  /** Signatures that already pay for another intent. */
  taken: string[];
};

export type PaymentStore = {
  /**
   * @param amounts candidates in order; the first that no open intent has is reserved
   * @param kept is called inside the transaction
   * @throws AppError `rate_limited` when all candidates are taken
   */
  create(intent: NewIntent, amounts: readonly bigint[], kept: (row: IntentRow) => void): Promise<IntentRow>;
  find(userId: string, id: string): Promise<IntentRow | null>;
  read(id: string): Promise<IntentRow | null>;
  findByReference(reference: string): Promise<IntentRow | null>;
  /** The intent a payment without reference is for: this payer's, of exactly this amount, not yet settled. */
  findByPayer(payer: string, mint: string | null, amountBaseUnits: bigint): Promise<IntentRow | null>;
  list(
    userId: string,
    options: { status?: IntentStatus; before?: number; limit: number },
  ): Promise<IntentRow[]>;
  /**
   * Adds payments and moves the intent to what they make it, credits included, in one transaction. Repeatable.
   * @param checked when the chain was read for this intent by its reference
   */
  settle(id: string, payments: readonly Payment[], options?: { checked: boolean }): Promise<Settled>;
  /** Forgets a payment that a fork has dropped, and moves the intent back. */
  drop(id: string, signature: string): Promise<Settled>;
  /** Keeps money that belongs to no intent, for a moderator. */
  keepUnmatched(payment: Payment): Promise<void>;
  /** Null when there is no such intent; unchanged when something was paid. */
  cancel(userId: string, id: string): Promise<IntentRow | null>;
  /** Intents whose time to be looked at has come, the longest waiting first. */
  listDue(limit: number): Promise<string[]>;
  postpone(id: string, untilMs: number): Promise<void>;
  /** Whether somebody is expected to pay right now. */
  hasOpen(): Promise<boolean>;
  cursors: CursorStore;
};

/** How long an intent may lie before its reference is looked up again; what the watcher sees comes at once. */
const lookAgainMs: Partial<Record<IntentStatus, number>> = { processing: 10_000, partially_paid: 3_600_000 };

/** How long after its expiry an intent that waits for more money is looked up at all. */
const claimableMs = 30 * 86_400_000;

const columns = `row, id, user_id AS userId, status, exception, pack_id AS packId, credits, currency, amount,
  recipient, mint, reference, required_commitment AS requiredCommitment, created_at AS createdAt,
  expires_at AS expiresAt, canceled_at AS canceledAt, settled_at AS settledAt, settled_by AS settledBy,
  receipt_number AS receiptNumber, last_checked_at AS lastCheckedAt`;

type SqlIntent = Omit<IntentRow, 'amountBaseUnits' | 'payments'> & { amount: string };
type SqlPayment = Omit<Payment, 'amountBaseUnits'> & { amount: string };

export function createPaymentStore(deps: {
  db: Database;
  ledger: Ledger;
  clock: Clock;
  crash?: Crash;
}): PaymentStore {
  const { db, ledger, clock, crash = noCrash } = deps;
  const readPayments = db.prepare<[string], SqlPayment>(
    `SELECT signature, payer, amount, mint, slot, commitment, paid_at AS paidAt FROM payment
     WHERE intent_id = ? ORDER BY paid_at, signature`,
  );
  const insert = db.prepare(
    `INSERT INTO intent (id, user_id, status, pack_id, credits, currency, amount, reserved_amount, recipient, mint,
       reference, required_commitment, created_at, expires_at, next_check_at)
     VALUES (@id, @userId, 'requires_payment', @packId, @credits, @currency, @amount, @amount, @recipient, @mint,
       @reference, @requiredCommitment, @now, @expiresAt, @expiresAt)
     ON CONFLICT (currency, reserved_amount) WHERE reserved_amount IS NOT NULL DO NOTHING`,
  );
  const move = db.prepare(
    `UPDATE intent SET status = @status, exception = @exception, settled_at = @settledAt, settled_by = @settledBy,
       receipt_number = @receiptNumber, last_checked_at = @lastCheckedAt, next_check_at = @nextCheckAt,
       reserved_amount = CASE WHEN @waits THEN reserved_amount END
     WHERE id = @id AND status = @from`,
  );
  const addPayment = db.prepare(
    `INSERT INTO payment (signature, intent_id, payer, amount, mint, slot, commitment, paid_at, seen_at)
     VALUES (@signature, @intentId, @payer, @amount, @mint, @slot, @commitment, @paidAt, @now)
     ON CONFLICT (signature) DO UPDATE SET
       intent_id = coalesce(intent_id, excluded.intent_id),
       amount = excluded.amount, slot = excluded.slot,
       commitment = CASE WHEN commitment = 'finalized' THEN commitment ELSE excluded.commitment END
     WHERE intent_id IS NULL OR intent_id IS excluded.intent_id`,
  );
  const dropPayment = db.prepare(
    `DELETE FROM payment WHERE intent_id = ? AND signature = ? AND commitment = 'confirmed'`,
  );
  const lastReceipt = db.prepare<[], { number: number }>(
    'SELECT coalesce(max(receipt_number), 0) AS number FROM intent',
  );
  const cancel = db.prepare(
    `UPDATE intent SET status = 'canceled', canceled_at = ?, reserved_amount = NULL, next_check_at = NULL
     WHERE id = ? AND user_id = ? AND status = 'requires_payment'`,
  );
  const listDue = db.prepare<[number, number], { id: string }>(
    'SELECT id FROM intent WHERE next_check_at <= ? ORDER BY next_check_at LIMIT ?',
  );
  const postpone = db.prepare(
    'UPDATE intent SET next_check_at = ? WHERE id = ? AND next_check_at IS NOT NULL',
  );
  const findOpen = db.prepare<[], { one: 1 }>(
    `SELECT 1 AS one FROM intent WHERE next_check_at IS NOT NULL AND status <> 'partially_paid' LIMIT 1`,
  );
  const readCursors = db.prepare<[], { address: string; signature: string | null; slot: number }>(
    'SELECT address, signature, slot FROM chain_cursor',
  );
  const saveCursor = db.prepare(
    `INSERT INTO chain_cursor (address, signature, slot) VALUES (?, ?, ?)
     ON CONFLICT (address) DO UPDATE SET signature = excluded.signature, slot = excluded.slot`,
  );

  const complete = ({ amount, ...row }: SqlIntent): IntentRow => ({
    ...row,
    amountBaseUnits: BigInt(amount),
    payments: readPayments.all(row.id).map(({ amount: paid, ...payment }) => ({
      ...payment,
      amountBaseUnits: BigInt(paid),
    })),
  });
  const many = (where: string) => {
    const statement = db.prepare<unknown[], SqlIntent>(`SELECT ${columns} FROM intent WHERE ${where}`);
    return (...values: unknown[]) => statement.all(...values).map(complete);
  };
  const one = (where: string) => {
    const read = many(where);
    return (...values: unknown[]): IntentRow | null => read(...values)[0] ?? null;
  };
  const readById = one('id = ?');
  const readOwn = one('id = ? AND user_id = ?');
  const readByReference = one('reference = ?');
  const readByPayer = one(
    `user_id = (SELECT id FROM user WHERE address = ?) AND mint IS ? AND amount = ?
       AND status NOT IN ('succeeded', 'refunded', 'requires_review') ORDER BY row DESC LIMIT 1`,
  );
  const listOwn = many('user_id = ? AND row < ? ORDER BY row DESC LIMIT ?');
  const listOwnOf = many('user_id = ? AND row < ? AND status = ? ORDER BY row DESC LIMIT ?');

  /** Returns false when the signature pays for another intent already. */
  const keep = (intentId: string | null, payment: Payment) =>
    addPayment.run({ ...payment, intentId, amount: payment.amountBaseUnits.toString(), now: clock.now() })
      .changes > 0;

  /** The payment with which the price was reached. */
  const completing = ({ payments, amountBaseUnits }: IntentRow): Payment | undefined => {
    let total = 0n;
    return payments.find((payment) => {
      total += payment.amountBaseUnits;
      return total >= amountBaseUnits;
    });
  };

  const succeed = (intent: IntentRow, now: number) => {
    const { id, userId, credits } = intent;
    ledger.credit({ userId, credits, subject: id });
    crash('settle.in_credited');
    return {
      settledAt: now,
      settledBy: completing(intent)?.signature ?? null,
      receiptNumber: lastReceipt.get()!.number + 1,
    };
  };

  const nextCheckAt = (status: IntentStatus, { expiresAt }: IntentRow, now: number): number | null => {
    if (status === 'requires_payment') return expiresAt;
    const waitMs = now < expiresAt + claimableMs ? lookAgainMs[status] : undefined;
    return waitMs === undefined ? null : now + waitMs;
  };

  /** Judges the intent anew and moves it by compare-and-swap. Inside a transaction. */
  const rejudge = (before: IntentRow, checked: boolean): IntentRow => {
    const now = clock.now();
    const intent = readById(before.id)!;
    const { status, exception } = judge(intent, intent.payments, { now, checked });
    if (status !== intent.status) intentMachine.check(intent.status, status);
    const isNew = status === 'succeeded' && intent.status !== 'succeeded';
    const { settledAt, settledBy, receiptNumber } = isNew ? succeed(intent, now) : intent;
    move.run({
      ...{ id: intent.id, from: intent.status, status, exception, settledAt, settledBy, receiptNumber },
      lastCheckedAt: checked ? now : intent.lastCheckedAt,
      nextCheckAt: nextCheckAt(status, intent, now),
      waits: Number(['requires_payment', 'processing', 'partially_paid'].includes(status)),
    });
    crash('settle.in_moved');
    return readById(intent.id)!;
  };

  const visible = ({ status, exception, payments }: IntentRow) =>
    JSON.stringify([status, exception, payments.map(({ signature, commitment }) => [signature, commitment])]);

  const change = (id: string, checked: boolean, edit: () => string[]): Settled =>
    write(db, () => {
      const before = readById(id);
      if (!before) throw new AppError('not_found', 'That purchase does not exist.');
      const taken = edit();
      const intent = rejudge(before, checked);
      return { intent, taken, changed: visible(before) !== visible(intent) };
    });

  return {
    create: async (intent, amounts, kept) =>
      write(db, () => {
        const now = clock.now();
        const reserved = amounts.some(
          (amount) => insert.run({ ...intent, amount: amount.toString(), now }).changes > 0,
        );
        if (!reserved)
          throw new AppError('rate_limited', 'Too many purchases are open. Try again in a minute.', {
            context: { retryAfter: 60 },
          });
        crash('create.in_reserved');
        const row = readById(intent.id)!;
        kept(row);
        return row;
      }),
    find: async (userId, id) => readOwn(id, userId),
    read: async (id) => readById(id),
    findByReference: async (reference) => readByReference(reference),
    findByPayer: async (payer, mint, amount) => readByPayer(payer, mint, amount.toString()),
    list: async (userId, { status, before = Number.MAX_SAFE_INTEGER, limit }) =>
      status === undefined ? listOwn(userId, before, limit) : listOwnOf(userId, before, status, limit),
    settle: async (id, payments, { checked } = { checked: false }) =>
      change(id, checked, () => {
        const taken = payments.filter((payment) => !keep(id, payment)).map(({ signature }) => signature);
        crash('settle.in_kept');
        return taken;
      }),
    drop: async (id, signature) =>
      change(id, false, () => {
        dropPayment.run(id, signature);
        crash('drop.in_deleted');
        return [];
      }),
    async keepUnmatched(payment) {
      keep(null, payment);
      crash('review.in_kept');
    },
    cancel: async (userId, id) =>
      write(db, () => {
        cancel.run(clock.now(), id, userId);
        return readOwn(id, userId);
      }),
    listDue: async (limit) => listDue.all(clock.now(), limit).map(({ id }) => id),
    async postpone(id, untilMs) {
      postpone.run(untilMs, id);
    },
    hasOpen: async () => findOpen.get() !== undefined,
    cursors: {
      load: async () =>
        Object.fromEntries(readCursors.all().map(({ address, ...cursor }) => [address, cursor])),
      save: async (cursors) =>
        write(db, () => {
          for (const [address, { signature, slot }] of Object.entries(cursors))
            saveCursor.run(address, signature, slot);
        }),
    },
  };
}
