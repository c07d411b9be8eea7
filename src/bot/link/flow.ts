import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import { newId, type Random, randomText } from '../../base/ids.js';
import { createRateLimit } from '../../base/rate-limit.js';
import type { Http } from '../../client/http.js';
import type { Jar } from '../../client/jar.js';
import {
  createNonce,
  type Encoding,
  logout,
  type Nonce,
  type NoncePurpose,
  signInWithWallet,
} from '../../contract/auth.js';
import type { Sessions } from '../session/flow.js';
import type { LinkedWallet, SessionStore } from '../session/store.js';
import type { Identity } from './oauth.js';
import { alreadyUsed, refusal } from './refusal.js';
import { statementOf } from './statement.js';
import type { LinkAttempt, LinkStore } from './store.js';

const attemptMs = 10 * 60_000;
const keptMs = 30 * 86_400_000;

/** What the page may know of an attempt. */
export type LinkView = Pick<LinkAttempt, 'memberId' | 'memberName' | 'guildName' | 'state' | 'expiresAt'>;

/** Two groups of three digits, as the page shows it and as it is compared. */
const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');
const inGroups = (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`;
const digitsOf = (typed: string) => typed.replace(/\D/g, '');

/** Compared by hash, so that the time taken tells nothing. */
const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

/**
 * What one member may do. The service sees all members come from one address, so it cannot tell who uses up what a
 * wallet is granted there: less than that is granted here.
 */
const createLimits = (clock: Clock) => ({
  attempts: createRateLimit({ clock, limit: 20, windowMs: attemptMs }),
  challenges: createRateLimit({ clock, limit: 12, windowMs: 60_000 }),
  proofs: createRateLimit({ clock, limit: 15, windowMs: 60_000 }),
});

export function createLinkFlow(options: {
  store: LinkStore;
  sessions: Sessions;
  sessionStore: SessionStore;
  http: Http;
  pageUrl: string;
  clock: Clock;
  random: Random;
  /** Asks Discord who sits at the page before the code is shown; null: the code alone must do. */
  identity?: Identity | null;
  /** How long the member who has a wallet may object when another proves it. */
  takeoverDelayMs: number;
  /** Says in a sentence what the primary wallet has under way, or null. */
  unfinished: (memberId: string) => Promise<string | null>;
  linked: (memberId: string) => Promise<void>;
}) {
  const { store, sessions, sessionStore, http, pageUrl, clock, random, identity, unfinished, linked } =
    options;
  const limits = createLimits(clock);
  const endSession = (jar: Jar) => http.call(logout, {}, jar).catch(() => undefined); // it runs out by itself as well

  const endLeftOvers = async (): Promise<void> => {
    for (let jar = await store.takeLeftOver(); jar; jar = await store.takeLeftOver()) await endSession(jar);
  };

  /** A new wallet takes the first place only where nobody is there: work under way must be followed to its end. */
  const keepsPrimary = async (memberId: string): Promise<boolean> => {
    const primary = await sessionStore.find(memberId);
    return primary !== null && (primary.ended === null || (await unfinished(memberId)) !== null);
  };

  const openAttempt = async (token: string): Promise<LinkAttempt> => {
    const attempt = await store.findByToken(token);
    if (!attempt)
      throw new AppError('not_found', 'This link is not valid. Type /link in Discord for a new one.');
    if (attempt.state === 'superseded') {
      throw new AppError('nonce_used', 'A newer /link has taken the place of this one.');
    }
    if (attempt.expiresAt <= clock.now() || attempt.state === 'expired') {
      throw new AppError(
        'nonce_expired',
        'This link is more than ten minutes old. Type /link in Discord for a new one.',
      );
    }
    return attempt;
  };

  return {
    /** Starts an attempt. The token stands in the fragment, which browsers do not send and previewers do not see. */
    async start(
      member: { id: string; name: string },
      guildName: string,
    ): Promise<{ url: string; expiresAt: number }> {
      limits.attempts.take(member.id);
      const token = randomText(random, 32);
      const expiresAt = clock.now() + attemptMs;
      await store.start({
        id: newId('lnk', random),
        token,
        memberId: member.id,
        memberName: member.name,
        guildName,
        expiresAt,
      });
      return { url: `${pageUrl}#${token}`, expiresAt };
    },

    async view(token: string): Promise<LinkView> {
      const { memberId, memberName, guildName, state, expiresAt } = await openAttempt(token);
      return { memberId, memberName, guildName, state, expiresAt };
    },

    /** The text for one wallet to sign, or the small transfer for one that cannot; both name member and server. */
    async challenge(token: string, address: string, purpose: NoncePurpose = 'sign_in'): Promise<Nonce> {
      const attempt = await openAttempt(token);
      limits.challenges.take(attempt.memberId);
      const statement = statementOf(attempt, purpose);
      const { reply } = await http.call(createNonce, { body: { address, purpose, statement } }, {});
      if (!(await store.ask(attempt.id, reply.body.nonce))) throw alreadyUsed();
      return reply.body;
    },

    /**
     * Checks the proof at the service.
     * @returns the code to show, which the member types into Discord, or where Discord is asked who sits there first;
     *   null while the network does not show the transfer yet, and then the same proof may be handed in again
     */
    async prove(
      token: string,
      proof: { address: string; nonce: string; signature?: string | undefined; encoding: Encoding },
    ): Promise<string | { identityUrl: string } | null> {
      const attempt = await openAttempt(token);
      limits.proofs.take(attempt.memberId);
      const received = await store.receive(attempt.id, proof.nonce);
      if (received === 'foreign')
        throw new AppError(
          'signature_invalid',
          'That text was made for another link. Sign the one this page shows.',
        );
      if (received === 'used') throw alreadyUsed();
      try {
        const { reply, jar } = await http.call(signInWithWallet, { body: proof }, {});
        const code = newCode();
        const { id: userId } = reply.body.user;
        const authorization = identity?.begin();
        const proven = { address: proof.address, userId, jar, code, ...(authorization && { authorization }) };
        if (!(await store.prove(attempt.id, proven))) {
          await endSession(jar); // superseded meanwhile: leave no session behind
          throw new AppError('nonce_used', 'A newer /link has taken the place of this one.');
        }
        return identity && authorization ? { identityUrl: identity.urlOf(authorization) } : inGroups(code);
      } catch (error) {
        await store.reopen(attempt.id);
        if (proof.encoding === 'transfer' && isAppError(error, 'not_found')) return null;
        throw error;
      }
    },

    /**
     * Discord sent the browser back: only the member who started may see the code. Anybody else ends the attempt.
     * @returns the code to show
     */
    async identify(token: string, answer: { state: string; code: string }): Promise<string> {
      const attempt = await openAttempt(token);
      const authorization = await store.authorizationOf(attempt.id);
      if (!identity || !authorization || !sameText(authorization.state, answer.state)) {
        throw new AppError('nonce_used', 'This answer of Discord belongs to no open link. Type /link again.');
      }
      const userId = await identity.readUserId(answer.code, authorization.verifier);
      if (userId !== attempt.memberId) {
        const jar = await store.reject(attempt.id);
        if (jar) await endSession(jar);
        throw new AppError(
          'forbidden',
          'This link was started by another Discord member than you. Nothing was linked. Never open a link page somebody sent you.',
        );
      }
      const code = await store.identify(attempt.id);
      if (code === null) throw new AppError('nonce_used', 'This link has ended. Type /link again.');
      return inGroups(code);
    },

    /**
     * The member types the code: only their own open attempt is looked at, three tries.
     * @returns the wallet; or, where another member has it, when it moves unless that one objects
     */
    async finish(memberId: string, typed: string): Promise<Finished> {
      const attempt = await store.findOpen(memberId);
      if (!attempt) throw new AppError('nonce_expired', 'There is no open link. Type /link to start one.');
      if (attempt.state !== 'awaiting_code') {
        throw new AppError(
          'invalid_request',
          'Open the link and sign with your wallet first; the page then shows the code.',
        );
      }
      const movesAt = clock.now() + options.takeoverDelayMs;
      const how = { keepPrimary: await keepsPrimary(memberId), movesAt };
      const redeemed = await store.redeem(attempt.id, digitsOf(typed), how);
      if ('leftOver' in redeemed && redeemed.leftOver) await endSession(redeemed.leftOver);
      if (redeemed.outcome === 'contested') return { address: redeemed.address, movesAt };
      if (redeemed.outcome !== 'linked') throw refusal(redeemed, attempt.triesLeft - 1);
      await linked(memberId);
      const wallet = await sessionStore.find(memberId, redeemed.address);
      if (!wallet) throw new AppError('not_found', 'That wallet was unlinked in the meantime.');
      return { wallet, wallets: (await sessions.walletsOf(memberId)).length };
    },

    /** Ends the member's open link and the session that a proof for it has opened. */
    async cancel(memberId: string): Promise<void> {
      await store.cancel(memberId);
      await endLeftOvers();
    },

    /** One round: sessions of links that nobody finished are ended, links of long ago forgotten. */
    async sweep(): Promise<void> {
      await endLeftOvers();
      await store.prune(clock.now() - keptMs);
    },

    walletsOf: sessions.walletsOf,

    /** Scheme, host and port of the link page. */
    origin: new URL(pageUrl).origin,
  };
}

/** A wallet that is the member's now, one of `wallets`; or one that another member has, and when it moves (ms). */
export type Finished = { wallet: LinkedWallet; wallets: number } | { address: string; movesAt: number };
