import { randomInt } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import { newId, type Random, randomText } from '../../base/ids.js';
import type { Http } from '../../client/http.js';
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
import type { LinkAttempt, LinkStore } from './store.js';

const attemptMs = 10 * 60_000;

/** What the page may know of an attempt. */
export type LinkView = Pick<LinkAttempt, 'memberId' | 'memberName' | 'guildName' | 'state' | 'expiresAt'>;

/** Two groups of three digits, as the page shows it and as it is compared. */
const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');
const digitsOf = (typed: string) => typed.replace(/\D/g, '');

/** How the text ends that a wallet shows. */
const costOf: Record<NoncePurpose, string> = {
  sign_in: 'This is no transaction and costs nothing.',
  transfer_proof: 'The amount comes back as credits.',
};

/** Names may hold anything; the text a wallet signs must be printable ASCII. */
const ascii = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 60);

export function createLinkFlow(options: {
  store: LinkStore;
  sessions: Sessions;
  sessionStore: SessionStore;
  http: Http;
  pageUrl: string;
  clock: Clock;
  random: Random;
  /** Says in a sentence what must end before the wallet changes, or null. */
  unfinished: (memberId: string) => Promise<string | null>;
  linked: (memberId: string) => Promise<void>;
  unlinked: (memberId: string) => Promise<void>;
}) {
  const { store, sessions, sessionStore, http, pageUrl, clock, random, unfinished, linked, unlinked } =
    options;

  /** What is under way belongs to the wallet that began it; another one could not follow it any more. */
  const checkFinished = async (memberId: string): Promise<void> => {
    const sentence = (await sessions.walletOf(memberId)) && (await unfinished(memberId));
    if (sentence) throw new AppError('forbidden', sentence);
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
      await checkFinished(member.id);
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
      const owner = sessionStore.ownerOf(address);
      if (owner && owner !== attempt.memberId) throw new AppError('wallet_linked_elsewhere');
      const statement =
        `Link this wallet to Discord user ${ascii(attempt.memberName)} (${attempt.memberId}) in ` +
        `${ascii(attempt.guildName)}. ${costOf[purpose]}`;
      const { reply } = await http.call(createNonce, { body: { address, purpose, statement } }, {});
      if (!(await store.move(attempt.id, 'opened')) && attempt.state !== 'opened') {
        throw new AppError('nonce_used', 'This link was already used. Type /link in Discord for a new one.');
      }
      return reply.body;
    },

    /**
     * Checks the proof at the service.
     * @returns the code to show, which the member types into Discord; null while the network does not show the
     *   transfer yet, and then the same proof may be handed in again
     */
    async prove(
      token: string,
      proof: { address: string; nonce: string; signature?: string | undefined; encoding: Encoding },
    ): Promise<string | null> {
      const attempt = await openAttempt(token);
      if (!(await store.move(attempt.id, 'proof_received'))) {
        throw new AppError('nonce_used', 'This link was already used. Type /link in Discord for a new one.');
      }
      try {
        const { reply, jar } = await http.call(signInWithWallet, { body: proof }, {});
        const code = newCode();
        const { id: userId } = reply.body.user;
        if (!(await store.prove(attempt.id, { address: proof.address, userId, jar, code }))) {
          await http.call(logout, {}, jar).catch(() => undefined); // superseded meanwhile: leave no session behind
          throw new AppError('nonce_used', 'A newer /link has taken the place of this one.');
        }
        return `${code.slice(0, 3)}-${code.slice(3)}`;
      } catch (error) {
        await store.move(attempt.id, 'opened');
        if (proof.encoding === 'transfer' && isAppError(error, 'not_found')) return null;
        throw error;
      }
    },

    /** The member types the code: only their own open attempt is looked at, three tries. */
    async finish(memberId: string, typed: string): Promise<LinkedWallet> {
      const attempt = await store.findOpen(memberId);
      if (!attempt) throw new AppError('nonce_expired', 'There is no open link. Type /link to start one.');
      if (attempt.state !== 'awaiting_code') {
        throw new AppError(
          'invalid_request',
          'Open the link and sign with your wallet first; the page then shows the code.',
        );
      }
      await checkFinished(memberId);
      const outcome = await store.redeem(attempt.id, digitsOf(typed));
      if (outcome === 'wrong') {
        throw new AppError(
          'invalid_request',
          `That is not the code on the page. Tries left: ${attempt.triesLeft - 1}.`,
        );
      }
      const wallet = outcome === 'linked' ? await sessions.walletOf(memberId) : null;
      if (wallet) {
        await linked(memberId);
        return wallet;
      }
      throw new AppError('nonce_used', 'That was the third wrong code. Type /link to start again.');
    },

    /** Ends the session here and at the service. @returns the address, or null when none was linked */
    async unlink(memberId: string): Promise<string | null> {
      const [wallet] = await sessions.walletsOf(memberId);
      await checkFinished(memberId);
      if (wallet) await sessions.unlink(memberId, wallet.address, 'here');
      await unlinked(memberId);
      return wallet?.address ?? null;
    },

    walletOf: sessions.walletOf,
  };
}
