import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { type Database, write } from '../../base/store.js';
import type { IntentStatus } from '../../contract/payments.js';
import { type Crash, noCrash } from './crash.js';
import { askedOf, type IntentRow } from './intent.js';
import type { Payment } from './machine.js';

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

/** Matches a payment to a purchase. Synchronous, because it runs inside the transaction that stores the payment. */
export type Lookups = {
  findByReference(reference: string): IntentRow | null;
  /** Matches a payment without a reference: the intent of this payer that asks for exactly this amount. */
  findByPayer(payer: string, mint: string | null, amountBaseUnits: bigint): IntentRow | null;
  /** The one intent this payer is expected to pay; null when there is none or more than one. */
  findAwaited(payer: string): IntentRow | null;
};

/** Stored purchases: creating, finding and cancelling. Only `settle` changes them because of money. */
export type Intents = {
  /**
   * @param amounts candidates in order; the first that no open intent uses is reserved
   * @param kept called inside the transaction
   * @throws AppError `rate_limited` when all candidates are taken, `quota_exceeded` when 10 are already open
   */
  create(intent: NewIntent, amounts: readonly bigint[], kept: (row: IntentRow) => void): Promise<IntentRow>;
  find(userId: string, id: string): Promise<IntentRow | null>;
  read(id: string): Promise<IntentRow | null>;
  /** Intents with a payment that is not final yet. */
  listConfirming(): Promise<IntentRow[]>;
  /** Wallets of members with an open purchase, newest purchase first, starting before `beforeRow`. */
  listBuyers(beforeRow: number, limit: number): Promise<{ row: number; buyer: string }[]>;
  list(
    userId: string,
    options: { status?: IntentStatus; before?: number; limit: number },
  ): Promise<IntentRow[]>;
  /** Null when there is no such intent; unchanged when a payment has arrived. */
  cancel(userId: string, id: string): Promise<IntentRow | null>;
};

const columns = `row, id, user_id AS userId,
  (SELECT address FROM user WHERE user.id = user_id) AS buyer, status, exception, pack_id AS packId, credits, currency, amount,
  recipient, mint, reference, required_commitment AS requiredCommitment, created_at AS createdAt,
  expires_at AS expiresAt, canceled_at AS canceledAt, settled_at AS settledAt, settled_by AS settledBy,
  receipt_number AS receiptNumber, last_checked_at AS lastCheckedAt`;

type SqlIntent = Omit<IntentRow, 'amountBaseUnits' | 'payments'> & { amount: string };
type SqlPayment = Omit<Payment, 'amountBaseUnits' | 'returnedBaseUnits'> & {
  amount: string;
  returned: string;
};
type Named = Readonly<Record<string, string | number | null>>;

/** Reads intents with their payments by an SQL condition with named parameters. */
export function createIntentReader(db: Database) {
  const readPayments = db.prepare<{ id: string }, SqlPayment>(
    `SELECT signature, part, standing, payer, amount, returned, mint, slot, commitment, paid_at AS paidAt,
       dropped_at AS droppedAt FROM payment
     WHERE intent_id = @id ORDER BY paid_at, signature, part`,
  );
  const complete = ({ amount, ...row }: SqlIntent): IntentRow => ({
    ...row,
    amountBaseUnits: BigInt(amount),
    payments: readPayments.all({ id: row.id }).map(({ amount: paid, returned, ...payment }) => ({
      ...payment,
      amountBaseUnits: BigInt(paid),
      returnedBaseUnits: BigInt(returned),
    })),
  });
  return <P extends Named>(condition: string) => {
    const select = db.prepare<P, SqlIntent>(`SELECT ${columns} FROM intent WHERE ${condition}`);
    return (named: P): IntentRow[] => select.all(named).map(complete);
  };
}

/** How long after a cancellation the chain is checked once more for late money; see `schedule`. */
const lookAfterCancelMs = 3_600_000;

/** Limit of unpaid purchases per member, so that one member cannot use up the amounts that tell purchases apart. */
const mostOpen = 10;

function writeStatements(db: Database) {
  const insert = db.prepare(
    `INSERT INTO intent (id, user_id, status, pack_id, credits, currency, amount, reserved_amount, recipient, mint,
       reference, required_commitment, created_at, expires_at, next_check_at)
     VALUES (@id, @userId, 'requires_payment', @packId, @credits, @currency, @amount, @amount, @recipient, @mint,
       @reference, @requiredCommitment, @now, @expiresAt, @expiresAt)
     ON CONFLICT (currency, reserved_amount) WHERE reserved_amount IS NOT NULL DO NOTHING`,
  );
  const cancel = db.prepare(
    `UPDATE intent SET status = 'canceled', canceled_at = @now, reserved_amount = NULL,
       next_check_at = @now + ${lookAfterCancelMs}
     WHERE id = @id AND user_id = @userId AND status = 'requires_payment'`,
  );

  const countOpen = db
    .prepare<{ userId: string; now: number }, number>(
      `SELECT count(*) FROM intent
       WHERE user_id = @userId AND status = 'requires_payment' AND expires_at > @now`,
    )
    .pluck();
  /** Frees the amounts of expired purchases that only wait for their last chain check. */
  const freeExpired = db.prepare(
    `UPDATE intent SET reserved_amount = NULL
     WHERE currency = @currency AND reserved_amount IS NOT NULL AND status = 'requires_payment'
       AND expires_at <= @now`,
  );
  return { insert, cancel, countOpen, freeExpired };
}

