import type { Encoding, Nonce, NoncePurpose } from '../../../contract/auth.js';

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

/** What the bot or the service said no to, in its own sentence. */
export class Refusal extends Error {
  constructor(
    sentence: string,
    readonly code: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

const unreachable = 'The server cannot be reached. Check your connection and try again.';
const unclear = 'That did not work. Try again in a moment.';

/** The bot's side of one link, by its token. */
export function createApi(token: string) {
  const post = async <T>(act: string, body: object = {}): Promise<T> => {
    const response = await fetch(`/link/api/${act}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...body }),
    }).catch(() => {
      throw new Refusal(unreachable, 'unreachable', 0);
    });
    const answer: unknown = await response.json().catch(() => ({}));
    if (response.ok) return answer as T;
    const { detail = unclear, code = '' } = answer as { detail?: string; code?: string };
    throw new Refusal(detail, code, response.status);
  };
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
