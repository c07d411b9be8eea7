import type { Intent } from '../../contract/payments.js';

/** A purchase as the page sees it. Amounts are decimal text in `currency`; times are ISO 8601. */
export type PayView = Pick<
  Intent,
  'status' | 'credits' | 'currency' | 'recipient' | 'reference' | 'network'
> & {
  memberName: string;
  /** The card shows a newer code. */
  isReplaced: boolean;
  /** The code can be paid. */
  isPayable: boolean;
  /** A payment may still arrive, so it makes sense to check the network. */
  isWatched: boolean;
  /** What happened, in the wording of the card. */
  title: string;
  lead: string;
  /** The amount still to pay. */
  amount: string;
  price: string;
  /** Why the amount is not the round price of the pack. */
  priceNote: string | null;
  /** The last payment failed on the network, in a sentence. */
  failed: string | null;
  /** Wallet Standard chain identifier, for example `solana:devnet`. */
  chain: string;
  /** The transfer request, for the QR code. */
  solanaPayUrl: string;
  /** Opens a wallet on this device: a transaction request where it can be one. */
  walletUrl: string;
  /** To pass on: the page itself where it is public. */
  shareUrl: string;
  expiresAt: string;
  checked: { nodes?: number; at: string } | null;
  receipt: string | null;
  transactions: (Pick<Intent['transactions'][number], 'signature' | 'commitment' | 'confirmations'> & {
    explorer: string | null;
  })[];
  /** Whether the bot can build transactions for wallets in this browser. */
  paysHere: boolean;
  /** URL of the script that registers a playground wallet. */
  walletScript: string | null;
};
