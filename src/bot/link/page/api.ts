import type { Encoding, Nonce, NoncePurpose } from '../../../contract/auth.js';
import { createPost } from '../../web/page/post.js';

export type Proof = { address: string; nonce: string; signature?: string; encoding: Encoding };
export type Opened = {
  memberName: string;
  memberId: string;
  guildName: string;
  /** This browser handed the proof in already; the code is still to be typed. */
  awaitsCode: boolean;
  /** Of a playground: what registers the member's wallet. */
  walletScript: string | null;
};

/** The code, null for a transfer that the network does not show yet; or where Discord is asked who sits here. */
export type Proven = { code: string | null } | { identityUrl: string };

/** The bot's side of one link, by its token. */
export function createApi(token: string) {
  const post = createPost('/link', token);
  return {
    open: () => post<Opened>('open'),
    challenge: (address: string, purpose: NoncePurpose = 'sign_in') =>
      post<Nonce>('challenge', { address, purpose }),
    prove: (proof: Proof) => post<Proven>('prove', proof),
    /** What Discord's answer gave for the code. */
    identify: async (answer: { state: string; code: string }) =>
      (await post<{ code: string }>('identify', answer)).code,
  };
}
export type Api = ReturnType<typeof createApi>;
