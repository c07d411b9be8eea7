import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/store.js';

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

/** Audit log of sign-ins and sessions. `add` is synchronous, to run in the transaction it records. */
export type AuthJournal = { add(event: AuthEvent): void; prune(): void };

const keptMs = 90 * 86_400_000;

export function createAuthJournal(db: Database, clock: Clock): AuthJournal {
  const insert = db.prepare(
    `INSERT INTO auth_event (at, kind, address, session_id, detail)
     VALUES (@now, @kind, @address, @sessionId, @detail)`,
  );
  const forget = db.prepare('DELETE FROM auth_event WHERE at < @before');
  return {
    add({ kind, address, sessionId, detail }) {
      insert.run({
        now: clock.now(),
        kind,
        address,
        sessionId: sessionId ?? null,
        detail: detail ?? null,
      });
    },
    prune: () => void forget.run({ before: clock.now() - keptMs }),
  };
}
