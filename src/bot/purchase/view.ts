import type { Intent } from '../../contract/payments.js';

/** What the page may know of a purchase. Amounts are decimal text in whole units of `currency`; times ISO 8601. */
export type PayView = Pick<
  Intent,
  'status' | 'exception' | 'credits' | 'currency' | 'recipient' | 'reference' | 'network'
> & {
  memberName: string;
  /** A newer code stands on the card. */
  isReplaced: boolean;
  /** Still to pay. */
  amount: string;
  price: string;
  /** The network by the wallet standard, `solana:devnet` for example. */
  chain: string;
  solanaPayUrl: string;
  expiresAt: string;
  checked: { nodes?: number; at: string } | null;
  /** Credits to spend, once credited. */
  balance: number | null;
  receipt: string | null;
  transactions: (Pick<Intent['transactions'][number], 'signature' | 'commitment' | 'confirmations'> & {
    explorer: string | null;
  })[];
  /** Whether wallets of this browser can be given a transaction. */
  paysHere: boolean;
  /** Of a playground: what registers the member's wallet. */
  walletScript: string | null;
};
