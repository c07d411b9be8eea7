import type { Queries, Transaction } from '../../base/db/database.js';
import type { Seal } from '../../base/seal.js';
import type { Jar } from '../../client/jar.js';
import type { NoticeStore } from '../notices/store.js';
import type { WalletStore } from '../session/store.js';
import { type Attempts, hash } from './attempts.js';
import type { Authorization } from './oauth.js';
import { createProofSeal, type KeptProof, type Proven } from './proven.js';
import type { TakeoverRequest, TakeoverStore } from './takeover.js';

/** Proofs of link attempts: sealed sessions that wait for the code. */
export type ProofStore = {
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
  /** The session of an attempt that ended without its code, returned once so it can be ended at the service. */
  takeLeftOver(): Promise<Jar | null>;
};

export type Redeemed =
  | { outcome: 'wrong' | 'gone' | 'unidentified' }
  | { outcome: 'rejected'; leftOver: Jar }
  /** `leftOver`: a session to end at the service, from this attempt or from a takeover that it refuses. */
  | { outcome: 'linked'; address: string; leftOver: Jar | null }
  | { outcome: 'contested'; address: string }
  | { outcome: 'refused'; why: 'too_many' | Exclude<TakeoverRequest, 'asked'>; leftOver: Jar };

/** Limit per member, including pending takeovers. */
export const mostWallets = 5;

type Sealed = { memberId: string; address: string; jar: Buffer; triesLeft: number };

type ProofStoreDeps = {
  seal: Seal;
  attempts: Attempts;
  wallets: Pick<WalletStore, 'ownerOf' | 'put'>;
  takeovers: Pick<TakeoverStore, 'ask' | 'refuse'>;
  notices: Pick<NoticeStore, 'put'>;
};

const sql = {
  select: `SELECT member_id AS memberId, address, jar, tries_left AS triesLeft FROM link_attempt
    WHERE id = @id AND state = 'awaiting_code'`,
  fewerTries: 'UPDATE link_attempt SET tries_left = tries_left - 1 WHERE id = @id',
  keep: "UPDATE link_attempt SET jar = @jar WHERE id = @id AND state = 'awaiting_code'",
  leftOver: `SELECT id, jar FROM link_attempt
    WHERE state IN ('expired', 'superseded', 'cancelled') AND jar IS NOT NULL LIMIT 1`,
  dropJar: 'UPDATE link_attempt SET jar = NULL WHERE id = @id',
  countOf: `SELECT (SELECT count(*) FROM wallet WHERE member_id = @memberId) +
    (SELECT count(*) FROM takeover WHERE to_member = @memberId AND state = 'waiting') AS wallets`,
};

export function createProofStore(deps: ProofStoreDeps): ProofStore {
  const { fresh, look, move } = deps.attempts;
  const { sealProven, openProven } = createProofSeal(deps.seal);
  const settle = createSettling(deps);
  const open = async (q: Queries, id: string): Promise<KeptProof | null> => {
    const row = await q.get<Sealed>(sql.select, { id });
    return row ? openProven(id, row.jar) : null;
  };

  return {
    prove: (id, { address, ...kept }) =>
      fresh((t) => move(t, 'awaiting_code', id, { address, jar: sealProven(id, kept) })),
    authorizationOf: (id) => look(async (q) => (await open(q, id))?.authorization ?? null),
    identify: (id) =>
      fresh(async (t) => {
        const proven = await open(t, id);
        if (!proven) return null;
        const { authorization: _, ...identified } = proven;
        await t.run(sql.keep, { id, jar: sealProven(id, identified) });
        return identified.code;
      }),
    reject: (id) =>
      fresh(async (t) => {
        const proven = await open(t, id);
        return proven && (await move(t, 'rejected', id)) ? proven.jar : null;
      }),
    redeem: (id, code, how) =>
      fresh(async (t) => {
        const kept = await t.get<Sealed>(sql.select, { id });
        if (!kept) return { outcome: 'gone' };
        const proven = openProven(id, kept.jar);
        if (proven.authorization) return { outcome: 'unidentified' };
        if (hash(proven.code) === hash(code)) return settle(t, { id, ...kept }, proven, how);
        await t.run(sql.fewerTries, { id });
        if (kept.triesLeft > 1) return { outcome: 'wrong' };
        await move(t, 'rejected', id);
        return { outcome: 'rejected', leftOver: proven.jar };
      }),
    takeLeftOver: () =>
      fresh(async (t) => {
        const row = await t.get<{ id: string; jar: Buffer }>(sql.leftOver);
        if (!row) return null;
        await t.run(sql.dropJar, { id: row.id });
        return openProven(row.id, row.jar).jar;
      }),
  };
}

/** The code was right: links the wallet, starts a takeover, or refuses at the wallet limit. */
function createSettling({ attempts: { move }, wallets, takeovers, notices }: ProofStoreDeps) {
  return async (
    t: Transaction,
    { id, memberId, address }: Sealed & { id: string },
    { userId, jar }: KeptProof,
    { keepPrimary, movesAt }: { keepPrimary: boolean; movesAt: number },
  ): Promise<Redeemed> => {
    const owner = await wallets.ownerOf(t, address);
    const count = await t.get<{ wallets: number }>(sql.countOf, { memberId });
    if (owner !== memberId && (count?.wallets ?? 0) >= mostWallets) {
      await move(t, 'rejected', id);
      return { outcome: 'refused', why: 'too_many', leftOver: jar };
    }
    if (owner !== null && owner !== memberId) {
      const takeover = { id, from: owner, to: memberId, movesAt };
      const asked = await takeovers.ask(t, takeover, { address, userId, jar });
      await move(t, asked === 'asked' ? 'contested' : 'rejected', id);
      return asked === 'asked'
        ? { outcome: 'contested', address }
        : { outcome: 'refused', why: asked, leftOver: jar };
    }
    await wallets.put(t, memberId, { address, userId, jar }, keepPrimary);
    await move(t, 'linked', id);
    if (owner === null)
      await notices.put(t, { id: `linked/${id}`, memberId, kind: 'linked', address, refersAt: null });
    return { outcome: 'linked', address, leftOver: await takeovers.refuse(t, address, memberId) };
  };
}
