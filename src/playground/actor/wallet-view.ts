import type { BehaviourName } from '../wallet/behaviour.js';

/** What the wallet asks its owner to approve: a Solana Pay transfer request that was scanned. */
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
  /** When a scheduled payment goes out, in ms since the epoch. */
  due_at: number | null;
  failure: string | null;
};

/** A text some page on this machine wants signed. */
export type WalletSignAsk = {
  id: string;
  origin: string;
  text: string;
  asked_at: number;
  state: 'pending' | 'signed' | 'rejected';
};

/** What the wallet shows of itself: base units as integers in text, `sol` and `usdc` as decimals in text. */
export type WalletLook = {
  address: string;
  /** False while the chain cannot be read: the balances are those last seen. */
  is_current: boolean;
  lamports: string;
  usdc_base_units: string;
  sol: string;
  usdc: string;
  pending: WalletAsk[];
  requests: WalletAsk[];
  sign_requests: WalletSignAsk[];
  /** Whether other pages wait for the owner's yes before something is signed for them. */
  asks_before_signing: boolean;
  /** How it behaves towards pages. */
  behaviour: BehaviourName;
};
