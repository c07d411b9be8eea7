import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import type { Seal } from '../../base/seal.js';
import { type Database, write } from '../../base/store.js';
import type { Jar } from '../../client/jar.js';
import type { SessionStore } from '../session/store.js';
import { type LinkState, linkMachine } from './machine.js';
import type { NoticeStore } from './notice.js';
import type { Authorization } from './oauth.js';
import { createProofSeal, type KeptProof, type Proven } from './proven.js';
import type { Asked, TakeoverStore } from './takeover.js';

export type LinkAttempt = {
  id: string;
  memberId: string;
  memberName: string;
  guildName: string;
  state: LinkState;
  address: string | null;
  triesLeft: number;
  expiresAt: number;
};

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
  /** The service accepted the proof: stores the session encrypted until the code is typed. */
  prove(id: string, proven: Proven): Promise<boolean>;
  /** The OAuth2 authorization of an attempt that waits for Discord. */
  authorizationOf(id: string): Promise<Authorization | null>;
  /** Discord identified the member who started. @returns the code to show, null when the attempt is over */
  identify(id: string): Promise<string | null>;
  /** Discord identified someone else. @returns the session to end, null when the attempt was over */
  reject(id: string): Promise<Jar | null>;
  /**
   * Checks the code; the third wrong one rejects the attempt. The right code links the wallet, or starts a takeover that
   * completes at `movesAt` when another member has it.
   */
  redeem(id: string, code: string, how: { keepPrimary: boolean; movesAt: number }): Promise<Redeemed>;
  /** Cancels the member's open attempt, if any. */
  cancel(memberId: string): Promise<void>;
  /** The session of an attempt that ended without its code, returned once so it can be ended at the service. */
  takeLeftOver(): Promise<Jar | null>;
  /** Deletes attempts that expired before this time (ms). */
  prune(before: number): Promise<void>;
  exportOf(memberId: string): Promise<LinkAttempt[]>;
  forget(memberId: string): void;
};

export type Redeemed =
  | { outcome: 'wrong' | 'gone' | 'unidentified' }
  | { outcome: 'rejected'; leftOver: Jar }
  /** `leftOver`: a session to end at the service, from this attempt or from a takeover that it refuses. */
  | { outcome: 'linked'; address: string; leftOver: Jar | null }
  | { outcome: 'contested'; address: string }
  | { outcome: 'refused'; why: 'too_many' | Exclude<Asked, 'asked'>; leftOver: Jar };

/** Limit per member, including pending takeovers. */
export const mostWallets = 5;

type Sealed = { memberId: string; address: string; jar: Buffer; triesLeft: number };

const hash = (token: string) => createHash('sha256').update(token).digest('hex');
const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');
const openStates = quoted(linkMachine.states.filter((state) => !linkMachine.isFinal(state)));

