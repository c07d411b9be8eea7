import type { Encoding, Nonce, NoncePurpose } from '../../../contract/auth.js';
import { createPost } from '../../web/page/post.js';
import type { LinkOutcome } from '../flow.js';

export type Proof = { address: string; nonce: string; signature?: string; encoding: Encoding };
export type Opened = {
  memberName: string;
  memberId: string;
  guildName: string;
  /** The phrase that the member chose to recognize the real bot by. */
  phrase: string | null;
  /** This browser already submitted the proof; the code was not typed yet. */
  awaitsCode: boolean;
  /** URL of the script that registers a playground wallet. */
  walletScript: string | null;
};

/** The code, null while the network does not show the transfer yet; or the OAuth2 URL. */
export type ProofReply = { code: string | null } | { identityUrl: string };

/** Calls the bot for one link. */
export function createApi(token: string, t: Parameters<typeof createPost>[2]) {
  const post = createPost('/link', token, t);
  return {
    open: () => post<Opened>('open'),
    challenge: (address: string, purpose: NoncePurpose = 'sign_in') =>
      post<Nonce>('challenge', { address, purpose }),
    prove: (proof: Proof) => post<ProofReply>('prove', proof),
    /** Whether the code was typed into Discord yet, and how that ended. */
    outcome: async () => (await post<{ outcome: LinkOutcome }>('outcome')).outcome,
    /** Discord's consent page for linked roles; null when the bot has none. */
    linkedRole: async () => (await post<{ url: string | null }>('linked-role')).url,
    /** Exchanges the OAuth2 answer for the code. */
    identify: async (answer: { state: string; code: string }) =>
      (await post<{ code: string }>('identify', answer)).code,
  };
}
export type Api = ReturnType<typeof createApi>;
