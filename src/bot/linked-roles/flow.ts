import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../base/clock.js';
import { isAppError } from '../../base/errors.js';
import type { Seal } from '../../base/seal.js';
import type { DiscordOauth } from '../web/oauth.js';
import type { UseState } from './states.js';
import type { ConnectionStore } from './store.js';

export const authorizationMs = 10 * 60_000;

/** How a visit to Discord's consent page ended. */
export type VisitOutcome = 'done' | 'no_wallet' | 'declined' | 'other_member' | 'expired' | 'failed';

const pending = z.object({
  state: z.string(),
  verifier: z.string(),
  /** The member whose link page began it; null when anyone may finish it. */
  memberId: z.string().nullable(),
  expiresAt: z.number(),
});
type Pending = z.infer<typeof pending>;

const place = 'role_connection/pending';
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A member lets the bot tell Discord about them. What the browser keeps is sealed, so nothing is stored before. */
export function createLinkedRolesFlow(deps: {
  store: Pick<ConnectionStore, 'isLinked' | 'has' | 'connect'>;
  useState: UseState;
  oauth: Pick<DiscordOauth, 'begin' | 'urlOf' | 'exchange' | 'readUserId' | 'revoke'>;
  seal: Seal;
  clock: Clock;
}) {
  const { store, useState, oauth, seal, clock } = deps;

  const readPending = (cookie: string | null): Pending | null => {
    try {
      const parsed = pending.safeParse(
        JSON.parse(seal.open(Buffer.from(cookie ?? '', 'base64url'), place)) as unknown,
      );
      return parsed.success && parsed.data.expiresAt > clock.now() ? parsed.data : null;
    } catch {
      return null; // none, cut off, or sealed by another bot
    }
  };

  const connect = async (begun: Pending, code: string): Promise<VisitOutcome> => {
    const tokens = await oauth.exchange(code, begun.verifier);
    const memberId = await oauth.readUserId(tokens.access);
    const isOther = begun.memberId !== null && begun.memberId !== memberId;
    if (!isOther && (await store.isLinked(memberId))) {
      await store.connect(memberId, tokens);
      return 'done';
    }
    // Revoking a token would end those of an earlier consent too.
    if (!(await store.has(memberId))) await oauth.revoke(tokens.access).catch(() => undefined);
    return isOther ? 'other_member' : 'no_wallet';
  };

  return {
    /** @returns the consent page, and what the browser has to keep until it comes back */
    begin(memberId: string | null): { url: string; cookie: string } {
      const authorization = oauth.begin();
      const kept: Pending = { ...authorization, memberId, expiresAt: clock.now() + authorizationMs };
      const cookie = seal.seal(JSON.stringify(kept), place).toString('base64url');
      return { url: oauth.urlOf(authorization), cookie };
    },
    /** The browser comes back. An authorization works once. */
    async finish(
      cookie: string | null,
      answer: { state: string; code: string | null },
    ): Promise<VisitOutcome> {
      const begun = readPending(cookie);
      if (!begun || !timingSafeEqual(hash(begun.state), hash(answer.state))) return 'expired';
      if (!(await useState(hash(begun.state).toString('hex'), begun.expiresAt))) return 'expired';
      if (answer.code === null) return 'declined';
      try {
        return await connect(begun, answer.code);
      } catch (error) {
        if (isAppError(error, 'forbidden') || isAppError(error, 'provider_error')) return 'failed';
        throw error;
      }
    },
  };
}
export type LinkedRolesFlow = ReturnType<typeof createLinkedRolesFlow>;