export function createIntents(deps: {
  db: Database;
  clock: Clock;
  crash?: Crash;
}): Intents & { lookups: Lookups } {
  const { db, clock, crash = noCrash } = deps;
  const many = createIntentReader(db);
  const one = <P extends Named>(condition: string) => {
    const read = many<P>(condition);
    return (named: P): IntentRow | null => read(named)[0] ?? null;
  };
  const readById = one<{ id: string }>('id = @id');
  const readOwn = one<{ id: string; userId: string }>('id = @id AND user_id = @userId');
  const readByReference = one<{ reference: string }>('reference = @reference');
  const ofPayer = 'id IN (SELECT intent_id FROM intent_wallet WHERE address = @payer)';
  const readByPayer = one<{ payer: string; mint: string | null; amount: string }>(
    `${ofPayer} AND mint IS @mint AND amount = @amount AND status NOT IN ('succeeded', 'refunded') ORDER BY row DESC LIMIT 1`,
  );
  const readUnderpaid = many<{ payer: string; mint: string | null }>(
    `${ofPayer} AND mint IS @mint AND status = 'partially_paid' ORDER BY row DESC`,
  );
  const readAwaited = many<{ payer: string }>(
    `${ofPayer} AND status IN ('requires_payment', 'processing', 'partially_paid') LIMIT 2`,
  );
  const readConfirming = many<Record<string, never>>(
    `status = 'processing' AND id IN (SELECT intent_id FROM payment WHERE commitment = 'confirmed')`,
  );
  const listBuyers = db.prepare<{ beforeRow: number; limit: number }, { row: number; buyer: string }>(
    `SELECT row, (SELECT address FROM user WHERE user.id = user_id) AS buyer FROM intent
     WHERE status IN ('requires_payment', 'processing', 'partially_paid') AND row < @beforeRow
     ORDER BY row DESC LIMIT @limit`,
  );
  type OwnPage = { userId: string; before: number; limit: number };
  const listOwn = many<OwnPage>('user_id = @userId AND row < @before ORDER BY row DESC LIMIT @limit');
  const listOwnOf = many<OwnPage & { status: IntentStatus }>(
    'user_id = @userId AND row < @before AND status = @status ORDER BY row DESC LIMIT @limit',
  );
  const { insert, cancel, countOpen, freeExpired } = writeStatements(db);

  return {
    create: async (intent, amounts, kept) =>
      write(db, () => {
        const now = clock.now();
        if (countOpen.get({ userId: intent.userId, now })! >= mostOpen)
          throw new AppError(
            'quota_exceeded',
            `You have ${mostOpen} open purchases, which is the limit. Pay or cancel one first.`,
          );
        const reserve = () =>
          amounts.some((amount) => insert.run({ ...intent, amount: amount.toString(), now }).changes > 0);
        if (!reserve() && !(freeExpired.run({ currency: intent.currency, now }).changes > 0 && reserve()))
          throw new AppError(
            'rate_limited',
            'Too many purchases are open right now. Try again in a minute.',
            {
              context: { retryAfter: 60 },
            },
          );
        crash('create.in_reserved');
        const row = readById({ id: intent.id })!;
        kept(row);
        return row;
      }),
    find: async (userId, id) => readOwn({ id, userId }),
    read: async (id) => readById({ id }),
    lookups: {
      findByReference: (reference) => readByReference({ reference }),
      findByPayer: (payer, mint, amount) =>
        readByPayer({ payer, mint, amount: amount.toString() }) ??
        readUnderpaid({ payer, mint }).find((intent) => askedOf(intent) === amount) ??
        null,
      findAwaited(payer) {
        const [only = null, ...others] = readAwaited({ payer });
        return others.length === 0 ? only : null;
      },
    },
    listConfirming: async () => readConfirming({}),
    listBuyers: async (beforeRow, limit) => listBuyers.all({ beforeRow, limit }),
    list: async (userId, { status, before = Number.MAX_SAFE_INTEGER, limit }) =>
      status === undefined
        ? listOwn({ userId, before, limit })
        : listOwnOf({ userId, before, status, limit }),
    cancel: async (userId, id) =>
      write(db, () => {
        cancel.run({ now: clock.now(), id, userId });
        return readOwn({ id, userId });
      }),
  };
}
