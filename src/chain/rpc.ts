import type { VersionedTransactionResponse } from '@solana/web3.js';
import type { Clock } from '../base/clock.js';

export type Commitment = 'processed' | 'confirmed' | 'finalized';
/** The commitments at which history can be read. */
export type Finality = 'confirmed' | 'finalized';

/** A landed transaction as the network reports it: legacy or v0, with balances and inner instructions. */
export type ChainTransaction = VersionedTransactionResponse;

/** One line of an address's history. `blockTime` in seconds since the epoch. */
export type HistoryEntry = {
  signature: string;
  slot: number;
  failed: boolean;
  blockTime: number | null;
  commitment: Commitment;
};

export type SignatureStatus = { slot: number; commitment: Commitment; failed: boolean };

/** What is known about one endpoint, for "not seen yet (checked two nodes at 12:01:07)" and for `doctor`. */
export type NodeHealth = { endpoint: string; answeredAt: number | null; failedAt: number | null };

/**
 * The few questions Rigsmith asks a Solana network. Every call tries the endpoints in order of health and rejects
 * with AppError `rpc_unavailable` when none answers.
 */
export type Rpc = {
  genesisHash(): Promise<string>;
  /** Current slot at a commitment. */
  slot(commitment: Commitment): Promise<number>;
  /** Newest first, at most `limit` (1,000). A node that does not know `until` ignores it. */
  signaturesFor(
    address: string,
    options?: { until?: string; before?: string; limit?: number; commitment?: Finality },
  ): Promise<HistoryEntry[]>;
  /** Null when no healthy endpoint knows it at that commitment; that is never proof that it does not exist. */
  transaction(signature: string, commitment: Finality): Promise<ChainTransaction | null>;
  /** In the order asked; at most 256. */
  statuses(signatures: readonly string[]): Promise<(SignatureStatus | null)[]>;
  /** Calls `hint` when something touched the address. A lost socket loses hints: never rely on it. Returns the stop. */
  onActivity(address: string, hint: () => void): () => void;
  nodes(): NodeHealth[];
  close(): Promise<void>;
};

export type RpcOptions = {
  /** Tried in this order; at least one. */
  endpoints: readonly string[];
  /** Of the first endpoint; web3.js derives port + 1 from it otherwise. */
  wsEndpoint?: string;
  clock: Clock;
  /** How long one endpoint may take to answer. Default 10,000. */
  timeoutMs?: number;
};
export type CreateRpc = (options: RpcOptions) => Rpc;
