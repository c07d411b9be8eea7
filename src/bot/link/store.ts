import type { Clock } from '../../base/clock.js';
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

const sql = {
  supersede: `UPDATE link_attempt SET state = 'superseded' WHERE member_id = @memberId AND state IN (${openStates})`,
  insert: `INSERT INTO link_attempt (id, token_hash, member_id, member_name, guild_name, state, created_at, expires_at)
    VALUES (@id, @tokenHash, @memberId, @memberName, @guildName, 'created', @now, @expiresAt)`,
  byToken: `SELECT ${attemptColumns} FROM link_attempt WHERE token_hash = @tokenHash`,
  byMember: `SELECT ${attemptColumns} FROM link_attempt WHERE member_id = @memberId AND state IN (${openStates})`,
  stateOf: 'SELECT state FROM link_attempt WHERE id = @id',
  addChallenge: `INSERT INTO link_challenge (attempt_id, nonce_hash) VALUES (@id, @nonceHash)
    ON CONFLICT (attempt_id, nonce_hash) DO NOTHING`,
  hasChallenge: 'SELECT 1 AS found FROM link_challenge WHERE attempt_id = @id AND nonce_hash = @nonceHash',
  cancel: `UPDATE link_attempt SET state = 'cancelled'
    WHERE member_id = @memberId AND state IN (${statesBefore('cancelled')})`,
  prune: `DELETE FROM link_attempt WHERE expires_at < @before AND jar IS NULL AND state NOT IN (${openStates})`,
};

export function createLinkStore(deps: { clock: Clock; attempts: Attempts }): LinkStore {
  const { clock } = deps;
  const { fresh, look, move } = deps.attempts;
  return {
    start: ({ token, ...attempt }) =>
      fresh(async (t) => {
        await t.run(sql.supersede, { memberId: attempt.memberId });
        await t.run(sql.insert, { ...attempt, tokenHash: hash(token), now: clock.now() });
      }),
    findByToken: (token) =>
      look(async (q) => (await q.get<LinkAttempt>(sql.byToken, { tokenHash: hash(token) })) ?? null),
    findOpen: (memberId) => look(async (q) => (await q.get<LinkAttempt>(sql.byMember, { memberId })) ?? null),
    ask: (id, nonce) =>
      fresh(async (t) => {
        const isOpened = await move(t, 'opened', id);
        if (!isOpened && (await t.get<{ state: LinkState }>(sql.stateOf, { id }))?.state !== 'opened')
          return false;
        await t.run(sql.addChallenge, { id, nonceHash: hash(nonce) });
        return true;
      }),
    receive: (id, nonce) =>
      fresh(async (t) => {
        if ((await t.get(sql.hasChallenge, { id, nonceHash: hash(nonce) })) === undefined) return 'foreign';
        return (await move(t, 'proof_received', id)) ? 'received' : 'used';
      }),
    reopen: (id) => fresh(async (t) => void (await move(t, 'opened', id))),
    cancel: (memberId) => fresh(async (t) => void (await t.run(sql.cancel, { memberId }))),
    prune: (before) => fresh(async (t) => void (await t.run(sql.prune, { before }))),
  };
}
