import { type ConfirmedSignatureInfo, PublicKey, type VersionedTransactionResponse } from '@solana/web3.js';
import { addressBytes } from './address.js';
import { createBatchReader, NEWEST_VERSION } from './batch.js';
import { isComplete } from './complete.js';
import { createHints } from './hints.js';
import { createNodes, type NodeHealth, type NodesOptions } from './nodes.js';

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

export type RpcOptions = Omit<NodesOptions, 'failed'>;

const readingAt = (commitment: Finality) => ({ commitment, maxSupportedTransactionVersion: NEWEST_VERSION });

const whole = (transaction: ChainTransaction | null): ChainTransaction | null =>
  transaction && isComplete(transaction) ? transaction : null;

const toEntry =
  (asked: Finality) =>
  ({ signature, slot, err, blockTime, confirmationStatus }: ConfirmedSignatureInfo): HistoryEntry => ({
    signature,
    slot,
    failed: err !== null,
    blockTime: blockTime ?? null,
    commitment: confirmationStatus ?? asked,
  });

/** Newest first, each signature once; of duplicate entries the most complete one wins. */
function joinHistories(one: HistoryEntry[], other: HistoryEntry[]): HistoryEntry[] {
  const known = new Map(one.map((entry) => [entry.signature, entry]));
  for (const entry of other) {
    const before = known.get(entry.signature);
    const isFirmer = before?.commitment !== 'finalized' && entry.commitment === 'finalized';
    if (!before || isFirmer || (before.failed && !entry.failed)) known.set(entry.signature, entry);
  }
  return [...known.values()].sort((a, b) => b.slot - a.slot);
}

const publicKey = (address: string): PublicKey => new PublicKey(addressBytes(address));

/** @throws AppError `invalid_request` when an endpoint is no URL */
export function createRpc(options: RpcOptions): Rpc {
  const { ask, askEach, webSockets, next, health } = createNodes({
    ...options,
    failed: () => hints.follow(),
  });
  // Created here, so that a subscriber after the end gets no hints and no socket stays open.
  const hints = createHints({ urls: webSockets, clock: options.clock });
  const batches = createBatchReader();

  return {
    genesisHash: () => ask((connection) => connection.getGenesisHash(), { ofAnyNetwork: true }),
    slot: (commitment) => ask((connection) => connection.getSlot(commitment)),
    async signaturesFor(address, { commitment = 'confirmed', everyNode = false, ...range } = {}) {
      const key = publicKey(address);
      return ask(
        async (connection) =>
          (await connection.getSignaturesForAddress(key, range, commitment)).map(toEntry(commitment)),
        { enough: () => !everyNode, merge: joinHistories },
      );
    },
    histories(address, range) {
      const key = publicKey(address);
      return askEach(async (connection) =>
        (await connection.getSignaturesForAddress(key, range, 'confirmed')).map(toEntry('confirmed')),
      );
    },
    opinions: (signature, commitment) =>
      askEach(async (connection) => whole(await connection.getTransaction(signature, readingAt(commitment)))),
    transaction: (signature, commitment) =>
      ask(async (connection) => whole(await connection.getTransaction(signature, readingAt(commitment))), {
        enough: (transaction) => transaction !== null,
      }),
    transactions: (signatures, commitment) =>
      ask(async (connection) => (await batches.read(connection, signatures, commitment)).map(whole), {
        enough: (found) => found.every((transaction) => transaction !== null),
        merge: (before, other) => before.map((transaction, index) => transaction ?? other[index] ?? null),
      }),
    room() {
      const { connection, room: requests } = next();
      return { requests, transactions: requests * batches.sizeOf(connection) };
    },
    async statuses(signatures) {
      const config = { searchTransactionHistory: true };
      const value = await ask(
        async (connection) => (await connection.getSignatureStatuses([...signatures], config)).value,
        {
          enough: (found) => found.every((status) => status !== null),
          merge: (before, next) => before.map((status, index) => status ?? next[index] ?? null),
        },
      );
      return value.map(
        (status) =>
          status && {
            slot: status.slot,
            commitment: status.confirmationStatus ?? 'processed',
            failed: status.err !== null,
          },
      );
    },
    async ownerOf(address) {
      const key = publicKey(address);
      return (await ask((connection) => connection.getAccountInfo(key)))?.owner.toBase58() ?? null;
    },
    async balance(address) {
      const key = publicKey(address);
      return BigInt(await ask((connection) => connection.getBalance(key)));
    },
    onActivity(address, hint) {
      addressBytes(address);
      return hints.watch(address, hint);
    },
    nodes: health,
    close: () => hints.close(),
  };
}
