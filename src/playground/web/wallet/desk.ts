import type { Signed, WalletLook } from '../../actor/client.js';

/** What the owner said no to, by the code that wallets give it (EIP-1193, which Solana's wallets follow). */
export class Declined extends Error {
  readonly code = 4001;
}

export type SignOrder = ({ message: string } | { sign_in_input: object }) & { encoding?: string };

/** The wallet of one person behind the actor API at `origin`; keys stay there. */
export function createDesk(origin: string, person: string) {
  const url = `${origin}/actor/people/${encodeURIComponent(person)}/wallet`;
  const call = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await fetch(`${url}${path}`, init);
    const answer = (await response.json()) as T & { error?: string };
    if (response.ok) return answer;
    throw response.status === 403 ? new Declined(answer.error) : new Error(answer.error);
  };
  return {
    look: () => call<WalletLook>(''),
    sign: (order: SignOrder) =>
      call<Signed>('/sign', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
      }),
    /** Signs a transaction and sends it; base64 in, the signature in base58 out. */
    send: (transaction: string) =>
      call<{ signature: string }>('/send', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ transaction }),
      }),
  };
}
export type Desk = ReturnType<typeof createDesk>;

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

export const signedBytes = ({ signed_message }: Signed): Uint8Array => bytesOf(signed_message);
