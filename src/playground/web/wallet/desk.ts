import type { Signed, WalletLook } from '../../actor/client.js';
import { askWhile } from './prompt.js';

/** The owner declined. Has the error code of EIP-1193, which Solana wallets also use. */
export class Declined extends Error {
  readonly code = 4001;
}

export type SignOrder = ({ message: string } | { sign_in_input: object }) & { encoding?: string };

/** Client of one person's wallet in the actor API at `origin`. The keys stay on the server. */
export function createWalletClient(origin: string, person: string) {
  const url = `${origin}/actor/people/${encodeURIComponent(person)}/wallet`;
  const call = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await fetch(`${url}${path}`, init);
    const answer = (await response.json()) as T & { error?: string };
    if (response.ok) return answer;
    throw response.status === 403 ? new Declined(answer.error) : new Error(answer.error);
  };
  const client = {
    look: () => call<WalletLook>(''),
    sign: (order: SignOrder) =>
      call<Signed>('/sign', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
      }),
    /** Signs and sends a base64 transaction; returns the base58 signature. */
    send: (transaction: string) =>
      call<{ signature: string }>('/send', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ transaction }),
      }),
    /** The owner's answer to a pending request. */
    decide: (request: string, agreed: boolean) =>
      call<unknown>(agreed ? '/approve' : '/reject', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ request }),
      }),
  };
  return {
    ...client,
    sign: (order: SignOrder) => askWhile(origin, client, client.sign(order)),
    send: (transaction: string) => askWhile(origin, client, client.send(transaction)),
  };
}
export type WalletClient = ReturnType<typeof createWalletClient>;

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

export const signedBytes = ({ signed_message }: Signed): Uint8Array => bytesOf(signed_message);
