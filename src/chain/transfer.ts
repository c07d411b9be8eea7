import type { ChainTransaction } from './rpc.js';

/** One transfer into an account of the merchant, wherever in the transaction it stands. */
export type IncomingTransfer = {
  /** Null for SOL. */
  mint: string | null;
  amountBaseUnits: bigint;
  /** Who authorised it: the payer's wallet, or a program's account. */
  payer: string;
  /** The extra non-signing keys the transfer carries, each once. */
  references: string[];
};

/** Why a transaction counts for nothing, or for less than somebody may think. */
export type TransferReason =
  | 'transaction_failed'
  | 'merchant_signed'
  | 'wrong_recipient'
  | 'wrong_asset'
  | 'no_reference'
  | 'other_reference'
  | 'several_references'
  | 'balance_mismatch'
  | 'no_transfer';

/** The verdict. Under, over, late and double are states for the caller to judge, not errors. */
export type TransferReading = {
  /** Sum in base units of what counts for the reference; 0n when nothing does. */
  paidBaseUnits: bigint;
  payer: string | null;
  slot: number;
  /** Seconds since the epoch, as the network states it. */
  blockTime: number | null;
  failed: boolean;
  reasons: TransferReason[];
};

export type TransferQuery = {
  recipient: string;
  /** Null for SOL. */
  mint: string | null;
  /** Null asks for transfers that carry no reference at all (some wallets drop it). */
  reference: string | null;
};

export type ReadTransfer = (transaction: ChainTransaction, query: TransferQuery) => TransferReading;
