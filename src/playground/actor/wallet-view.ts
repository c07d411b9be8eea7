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
  state: 'pending' | 'approved' | 'rejected';
  signature: string | null;
};

/** What the wallet shows of itself: base units as integers in text, `sol` and `usdc` as decimals in text. */
export type WalletLook = {
  address: string;
  lamports: string;
  usdc_base_units: string;
  sol: string;
  usdc: string;
  pending: WalletAsk[];
  requests: WalletAsk[];
};
