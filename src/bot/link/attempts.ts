import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import type { Database, Queries, Transaction } from '../../base/db/database.js';
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

export const attemptColumns = `id, member_id AS memberId, member_name AS memberName, guild_name AS guildName, state,
  address, tries_left AS triesLeft, expires_at AS expiresAt`;

const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');

/** The states before `to`, for `state IN (…)`. */
export const statesBefore = (to: LinkState): string => quoted(linkMachine.sources(to));
export const openStates = quoted(linkMachine.states.filter((state) => !linkMachine.isFinal(state)));

/** Tokens, nonces and codes are stored and compared as hashes. */
export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The state of link attempts, shared by the stores of attempts and of proofs. */
export type Attempts = ReturnType<typeof createAttempts>;

const isOver = `state IN (${openStates}) AND expires_at <= @now`;
const findOver = `SELECT 1 AS found FROM link_attempt WHERE ${isOver} LIMIT 1`;
const expire = `UPDATE link_attempt SET state = 'expired' WHERE ${isOver}`;

// Only an attempt that waits for its code has a sealed proof, so every other move clears it.
const moveTo = Object.fromEntries(
  linkMachine.states.map((to) => [
    to,
    `UPDATE link_attempt SET state = @to, address = coalesce(@address, address), jar = @jar
     WHERE id = @id AND state IN (${statesBefore(to)})`,
  ]),
) as Readonly<Record<LinkState, string>>;

export function createAttempts({ db, clock }: { db: Database; clock: Clock }) {
  /** In a transaction of its own: inside another one it would make all of them conflict on PostgreSQL. */
  const expireOver = async (): Promise<void> => {
    const now = clock.now();
    if (await db.get(findOver, { now })) await db.run(expire, { now });
  };
  return {
    /** A transaction that sees expired attempts as such. */
    async fresh<T>(body: (t: Transaction) => Promise<T>): Promise<T> {
      await expireOver();
      return db.transaction(body);
    },
    /** Reads that see expired attempts as such. */
    async look<T>(body: (q: Queries) => Promise<T>): Promise<T> {
      await expireOver();
      return body(db);
    },
    /** Inside `fresh`. False when the attempt is in no state before `to`. */
    async move(
      t: Transaction,
      to: LinkState,
      id: string,
      { address = null, jar = null }: { address?: string | null; jar?: Buffer | null } = {},
    ): Promise<boolean> {
      return (await t.run(moveTo[to], { to, id, address, jar })) === 1;
    },
  };
}
