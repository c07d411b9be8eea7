import type { Clock } from '../../base/clock.js';
import type { Transaction } from '../../base/db/database.js';

/** An audit entry; contains no token, nonce or signature. */
export type AuthEvent = {
  kind:
    | 'signed_in'
    | 'proof_refused'
    | 'refresh_reused'
    | 'logged_out'
    | 'session_revoked'
    | 'all_sessions_revoked';
  address: string;
  sessionId?: string;
  detail?: string;
};

/** Audit log of sign-ins and sessions. `add` runs in the transaction it records. */
export type AuthJournal = {
  add(t: Transaction, event: AuthEvent): Promise<void>;
  prune(t: Transaction): Promise<void>;
};

const keptMs = 90 * 86_400_000;

const sql = {
  insert: `INSERT INTO auth_event (at, kind, address, session_id, detail)
    VALUES (@now, @kind, @address, @sessionId, @detail)`,
  forget: 'DELETE FROM auth_event WHERE at < @before',
};

export function createAuthJournal(clock: Clock): AuthJournal {
  return {
    async add(t, { kind, address, sessionId = null as string | null, detail = null as string | null }) {
      await t.run(sql.insert, { now: clock.now(), kind, address, sessionId, detail });
    },
    async prune(t) {
      await t.run(sql.forget, { before: clock.now() - keptMs });
    },
  };
}
