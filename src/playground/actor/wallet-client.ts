import type { BehaviourName } from '../wallet/behaviour.js';
import type { WalletAsk, WalletLook, WalletSignAsk } from './wallet-view.js';

/** Sends one request to the actor API. */
export type CallActor = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

/** Payment variations. */
export type PayBody = {
  amount_base_units?: string;
  omit_reference?: boolean;
  as_v0?: boolean;
  with_guards?: boolean;
  /** The transaction lands on the chain and fails there. */
  fail?: boolean;
  /** Number of identical payments, at most 5. */
  times?: number;
  /** Two payments of half the amount. */
  in_halves?: boolean;
  /** Sends one base unit with the reference first. */
  junk_first?: boolean;
  /** Currency to pay in instead; `lookalike` is a fake token that looks like USDC. */
  asset?: 'sol' | 'usdc' | 'lookalike';
  /** Recipient instead of the requested one: a person or an address. */
  to?: string;
  /** Links to pay in the same transaction. */
  along?: string[];
};
export type Signed = { address: string; signature: string; signed_message: string; encoding: string };

export type ActorWallet = {
  look(): Promise<WalletLook>;
  airdrops(amount: { sol?: string | number; usdc?: string | number }): Promise<WalletLook>;
  /** Pays a Solana Pay link at once. */
  pays(url: string, how?: PayBody): Promise<{ signature: string; signatures: string[] }>;
  /** Reads a link, or the QR code of a picture in the chat; then `approves` or `rejects`. */
  scans(what: { url: string } | { image_url: string }): Promise<WalletAsk>;
  approves(request: string, how?: PayBody & { after_ms?: number }): Promise<WalletAsk>;
  rejects(request: string): Promise<WalletAsk>;
  /** Decides a page's signing request. */
  decides(request: string, agreed: boolean): Promise<WalletSignAsk>;
  /** Sets whether signing requests of other pages need the owner's approval. */
  asksBeforeSigning(asks: boolean): Promise<WalletLook>;
  /** Sets how the wallet behaves towards pages such as the link page. */
  behaves(as: BehaviourName): Promise<WalletLook>;
  /** Signs a text, or a Sign-In-With-Solana input; returns the signature in base58. */
  signs(what: string | object, encoding?: string): Promise<string>;
  /** Signs a text exactly as given; also returns the account and the bytes. */
  signsText(message: string): Promise<Signed>;
};

/** One person's wallet over the actor API. */
export const walletOver = (call: CallActor, path: string): ActorWallet => ({
  look: () => call('GET', path),
  airdrops: (amount) => call('POST', `${path}/airdrop`, amount),
  pays: (url, how = {}) => call('POST', `${path}/pay`, { url, ...how }),
  scans: (what) => call('POST', `${path}/scan`, what),
  approves: (request, how = {}) => call('POST', `${path}/approve`, { request, ...how }),
  rejects: (request) => call('POST', `${path}/reject`, { request }),
  decides: (request, agreed) => call('POST', `${path}/${agreed ? 'approve' : 'reject'}`, { request }),
  asksBeforeSigning: (asks) => call('POST', `${path}/settings`, { asks_before_signing: asks }),
  behaves: (as) => call('POST', `${path}/settings`, { behaviour: as }),
  signsText: (message) => call<Signed>('POST', `${path}/sign`, { message }),
  signs: async (what, encoding) => {
    const wanted = typeof what === 'string' ? { message: what } : { sign_in_input: what };
    return (await call<Signed>('POST', `${path}/sign`, { ...wanted, encoding })).signature;
  },
});
