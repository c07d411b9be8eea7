import type { Clock } from '../base/clock.js';
import type { Database, Transaction } from '../base/db/database.js';
import { AppError } from '../base/errors.js';

type Kept = { status: number; body: unknown };
type Attempt = { userId: string; key: string; fingerprint: string };

/** Stores the answer in the transaction of its effect. */
export type Remember = (t: Transaction, answer: Kept) => Promise<void>;

/**
 * Answers stored by user and `Idempotency-Key` for 24 hours. The answer is written in the transaction of its effect
 * (`remember`), so no half-finished attempt needs cleaning up; a failed attempt leaves the key free.
 */
export type Idempotency = {
  /**
   * Runs once per key; concurrent and later repeats get the first answer. Where another process answers the same key
   * first, `remember` fails, its effect is undone, and this attempt gets the other's answer.
   * @param fingerprint of the parameters: the same key with another fingerprint is an AppError
   * `idempotency_conflict`
   */
  once(attempt: Attempt, run: (remember: Remember) => Promise<Kept>): Promise<Kept>;
};

const lifetimeMs = 86_400_000;
const pruneEveryMs = 60_000;

const sql = {
  find: `SELECT fingerprint, status, body FROM idempotency
    WHERE user_id = @userId AND key = @key AND created_at > @since`,
  forgetOld: 'DELETE FROM idempotency WHERE created_at <= @since',
  keep: `INSERT INTO idempotency (user_id, key, fingerprint, status, body, created_at)
    VALUES (@userId, @key, @fingerprint, @status, @body, @now)
    ON CONFLICT (user_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
      body = excluded.body, created_at = excluded.created_at
    WHERE idempotency.created_at <= @since`,
};

type Row = { fingerprint: string; status: number; body: string };

export function createIdempotency(db: Database, clock: Clock): Idempotency {
  const running = new Map<string, { fingerprint: string; answer: Promise<Kept> }>();
  let pruneAt = 0;
  const since = () => clock.now() - lifetimeMs;

  const checkSame = (mine: string, theirs: string) => {
    if (mine !== theirs)
      throw new AppError(
        'idempotency_conflict',
        'That Idempotency-Key was already used with other parameters. Use a new key.',
      );
  };

  const replay = async ({ userId, key, fingerprint }: Attempt): Promise<Kept | null> => {
    const row = await db.get<Row>(sql.find, { userId, key, since: since() });
    if (!row) return null;
    checkSame(fingerprint, row.fingerprint);
    return { status: row.status, body: JSON.parse(row.body) };
  };

  const keep = async (t: Transaction, { userId, key, fingerprint }: Attempt, { status, body }: Kept) => {
    const row = { userId, key, fingerprint, status, body: JSON.stringify(body), now: clock.now() };
    if ((await t.run(sql.keep, { ...row, since: since() })) === 0) throw new AppError('idempotency_conflict');
  };

  const runAndKeep = async (attempt: Attempt, run: Parameters<Idempotency['once']>[1]): Promise<Kept> => {
    let isKept = false;
    try {
      const answer = await run(async (t, given) => {
        await keep(t, attempt, given);
        isKept = true;
      });
      if (!isKept) await db.transaction((t) => keep(t, attempt, answer));
      return answer;
    } catch (error) {
      const other = await replay(attempt);
      if (other) return other;
      throw error;
    }
  };

  const prune = async () => {
    if (clock.now() < pruneAt) return;
    pruneAt = clock.now() + pruneEveryMs;
    await db.transaction((t) => t.run(sql.forgetOld, { since: since() }), { durable: false });
  };

  const answerNow = async (attempt: Attempt, run: Parameters<Idempotency['once']>[1]): Promise<Kept> => {
    await prune();
    return (await replay(attempt)) ?? runAndKeep(attempt, run);
  };

  return {
    async once(attempt, run) {
      const place = JSON.stringify([attempt.userId, attempt.key]);
      const other = running.get(place);
      if (other) {
        checkSame(attempt.fingerprint, other.fingerprint);
        return other.answer;
      }
      const answer = answerNow(attempt, run);
      running.set(place, { fingerprint: attempt.fingerprint, answer });
      try {
        return await answer;
      } finally {
        running.delete(place);
      }
    },
  };
}
