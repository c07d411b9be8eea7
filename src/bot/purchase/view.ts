import type { Intent } from '../../contract/payments.js';

/** A purchase as the page sees it. Amounts are decimal text in `currency`; times are ISO 8601. */
export type PayView = Pick<
  Intent,
  'status' | 'exception' | 'credits' | 'currency' | 'recipient' | 'reference' | 'network'
> & {
  memberName: string;
  /** The card shows a newer code. */
  isReplaced: boolean;
  /** The amount still to pay. */
  amount: string;
  price: string;
  /** Wallet Standard chain identifier, for example `solana:devnet`. */
  chain: string;
  solanaPayUrl: string;
  expiresAt: string;
  checked: { nodes?: number; at: string } | null;
  /** Available credits after crediting. */
  balance: number | null;
  receipt: string | null;
  transactions: (Pick<Intent['transactions'][number], 'signature' | 'commitment' | 'confirmations'> & {
    explorer: string | null;
  })[];
  /** Whether the bot can build transactions for wallets in this browser. */
  paysHere: boolean;
  /** URL of the script that registers a playground wallet. */
  walletScript: string | null;
};