export function createLinkStore(options: {
  db: Database;
  seal: Seal;
  clock: Clock;
  sessions: SessionStore;
  takeovers: TakeoverStore;
  notices: NoticeStore;
}): LinkStore {
  const { db, seal, clock, sessions, takeovers, notices } = options;
  const columns = `id, member_id AS memberId, member_name AS memberName, guild_name AS guildName, state, address,
    tries_left AS triesLeft, expires_at AS expiresAt`;
  const expire = db.prepare(
    `UPDATE link_attempt SET state = 'expired' WHERE state IN (${openStates}) AND expires_at <= ?`,
  );
  const byToken = db.prepare(`SELECT ${columns} FROM link_attempt WHERE token_hash = ?`);
  const byMember = db.prepare(
    `SELECT ${columns} FROM link_attempt WHERE member_id = ? AND state IN (${openStates})`,
  );
  const sealedOf = db.prepare<[string], Sealed>(
    `SELECT member_id AS memberId, address, jar, tries_left AS triesLeft FROM link_attempt
     WHERE id = ? AND state = 'awaiting_code'`,
  );
  const fewerTries = db.prepare('UPDATE link_attempt SET tries_left = tries_left - 1 WHERE id = ?');
  const countOf = db
    .prepare<[string, string], number>(
      `SELECT (SELECT count(*) FROM wallet WHERE member_id = ?) +
         (SELECT count(*) FROM takeover WHERE to_member = ? AND state = 'waiting')`,
    )
    .pluck();
  const all = db.prepare<[string], LinkAttempt>(
    `SELECT ${columns} FROM link_attempt WHERE member_id = ? ORDER BY created_at`,
  );
  const forget = db.prepare('DELETE FROM link_attempt WHERE member_id = ?');
  const moveTo = (to: LinkState, id: string, set = '', ...values: unknown[]) =>
    db
      .prepare(
        `UPDATE link_attempt SET state = ?${set} WHERE id = ? AND state IN (${quoted(linkMachine.sources(to))})`,
      )
      .run(to, ...values, id).changes === 1;
  const { sealProven, openProven } = createProofSeal(seal);
  const open = (id: string): KeptProof | null => {
    const row = sealedOf.get(id);
    return row ? openProven(id, row.jar) : null;
  };
  const stateOf = db.prepare<[string], LinkState>('SELECT state FROM link_attempt WHERE id = ?').pluck();
  const addChallenge = db.prepare(
    'INSERT INTO link_challenge (attempt_id, nonce_hash) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const hasChallenge = db.prepare('SELECT 1 FROM link_challenge WHERE attempt_id = ? AND nonce_hash = ?');
  const leftOver = db.prepare<[], { id: string; jar: Buffer }>(
    `SELECT id, jar FROM link_attempt WHERE state IN ('expired', 'superseded', 'cancelled') AND jar IS NOT NULL LIMIT 1`,
  );
  const cancel = db.prepare(
    `UPDATE link_attempt SET state = 'cancelled'
     WHERE member_id = ? AND state IN (${quoted(linkMachine.sources('cancelled'))})`,
  );
  const prune = db.prepare(
    `DELETE FROM link_attempt WHERE expires_at < ? AND jar IS NULL AND state NOT IN (${openStates})`,
  );
  const keep = db.prepare("UPDATE link_attempt SET jar = ? WHERE id = ? AND state = 'awaiting_code'");
  const fresh = <T>(body: () => T): T =>
    write(db, () => {
      expire.run(clock.now());
      return body();
    });

  return {
    async start({ id, token, memberId, memberName, guildName, expiresAt }) {
      fresh(() => {
        db.prepare(
          `UPDATE link_attempt SET state = 'superseded' WHERE member_id = ? AND state IN (${openStates})`,
        ).run(memberId);
        db.prepare(
          `INSERT INTO link_attempt (id, token_hash, member_id, member_name, guild_name, state, created_at, expires_at)
           VALUES (?, ?, ?, ?, ?, 'created', ?, ?)`,
        ).run(id, hash(token), memberId, memberName, guildName, clock.now(), expiresAt);
      });
    },
    findByToken: async (token) => fresh(() => (byToken.get(hash(token)) as LinkAttempt | undefined) ?? null),
    findOpen: async (memberId) => fresh(() => (byMember.get(memberId) as LinkAttempt | undefined) ?? null),
    ask: async (id, nonce) =>
      fresh(() => {
        if (!moveTo('opened', id) && stateOf.get(id) !== 'opened') return false;
        addChallenge.run(id, hash(nonce));
        return true;
      }),
    receive: async (id, nonce) =>
      fresh(() => {
        if (hasChallenge.get(id, hash(nonce)) === undefined) return 'foreign';
        return moveTo('proof_received', id) ? 'received' : 'used';
      }),
    reopen: async (id) => fresh(() => void moveTo('opened', id)),
    prove: async (id, { address, ...kept }) =>
      fresh(() => moveTo('awaiting_code', id, ', address = ?, jar = ?', address, sealProven(id, kept))),
    authorizationOf: async (id) => fresh(() => open(id)?.authorization ?? null),
    identify: async (id) =>
      fresh(() => {
        const proven = open(id);
        if (!proven) return null;
        const { authorization: _, ...identified } = proven;
        keep.run(sealProven(id, identified), id);
        return identified.code;
      }),
    reject: async (id) =>
      fresh(() => {
        const proven = open(id);
        return proven && moveTo('rejected', id, ', jar = NULL') ? proven.jar : null;
      }),
    redeem: async (id, code, how) =>
      fresh(() => {
        const kept = sealedOf.get(id);
        if (!kept) return { outcome: 'gone' };
        const proven = openProven(id, kept.jar);
        if (proven.authorization) return { outcome: 'unidentified' };
        if (hash(proven.code) === hash(code)) return settle(id, kept, proven, how);
        if (kept.triesLeft > 1) {
          fewerTries.run(id);
          return { outcome: 'wrong' };
        }
        moveTo('rejected', id, ', jar = NULL, tries_left = 0');
        return { outcome: 'rejected', leftOver: proven.jar };
      }),
    cancel: async (memberId) => fresh(() => void cancel.run(memberId)),
    takeLeftOver: async () =>
      fresh(() => {
        const row = leftOver.get();
        if (!row) return null;
        db.prepare('UPDATE link_attempt SET jar = NULL WHERE id = ?').run(row.id);
        return openProven(row.id, row.jar).jar;
      }),
    prune: async (before) => fresh(() => void prune.run(before)),
    exportOf: async (memberId) => all.all(memberId),
    forget: (memberId) => void forget.run(memberId),
  };

  /** The code was right: links the wallet, starts a takeover, or refuses at the wallet limit. */
  function settle(
    id: string,
    { memberId, address }: Sealed,
    { userId, jar }: KeptProof,
    { keepPrimary, movesAt }: { keepPrimary: boolean; movesAt: number },
  ): Redeemed {
    const owner = sessions.ownerOf(address);
    if (owner !== memberId && (countOf.get(memberId, memberId) ?? 0) >= mostWallets) {
      moveTo('rejected', id, ', jar = NULL');
      return { outcome: 'refused', why: 'too_many', leftOver: jar };
    }
    if (owner !== null && owner !== memberId) {
      const asked = takeovers.ask({ id, from: owner, to: memberId, movesAt }, { address, userId, jar });
      moveTo(asked === 'asked' ? 'contested' : 'rejected', id, ', jar = NULL');
      return asked === 'asked'
        ? { outcome: 'contested', address }
        : { outcome: 'refused', why: asked, leftOver: jar };
    }
    sessions.put(memberId, { address, userId, jar }, keepPrimary);
    moveTo('linked', id, ', jar = NULL');
    if (owner === null)
      notices.put({ id: `linked/${id}`, memberId, kind: 'linked', address, refersAt: null });
    return { outcome: 'linked', address, leftOver: takeovers.refuse(address, memberId) };
  }
}
