import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import type { Database } from '../base/store.js';

type Kept = { status: number; body: unknown };
type Attempt = { userId: string; key: string; fingerprint: string };

/**
 * Answers stored by user and `Idempotency-Key` for 24 hours. The answer is written in the transaction of its effect
 * (`remember`), so no half-finished attempt needs cleaning up; a failed attempt leaves the key free.
 */
export type Idempotency = {
  /**
   * Runs once per key; concurrent and later repeats get the first answer.
   * @param fingerprint of the parameters: the same key with another fingerprint is an AppError
   * `idempotency_conflict`
   */
  once(attempt: Attempt, run: (remember: (answer: Kept) => void) => Promise<Kept>): Promise<Kept>;
};

const lifetimeMs = 86_400_000;

export function createIdempotency(db: Database, clock: Clock): Idempotency {
  const find = db.prepare<
    { userId: string; key: string; since: number },
    { fingerprint: string; status: number; body: string }
  >(
    'SELECT fingerprint, status, body FROM idempotency WHERE user_id = @userId AND key = @key AND created_at > @since',
  );
  const forgetOld = db.prepare('DELETE FROM idempotency WHERE created_at <= @before');
  const insert = db.prepare(
    `INSERT INTO idempotency (user_id, key, fingerprint, status, body, created_at)
     VALUES (@userId, @key, @fingerprint, @status, @body, @now)`,
  );
  const running = new Map<string, { fingerprint: string; answer: Promise<Kept> }>();

  const checkSame = (mine: string, theirs: string) => {
    if (mine !== theirs)
      throw new AppError(
        'idempotency_conflict',
        'That Idempotency-Key was already used with other parameters. Use a new key.',
      );
  };

  const replay = ({ userId, key, fingerprint }: Attempt): Kept | null => {
    const row = find.get({ userId, key, since: clock.now() - lifetimeMs });
    if (!row) return null;
    checkSame(fingerprint, row.fingerprint);
    return { status: row.status, body: JSON.parse(row.body) };
  };

  const runAndKeep = async (
    { userId, key, fingerprint }: Attempt,
    run: Parameters<Idempotency['once']>[1],
  ) => {
    let kept = false;
    const remember = ({ status, body }: Kept) => {
      const now = clock.now();
      forgetOld.run({ before: now - lifetimeMs });
      insert.run({ userId, key, fingerprint, status, body: JSON.stringify(body), now });
      kept = true;
    };
    const answer = await run(remember);
    if (!kept) remember(answer);
    return answer;
  };

  return {
    async once(attempt, run) {
      const place = JSON.stringify([attempt.userId, attempt.key]);
      const other = running.get(place);
      if (other) {
        checkSame(attempt.fingerprint, other.fingerprint);
        return other.answer;
      }
      const before = replay(attempt);
      if (before) return before;
      const answer = runAndKeep(attempt, run);
      running.set(place, { fingerprint: attempt.fingerprint, answer });
      try {
        return await answer;
      } finally {
        running.delete(place);
      }
    },
  };
}
