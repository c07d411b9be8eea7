import { type ConfirmedSignatureInfo, PublicKey } from '@solana/web3.js';
import { addressBytes } from './address.js';
import { createBatchReader, NEWEST_VERSION } from './batch.js';
import { isComplete } from './complete.js';
import { createHints } from './hints.js';
import { createNodes, type NodesOptions } from './nodes.js';
import type { ChainTransaction, Finality, HistoryEntry, Rpc } from './rpc-types.js';

export type {
  ChainTransaction,
  Commitment,
  Finality,
  HistoryEntry,
  Room,
  Rpc,
  SignatureStatus,
} from './rpc-types.js';

export type RpcOptions = NodesOptions;

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

/** @throws AppError `invalid_request` when an endpoint is not a URL */
export function createRpc(options: RpcOptions): Rpc {
  const { ask, askEach, webSockets, next, health } = createNodes({
    ...options,
    failed(endpoint) {
      hints.follow();
      options.failed?.(endpoint);
    },
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
