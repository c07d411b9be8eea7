import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/store.js';
import {
  type Attempts,
  attemptColumns,
  hash,
  type LinkAttempt,
  openStates,
  statesBefore,
} from './attempts.js';
import type { LinkState } from './machine.js';

/** Link attempts from their start to the proof: `ProofStore` continues there. */
export type LinkStore = {
  /** Starts an attempt; the member's open one, if any, becomes `superseded`. */
  start(attempt: {
    id: string;
    token: string;
    memberId: string;
    memberName: string;
    guildName: string;
    expiresAt: number;
  }): Promise<void>;
  findByToken(token: string): Promise<LinkAttempt | null>;
  findOpen(memberId: string): Promise<LinkAttempt | null>;
  /** Records the attempt's nonce and marks it as opened. False when a proof was submitted or the attempt is over. */
  ask(id: string, nonce: string): Promise<boolean>;
  /** Starts verifying a proof: one at a time, and only for a nonce of this attempt. */
  receive(id: string, nonce: string): Promise<'received' | 'foreign' | 'used'>;
  /** The proof was invalid: allows another one. */
  reopen(id: string): Promise<void>;
  /** Cancels the member's open attempt, if any. */
  cancel(memberId: string): Promise<void>;
  /** Deletes attempts that expired before this time (ms). */
  prune(before: number): Promise<void>;
};

export function createLinkStore(deps: { db: Database; clock: Clock; attempts: Attempts }): LinkStore {
  const { db, clock } = deps;
  const { fresh, move } = deps.attempts;
  const supersede = db.prepare(
    `UPDATE link_attempt SET state = 'superseded' WHERE member_id = @memberId AND state IN (${openStates})`,
  );
  const insert = db.prepare(
    `INSERT INTO link_attempt (id, token_hash, member_id, member_name, guild_name, state, created_at, expires_at)
     VALUES (@id, @tokenHash, @memberId, @memberName, @guildName, 'created', @now, @expiresAt)`,
  );
  const byToken = db.prepare<{ tokenHash: string }, LinkAttempt>(
    `SELECT ${attemptColumns} FROM link_attempt WHERE token_hash = @tokenHash`,
  );
  const byMember = db.prepare<{ memberId: string }, LinkAttempt>(
    `SELECT ${attemptColumns} FROM link_attempt WHERE member_id = @memberId AND state IN (${openStates})`,
  );
  const stateOf = db
    .prepare<{ id: string }, LinkState>('SELECT state FROM link_attempt WHERE id = @id')
    .pluck();
  const addChallenge = db.prepare(
    'INSERT INTO link_challenge (attempt_id, nonce_hash) VALUES (@id, @nonceHash) ON CONFLICT DO NOTHING',
  );
  const hasChallenge = db.prepare(
    'SELECT 1 FROM link_challenge WHERE attempt_id = @id AND nonce_hash = @nonceHash',
  );
  const cancel = db.prepare(
    `UPDATE link_attempt SET state = 'cancelled'
     WHERE member_id = @memberId AND state IN (${statesBefore('cancelled')})`,
  );
  const prune = db.prepare(
    `DELETE FROM link_attempt WHERE expires_at < @before AND jar IS NULL AND state NOT IN (${openStates})`,
  );

  return {
    start: async ({ token, ...attempt }) =>
      fresh(() => {
        supersede.run({ memberId: attempt.memberId });
        insert.run({ ...attempt, tokenHash: hash(token), now: clock.now() });
      }),
    findByToken: async (token) => fresh(() => byToken.get({ tokenHash: hash(token) }) ?? null),
    findOpen: async (memberId) => fresh(() => byMember.get({ memberId }) ?? null),
    ask: async (id, nonce) =>
      fresh(() => {
        if (!move('opened', id) && stateOf.get({ id }) !== 'opened') return false;
        addChallenge.run({ id, nonceHash: hash(nonce) });
        return true;
      }),
    receive: async (id, nonce) =>
      fresh(() => {
        if (hasChallenge.get({ id, nonceHash: hash(nonce) }) === undefined) return 'foreign';
        return move('proof_received', id) ? 'received' : 'used';
      }),
    reopen: async (id) => fresh(() => void move('opened', id)),
    cancel: async (memberId) => fresh(() => void cancel.run({ memberId })),
    prune: async (before) => fresh(() => void prune.run({ before })),
  };
}
