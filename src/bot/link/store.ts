import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import type { Seal } from '../../base/seal.js';
import { type Database, write } from '../../base/store.js';
import type { Jar } from '../../client/jar.js';
import type { SessionStore } from '../session/store.js';
import { type LinkState, linkMachine } from './machine.js';

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

export type Proven = { address: string; userId: string; jar: Jar; code: string };

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
  /** Moves by compare-and-swap; false when the attempt is no longer in a state that may become `to`. */
  move(id: string, to: LinkState): Promise<boolean>;
  /** The service accepted the proof: keep what it gave, sealed, until the code is typed. */
  prove(id: string, proven: Proven): Promise<boolean>;
  /** One try of the code; three wrong ones reject the attempt. A right one makes the session. */
  redeem(id: string, code: string): Promise<'linked' | 'wrong' | 'rejected' | 'gone'>;
};

const hash = (token: string) => createHash('sha256').update(token).digest('hex');
const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');
const open = quoted(linkMachine.states.filter((state) => !linkMachine.isFinal(state)));

export function createLinkStore(options: {
  db: Database;
  seal: Seal;
  clock: Clock;
  sessions: SessionStore;
}): LinkStore {
  const { db, seal, clock, sessions } = options;
  const columns = `id, member_id AS memberId, member_name AS memberName, guild_name AS guildName, state, address,
    tries_left AS triesLeft, expires_at AS expiresAt`;
  const expire = db.prepare(
    `UPDATE link_attempt SET state = 'expired', jar = NULL WHERE state IN (${open}) AND expires_at <= ?`,
  );
  const byToken = db.prepare(`SELECT ${columns} FROM link_attempt WHERE token_hash = ?`);
  const byMember = db.prepare(
    `SELECT ${columns} FROM link_attempt WHERE member_id = ? AND state IN (${open})`,
  );
  const sealedOf = db.prepare(
    'SELECT member_id, jar, tries_left FROM link_attempt WHERE id = ? AND state = ?',
  );
  const moveTo = (to: LinkState, id: string, set = '', ...values: unknown[]) =>
    db
      .prepare(
        `UPDATE link_attempt SET state = ?${set} WHERE id = ? AND state IN (${quoted(linkMachine.sources(to))})`,
      )
      .run(to, ...values, id).changes === 1;
  const place = (id: string) => `link_attempt/${id}/jar`;
  const fresh = <T>(body: () => T): T =>
    write(db, () => {
      expire.run(clock.now());
      return body();
    });

  return {
    async start({ id, token, memberId, memberName, guildName, expiresAt }) {
      fresh(() => {
        db.prepare(
          `UPDATE link_attempt SET state = 'superseded', jar = NULL WHERE member_id = ? AND state IN (${open})`,
        ).run(memberId);
        db.prepare(
          `INSERT INTO link_attempt (id, token_hash, member_id, member_name, guild_name, state, created_at, expires_at)
           VALUES (?, ?, ?, ?, ?, 'created', ?, ?)`,
        ).run(id, hash(token), memberId, memberName, guildName, clock.now(), expiresAt);
      });
    },
    findByToken: async (token) => fresh(() => (byToken.get(hash(token)) as LinkAttempt | undefined) ?? null),
    findOpen: async (memberId) => fresh(() => (byMember.get(memberId) as LinkAttempt | undefined) ?? null),
    move: async (id, to) => fresh(() => moveTo(to, id)),
    prove: async (id, { address, userId, jar, code }) =>
      fresh(() => {
        const sealed = seal.seal(JSON.stringify({ userId, jar, code }), place(id));
        return moveTo('awaiting_code', id, ', address = ?, jar = ?', address, sealed);
      }),
    redeem: async (id, code) =>
      fresh(() => {
        const kept = sealedOf.get(id, 'awaiting_code') as
          | { member_id: string; jar: Buffer; tries_left: number }
          | undefined;
        if (!kept) return 'gone';
        const proven = JSON.parse(seal.open(kept.jar, place(id))) as Omit<Proven, 'address'>;
        if (hash(proven.code) !== hash(code)) {
          if (kept.tries_left <= 1)
            return moveTo('rejected', id, ', jar = NULL, tries_left = 0') ? 'rejected' : 'gone';
          db.prepare('UPDATE link_attempt SET tries_left = tries_left - 1 WHERE id = ?').run(id);
          return 'wrong';
        }
        const { address } = db.prepare('SELECT address FROM link_attempt WHERE id = ?').get(id) as {
          address: string;
        };
        sessions.put(kept.member_id, { address, userId: proven.userId, jar: proven.jar });
        moveTo('linked', id, ', jar = NULL');
        return 'linked';
      }),
  };
}
