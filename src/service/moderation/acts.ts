import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import type { Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';

/** What a moderator asks for. The same key counts once. */
export type Acting = { key: string; server: string; actor: string; reason: string };

type Act = Acting & {
  action: 'grant' | 'revoke' | 'refund' | 'block' | 'unblock' | 'quota' | 'case' | 'welcome' | 'pool';
  target: string;
  /** The entry of the ledger that follows. */
  posting?: { userId: string; credits: number; subject: string };
};

const sql = {
  find: 'SELECT fingerprint FROM moderation_act WHERE key = @key',
  add: `INSERT INTO moderation_act
      (key, fingerprint, at, server, actor, action, target, user_id, credits, subject, reason)
    VALUES (@key, @fingerprint, @now, @server, @actor, @action, @target, @userId, @credits, @subject, @reason)`,
};

const fingerprintOf = (asked: object): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex');

/** The audit log. An act is written before its effect, in the same transaction. */
export function createActs(clock: Clock) {
  return {
    /**
     * Whether this request was carried out before.
     * @throws AppError `idempotency_conflict` when the key was used for another request
     */
    async isDone(t: Transaction, key: string, asked: object): Promise<boolean> {
      const before = await t.get<{ fingerprint: string }>(sql.find, { key });
      if (!before) return false;
      if (before.fingerprint === fingerprintOf(asked)) return true;
      throw new AppError('idempotency_conflict');
    },
    async add(t: Transaction, { posting, ...act }: Act, asked: object): Promise<void> {
      const { userId = null, credits = null, subject = null } = posting ?? {};
      const row = { ...act, userId, credits, subject };
      await t.run(sql.add, { ...row, fingerprint: fingerprintOf(asked), now: clock.now() });
    },
  };
}
export type Acts = ReturnType<typeof createActs>;
