import type { BehaviourName } from '../wallet/behaviour.js';
import type { Described, Sent } from '../wallet/described.js';

/** A scanned Solana Pay transfer request for the owner to approve. */
export type WalletAsk = {
  id: string;
  url: string;
  payment: {
    recipient: string;
    /** Decimal text in whole units. */
    amount: string | null;
    mint: string | null;
    references: string[];
    label: string | null;
    message: string | null;
    memo: string | null;
  };
  state: 'pending' | 'scheduled' | 'approved' | 'rejected';
  signature: string | null;
  /** Amounts already sent for it, read from the transactions. */
  payments: Sent[];
  /** When a scheduled payment goes out, in ms since the epoch. */
  due_at: number | null;
  failure: string | null;
};

/** A request of another page on this machine to sign a text, or to sign and send a transaction. */
export type WalletSignAsk = {
  id: string;
  origin: string;
  /** Empty for a transaction. */
  text: string;
  /** What the transaction does; null for a text. */
  payment: Described | null;
  asked_at: number;
  state: 'pending' | 'signed' | 'rejected';
  /** Of a transaction that was sent. */
  signature: string | null;
  failed: boolean;
};

/** The state of a wallet: base units as integer strings, `sol` and `usdc` as decimal strings. */
export type WalletLook = {
  address: string;
  /** False while the chain cannot be read; balances are then the last known ones. */
  is_current: boolean;
  lamports: string;
  usdc_base_units: string;
  sol: string;
  usdc: string;
  pending: WalletAsk[];
  requests: WalletAsk[];
  sign_requests: WalletSignAsk[];
  /** Whether signing requests of other pages need the owner's approval. */
  asks_before_signing: boolean;
  /** Behaviour towards pages. */
  behaviour: BehaviourName;
};
