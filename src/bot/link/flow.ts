import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { AppError, isAppError, type Reason } from '../../base/errors.js';
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
import { reason } from '../../copy/reason.js';
import type { Sessions } from '../session/flow.js';
import type { LinkedWallet, WalletStore } from '../session/store.js';
import type { LinkAttempt } from './attempts.js';
import { linkMachine } from './machine.js';
import type { Identity } from './oauth.js';
import { createOpenCards } from './open-cards.js';
import type { PhraseStore } from './phrases.js';
import type { ProofStore } from './proofs.js';
import { alreadyUsed, refusal, superseded } from './refusal.js';
import { statementOf } from './statement.js';
import type { LinkStore } from './store.js';

const attemptMs = 10 * 60_000;
const keptMs = 30 * 86_400_000;

/** The part of an attempt that the page may see. */
export type LinkView = Pick<LinkAttempt, 'memberId' | 'memberName' | 'guildName' | 'state' | 'expiresAt'> & {
  phrase: string | null;
};

/** Six digits; the page shows them in two groups of three. */
const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');
const inGroups = (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`;
const digitsOf = (typed: string) => typed.replace(/\D/g, '');

/** Compares hashes in constant time, so the duration reveals nothing about the texts. */
const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

/**
 * Rate limits per member. The service sees all members under the bot's IP address and cannot tell them apart, so these
 * limits are lower than the service's limits per wallet. Each process counts on its own.
 */
const createLimits = (clock: Clock) => ({
  attempts: createRateLimit({ clock, limit: 20, windowMs: attemptMs }),
  challenges: createRateLimit({ clock, limit: 12, windowMs: 60_000 }),
  proofs: createRateLimit({ clock, limit: 15, windowMs: 60_000 }),
});

export function createLinkFlow(options: {
  store: LinkStore;
  proofs: ProofStore;
  sessions: Sessions;
  wallets: Pick<WalletStore, 'find'>;
  http: Http;
  pageUrl: string;
  clock: Clock;
  random: Random;
  /** Verifies the Discord user by OAuth2 before the page shows the code; null: only the code is checked. */
  identity?: Identity | null;
  /** How long (ms) the owner of a wallet can object to a takeover. */
  takeoverDelayMs: number;
  /** Why unfinished work needs the primary wallet, or null. */
  unfinished: (memberId: string) => Promise<Reason | null>;
  linked: (memberId: string, guildId?: string) => Promise<void>;
  phrases: Pick<PhraseStore, 'find' | 'choose'>;
}) {
  const { store, proofs, sessions, wallets, http, pageUrl, clock, random, identity, unfinished, linked } =
    options;
  const { phrases } = options;
  const limits = createLimits(clock);
  const endSession = (jar: Jar) => http.call(logout, {}, jar).catch(() => undefined); // the session also expires by itself

  const endLeftOvers = async (): Promise<void> => {
    for (let jar = await proofs.takeLeftOver(); jar; jar = await proofs.takeLeftOver()) await endSession(jar);
  };

  /** A new wallet becomes the primary only when no other is signed in or has unfinished work to follow. */
  const keepsPrimary = async (memberId: string): Promise<boolean> => {
    const primary = await wallets.find(memberId);
    return primary !== null && (primary.ended === null || (await unfinished(memberId)) !== null);
  };

  const openAttempt = async (token: string): Promise<LinkAttempt> => {
    const attempt = await store.findByToken(token);
    if (!attempt) throw new AppError('not_found', reason('link.error.unknown'));
    if (attempt.state === 'superseded') throw superseded();
    if (attempt.expiresAt <= clock.now() || attempt.state === 'expired')
      throw new AppError('nonce_expired', reason('link.error.expired'));
    return attempt;
  };

  return {
    /**
     * Starts an attempt. The token is in the URL fragment, which browsers never send to servers.
     * @param locale of the page
     */
    async start(
      member: { id: string; name: string },
      guildName: string,
      locale: string,
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
      return { url: `${pageUrl}?lang=${locale}#${token}`, expiresAt };
    },

    async view(token: string): Promise<LinkView> {
      const { memberId, memberName, guildName, state, expiresAt } = await openAttempt(token);
      const phrase = await phrases.find(memberId);
      return { memberId, memberName, guildName, state, expiresAt, phrase };
    },

    /** The message for a wallet to sign, or the small transfer for one that can't sign; both name member and server. */
    async challenge(token: string, address: string, purpose: NoncePurpose = 'sign_in'): Promise<Nonce> {
      const attempt = await openAttempt(token);
      limits.challenges.take(attempt.memberId);
      const statement = statementOf(attempt, purpose);
      const { reply } = await http.call(createNonce, { body: { address, purpose, statement } }, {});
      if (!(await store.ask(attempt.id, reply.body.nonce))) throw alreadyUsed();
      return reply.body;
    },

    /**
     * Verifies the proof at the service.
     * @returns the code that the member types into Discord, or the OAuth2 URL when Discord must identify them first;
     *   null while the network does not show the transfer yet: submit the same proof again
     */
    async prove(
      token: string,
      proof: { address: string; nonce: string; signature?: string | undefined; encoding: Encoding },
    ): Promise<string | { identityUrl: string } | null> {
      const attempt = await openAttempt(token);
      limits.proofs.take(attempt.memberId);
      const received = await store.receive(attempt.id, proof.nonce);
      if (received === 'foreign')
        throw new AppError('signature_invalid', reason('link.error.foreign_message'));
      if (received === 'used') throw alreadyUsed();
      try {
        const { reply, jar } = await http.call(signInWithWallet, { body: proof }, {});
        const code = newCode();
        const { id: userId } = reply.body.user;
        const authorization = identity?.begin();
        const proven = { address: proof.address, userId, jar, code, ...(authorization && { authorization }) };
        if (!(await proofs.prove(attempt.id, proven))) {
          await endSession(jar); // superseded in the meantime: don't leave a session open
          throw superseded();
        }
        return identity && authorization ? { identityUrl: identity.urlOf(authorization) } : inGroups(code);
      } catch (error) {
        await store.reopen(attempt.id);
        if (proof.encoding === 'transfer' && isAppError(error, 'not_found')) return null;
        throw error;
      }
    },

    /**
     * Handles the OAuth2 redirect. Only the member who started the link sees the code; anyone else ends the attempt.
     * @returns the code to show
     */
    async identify(token: string, answer: { state: string; code: string }): Promise<string> {
      const attempt = await openAttempt(token);
      const authorization = await proofs.authorizationOf(attempt.id);
      if (!identity || !authorization || !sameText(authorization.state, answer.state)) {
        throw new AppError('nonce_used', reason('link.error.foreign_reply'));
      }
      const userId = await identity.readUserId(answer.code, authorization.verifier);
      if (userId !== attempt.memberId) {
        const jar = await proofs.reject(attempt.id);
        if (jar) await endSession(jar);
        throw new AppError('forbidden', reason('link.error.other_member'));
      }
      const code = await proofs.identify(attempt.id);
      if (code === null) throw new AppError('nonce_used', reason('link.error.ended'));
      return inGroups(code);
    },

    /**
     * Checks the code against the member's own open attempt, up to three times.
     * @param guildId where they typed it
     * @returns the wallet; or, when another member has it, the time it moves unless they object
     */
    async finish(memberId: string, typed: string, guildId?: string): Promise<Finished> {
      const attempt = await store.findOpen(memberId);
      if (!attempt) throw new AppError('nonce_expired', reason('link.error.none_open'));
      if (attempt.state !== 'awaiting_code') {
        throw new AppError('invalid_request', reason('link.error.not_signed'));
      }
      const movesAt = clock.now() + options.takeoverDelayMs;
      const how = { keepPrimary: await keepsPrimary(memberId), movesAt };
      const redeemed = await proofs.redeem(attempt.id, digitsOf(typed), how);
      if ('leftOver' in redeemed && redeemed.leftOver) await endSession(redeemed.leftOver);
      if (redeemed.outcome === 'contested') return { address: redeemed.address, movesAt };
      if (redeemed.outcome !== 'linked') throw refusal(redeemed, attempt.triesLeft - 1);
      await linked(memberId, guildId);
      const wallet = await wallets.find(memberId, redeemed.address);
      if (!wallet) throw new AppError('not_found', reason('link.error.unlinked_meanwhile'));
      return { wallet, wallets: (await sessions.walletsOf(memberId)).length };
    },

    /** How the attempt stands, for the page that shows its code. */
    async outcome(token: string): Promise<{ state: LinkOutcome; memberId: string }> {
      const attempt = await store.findByToken(token);
      if (!attempt) throw new AppError('not_found', reason('link.error.unknown'));
      const { state, memberId } = attempt;
      if (state === 'linked' || state === 'contested') return { state, memberId };
      return { state: linkMachine.isFinal(state) ? 'over' : 'open', memberId };
    },

    /** Cancels the member's open link and ends the session its proof opened. */
    async cancel(memberId: string): Promise<void> {
      await store.cancel(memberId);
      await endLeftOvers();
    },

    /** One round: ends sessions of abandoned links and deletes links older than 30 days. */
    async sweep(): Promise<void> {
      await endLeftOvers();
      await store.prune(clock.now() - keptMs);
    },

    walletsOf: sessions.walletsOf,
    phraseOf: phrases.find,
    choosePhrase: phrases.choose,
    cards: createOpenCards(clock),

    /** Origin of the link page. */
    origin: new URL(pageUrl).origin,
  };
}

export type LinkOutcome = 'open' | 'linked' | 'contested' | 'over';

/** The linked wallet and how many the member has; or a wallet another member has, and when it moves (ms). */
export type Finished = { wallet: LinkedWallet; wallets: number } | { address: string; movesAt: number };
