import type { VersionedTransactionResponse } from '@solana/web3.js';

/** Health of one endpoint, for "not seen yet (checked two nodes at 12:01:07)" and for `doctor`. */
export type NodeHealth = { endpoint: string; answeredAt: number | null; failedAt: number | null };

export type Commitment = 'processed' | 'confirmed' | 'finalized';
/** The commitments at which history can be read. */
export type Finality = 'confirmed' | 'finalized';

/** A landed transaction as the network reports it, of any version, with balances and inner instructions. */
export type ChainTransaction = VersionedTransactionResponse;

/** One entry of an address's history. `blockTime` in seconds since the epoch. */
export type HistoryEntry = {
  signature: string;
  slot: number;
  failed: boolean;
  blockTime: number | null;
  commitment: Commitment;
};

export type SignatureStatus = { slot: number; commitment: Commitment; failed: boolean };

/** How many requests may be sent now, and how many transactions they return in batches. */
export type Room = { requests: number; transactions: number };

/**
 * The calls Rigsmith makes to a Solana network. Every call tries the endpoints in order of health and rejects with
 * AppError `rpc_unavailable` when none answers.
 */
export type Rpc = {
  genesisHash(): Promise<string>;
  /** Current slot at a commitment. */
  slot(commitment: Commitment): Promise<number>;
  /** Newest first, at most `limit` (1,000). A node that does not know `until` ignores it. */
  signaturesFor(
    address: string,
    options?: {
      until?: string;
      before?: string;
      limit?: number;
      commitment?: Finality;
      /**
       * Merges the answers of all endpoints, because one node may lag or leave something out. For calls a member
       * waits for.
       */
      everyNode?: boolean;
    },
  ): Promise<HistoryEntry[]>;
  /** The list of each endpoint that answers, newest first, to find what one of them leaves out. */
  histories(address: string, options: { limit: number }): Promise<HistoryEntry[][]>;
  /** The transaction as each answering endpoint returns it: null where it is unknown or incomplete. */
  opinions(signature: string, commitment: Finality): Promise<(ChainTransaction | null)[]>;
  /**
   * Null when no healthy endpoint has it complete at that commitment. Null never proves that it does not exist or
   * failed.
   */
  transaction(signature: string, commitment: Finality): Promise<ChainTransaction | null>;
  /** Several transactions in as few requests as the node allows, in the order asked; null as above. */
  transactions(signatures: readonly string[], commitment: Finality): Promise<(ChainTransaction | null)[]>;
  /**
   * What background work may send now without being refused: unlimited until a node has answered 429. Calls a
   * member waits for are sent regardless.
   */
  room(): Room;
  /** In the order asked; at most 256. Null where no healthy endpoint knows one. */
  statuses(signatures: readonly string[]): Promise<(SignatureStatus | null)[]>;
  /**
   * Calls `hint` when a transaction touched the address. A lost socket loses hints, so never rely on it. Returns a
   * stop function.
   */
  onActivity(address: string, hint: () => void): () => void;
  /** The program that owns an account, base58; null when there is no such account. */
  ownerOf(address: string): Promise<string | null>;
  /** Lamports; 0n when there is no such account. */
  balance(address: string): Promise<bigint>;
  nodes(): NodeHealth[];
  close(): Promise<void>;
};
