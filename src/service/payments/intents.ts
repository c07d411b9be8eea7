import type { Clock } from '../../base/clock.js';
import type { Database, Queries, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { IntentStatus } from '../../contract/payments.js';
import { type Crash, noCrash } from './crash.js';
import type { IntentRow } from './intent.js';
import { intentsWhere, readIntent, readIntents } from './intent-reader.js';

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

type Kept = (t: Transaction, row: IntentRow) => Promise<void>;

/** Stored purchases: creating, finding and cancelling. Only `settle` changes them because of money. */
export type Intents = {
  /**
   * @param amounts candidates in order; the first that no open intent uses is reserved
   * @param kept runs inside the transaction
   * @throws AppError `rate_limited` when all candidates are taken, `quota_exceeded` when 10 are already open
   */
  create(intent: NewIntent, amounts: readonly bigint[], kept: Kept): Promise<IntentRow>;
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

/** How long after a cancellation the chain is checked once more for late money; see `schedule`. */
const lookAfterCancelMs = 3_600_000;

/** Limit of unpaid purchases per member, so that one member cannot use up the amounts that tell purchases apart. */
const mostOpen = 10;

const ofOwner = 'user_id = @userId AND row < @before';
const newest = 'ORDER BY row DESC LIMIT @limit';
const sql = {
  insert: `INSERT INTO intent (id, user_id, status, pack_id, credits, currency, amount, reserved_amount, recipient,
      mint, reference, required_commitment, created_at, expires_at, next_check_at)
    VALUES (@id, @userId, 'requires_payment', @packId, @credits, @currency, @amount, @amount, @recipient,
      @mint, @reference, @requiredCommitment, @now, @expiresAt, @expiresAt)
    ON CONFLICT (currency, reserved_amount) WHERE reserved_amount IS NOT NULL DO NOTHING`,
  cancel: `UPDATE intent SET status = 'canceled', canceled_at = @now, reserved_amount = NULL, next_check_at = @checkAt
    WHERE id = @id AND user_id = @userId AND status = 'requires_payment'`,
  countOpen: `SELECT count(*) AS open FROM intent
    WHERE user_id = @userId AND status = 'requires_payment' AND expires_at > @now`,
  /** Frees the amounts of expired purchases that only wait for their last chain check. */
  freeExpired: `UPDATE intent SET reserved_amount = NULL
    WHERE currency = @currency AND reserved_amount IS NOT NULL AND status = 'requires_payment'
      AND expires_at <= @now`,
  own: intentsWhere('id = @id AND user_id = @userId'),
  confirming: intentsWhere(
    `status = 'processing' AND id IN (SELECT intent_id FROM payment WHERE commitment = 'confirmed')`,
  ),
  list: intentsWhere(`${ofOwner} ${newest}`),
  listOfStatus: intentsWhere(`${ofOwner} AND status = @status ${newest}`),
  listBuyers: `SELECT row, (SELECT address FROM "user" WHERE "user".id = user_id) AS buyer FROM intent
    WHERE status IN ('requires_payment', 'processing', 'partially_paid') AND row < @before ${newest}`,
};

export function createIntents(deps: { db: Database; clock: Clock; crash?: Crash }): Intents {
  const { db, clock, crash = noCrash } = deps;
  const findOwn = async (q: Queries, userId: string, id: string) =>
    (await readIntents(q, sql.own, { id, userId }))[0] ?? null;

  /** Reserves the first amount that no other purchase uses. */
  const reserve = async (t: Transaction, intent: NewIntent, amounts: readonly bigint[], now: number) => {
    for (const amount of amounts)
      if ((await t.run(sql.insert, { ...intent, amount: amount.toString(), now })) > 0) return true;
    return false;
  };

  const insert = async (t: Transaction, intent: NewIntent, amounts: readonly bigint[]) => {
    const now = clock.now();
    const { userId, currency } = intent;
    if ((await t.get<{ open: number }>(sql.countOpen, { userId, now }))!.open >= mostOpen)
      throw new AppError(
        'quota_exceeded',
        `You have ${mostOpen} open purchases, which is the limit. Pay or cancel one first.`,
      );
    if (await reserve(t, intent, amounts, now)) return;
    const isFreed = (await t.run(sql.freeExpired, { currency, now })) > 0;
    if (isFreed && (await reserve(t, intent, amounts, now))) return;
    throw new AppError('rate_limited', 'Too many purchases are open right now. Try again in a minute.', {
      context: { retryAfter: 60 },
    });
  };

  return {
    create: (intent, amounts, kept) =>
      db.transaction(async (t) => {
        await insert(t, intent, amounts);
        crash('create.in_reserved');
        const row = (await readIntent(t, intent.id))!;
        await kept(t, row);
        return row;
      }),
    find: (userId, id) => findOwn(db, userId, id),
    read: (id) => readIntent(db, id),
    listConfirming: () => readIntents(db, sql.confirming, {}),
    listBuyers: (before, limit) => db.all<{ row: number; buyer: string }>(sql.listBuyers, { before, limit }),
    list: (userId, { status, before = Number.MAX_SAFE_INTEGER, limit }) =>
      status === undefined
        ? readIntents(db, sql.list, { userId, before, limit })
        : readIntents(db, sql.listOfStatus, { userId, before, status, limit }),
    cancel: (userId, id) =>
      db.transaction(async (t) => {
        const now = clock.now();
        await t.run(sql.cancel, { now, checkAt: now + lookAfterCancelMs, id, userId });
        return findOwn(t, userId, id);
      }),
  };
}
