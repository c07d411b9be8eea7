import type { Seal } from '../../base/seal.js';
import type { Database } from '../../base/store.js';
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
  db: Database;
  seal: Seal;
  attempts: Attempts;
  wallets: Pick<WalletStore, 'ownerOf' | 'put'>;
  takeovers: Pick<TakeoverStore, 'ask' | 'refuse'>;
  notices: Pick<NoticeStore, 'put'>;
};

export function createProofStore(deps: ProofStoreDeps): ProofStore {
  const { db, attempts } = deps;
  const { fresh, move } = attempts;
  const select = db.prepare<{ id: string }, Sealed>(
    `SELECT member_id AS memberId, address, jar, tries_left AS triesLeft FROM link_attempt
     WHERE id = @id AND state = 'awaiting_code'`,
  );
  const fewerTries = db.prepare('UPDATE link_attempt SET tries_left = tries_left - 1 WHERE id = @id');
  const keep = db.prepare("UPDATE link_attempt SET jar = @jar WHERE id = @id AND state = 'awaiting_code'");
  const leftOver = db.prepare<[], { id: string; jar: Buffer }>(
    `SELECT id, jar FROM link_attempt WHERE state IN ('expired', 'superseded', 'cancelled') AND jar IS NOT NULL LIMIT 1`,
  );
  const dropJar = db.prepare('UPDATE link_attempt SET jar = NULL WHERE id = @id');
  const { sealProven, openProven } = createProofSeal(deps.seal);
  const settle = createSettling(deps);
  const open = (id: string): KeptProof | null => {
    const row = select.get({ id });
    return row ? openProven(id, row.jar) : null;
  };

  return {
    prove: async (id, { address, ...kept }) =>
      fresh(() => move('awaiting_code', id, { address, jar: sealProven(id, kept) })),
    authorizationOf: async (id) => fresh(() => open(id)?.authorization ?? null),
    identify: async (id) =>
      fresh(() => {
        const proven = open(id);
        if (!proven) return null;
        const { authorization: _, ...identified } = proven;
        keep.run({ id, jar: sealProven(id, identified) });
        return identified.code;
      }),
    reject: async (id) =>
      fresh(() => {
        const proven = open(id);
        return proven && move('rejected', id) ? proven.jar : null;
      }),
    redeem: async (id, code, how) =>
      fresh(() => {
        const kept = select.get({ id });
        if (!kept) return { outcome: 'gone' };
        const proven = openProven(id, kept.jar);
        if (proven.authorization) return { outcome: 'unidentified' };
        if (hash(proven.code) === hash(code)) return settle(id, kept, proven, how);
        fewerTries.run({ id });
        if (kept.triesLeft > 1) return { outcome: 'wrong' };
        move('rejected', id);
        return { outcome: 'rejected', leftOver: proven.jar };
      }),
    takeLeftOver: async () =>
      fresh(() => {
        const row = leftOver.get();
        if (!row) return null;
        dropJar.run({ id: row.id });
        return openProven(row.id, row.jar).jar;
      }),
  };
}

/** The code was right: links the wallet, starts a takeover, or refuses at the wallet limit. */
function createSettling({ db, attempts: { move }, wallets, takeovers, notices }: ProofStoreDeps) {
  const countOf = db
    .prepare<{ memberId: string }, number>(
      `SELECT (SELECT count(*) FROM wallet WHERE member_id = @memberId) +
         (SELECT count(*) FROM takeover WHERE to_member = @memberId AND state = 'waiting')`,
    )
    .pluck();

  return (
    id: string,
    { memberId, address }: Sealed,
    { userId, jar }: KeptProof,
    { keepPrimary, movesAt }: { keepPrimary: boolean; movesAt: number },
  ): Redeemed => {
    const owner = wallets.ownerOf(address);
    if (owner !== memberId && (countOf.get({ memberId }) ?? 0) >= mostWallets) {
      move('rejected', id);
      return { outcome: 'refused', why: 'too_many', leftOver: jar };
    }
    if (owner !== null && owner !== memberId) {
      const asked = takeovers.ask({ id, from: owner, to: memberId, movesAt }, { address, userId, jar });
      move(asked === 'asked' ? 'contested' : 'rejected', id);
      return asked === 'asked'
        ? { outcome: 'contested', address }
        : { outcome: 'refused', why: asked, leftOver: jar };
    }
    wallets.put(memberId, { address, userId, jar }, keepPrimary);
    move('linked', id);
    if (owner === null)
      notices.put({ id: `linked/${id}`, memberId, kind: 'linked', address, refersAt: null });
    return { outcome: 'linked', address, leftOver: takeovers.refuse(address, memberId) };
  };
}
