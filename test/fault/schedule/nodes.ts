import { type ConfirmedSignatureInfo, type Connection, PublicKey } from '@solana/web3.js';
import type { Clock } from '../../../src/base/clock.js';
import {
  type ChainTransaction,
  createRpc,
  type Finality,
  type HistoryEntry,
  type Rpc,
} from '../../../src/chain/rpc.js';

/** How the first of two nodes behaves, for the whole story. The second one is honest. */
export const manners = ['honest', 'behind', 'leaves out', 'lists nothing', 'tells parts'] as const;
export type Manner = (typeof manners)[number];

/** A possible mistake in how nodes are queried; see `sabotage`. */
export type NodeDefect = 'believes parts' | 'asks one node' | 'reads the newest few';

const behindMs = 60_000;
const few = 8;

/** Always the same transactions, so that a node that omits a payment never lists it. */
const isLeftOut = ({ signature }: HistoryEntry) => signature.charCodeAt(1) % 3 === 0;

const toInfo = ({ failed, commitment, ...entry }: HistoryEntry): ConfirmedSignatureInfo => ({
  ...entry,
  err: failed ? {} : null,
  memo: null,
  confirmationStatus: commitment,
});

/**
 * Two nodes of the simulated network behind the service's own failover and reader: what one of them omits, delays or
 * reports partially, the other must make up for.
 */
export function openNodes(options: {
  /** The network as this process sees it. */
  network: Rpc;
  manner: Manner;
  defect?: NodeDefect;
  clock: Clock;
  random: () => number;
}): Rpc {
  const { network, manner, defect, clock, random } = options;
  const isRecent = (blockTime: number | null | undefined) =>
    (blockTime ?? 0) * 1_000 > clock.now() - behindMs;

  const list = (entries: readonly HistoryEntry[], isFirst: boolean): readonly HistoryEntry[] => {
    if (!isFirst || manner === 'honest' || manner === 'tells parts') return entries;
    if (manner === 'lists nothing') return [];
    return entries.filter((entry) => (manner === 'behind' ? !isRecent(entry.blockTime) : !isLeftOut(entry)));
  };
  const tell = (transaction: ChainTransaction | null, isFirst: boolean): ChainTransaction | null => {
    if (!transaction || !isFirst) return transaction;
    if (manner === 'behind' && isRecent(transaction.blockTime)) return null;
    if (manner !== 'tells parts') return transaction;
    if (defect !== 'believes parts') return { ...transaction, meta: null };
    return { ...transaction, meta: { ...transaction.meta!, err: 'not told' } }; // as if the missing part had failed
  };

  const connect = (endpoint: string): Connection => {
    const isFirst = endpoint === endpoints[0];
    const node = {
      getGenesisHash: network.genesisHash,
      getSlot: network.slot,
      getBalance: async () => 0,
      getAccountInfo: async (key: PublicKey) => {
        const owner = await network.ownerOf(key.toBase58());
        return owner === null ? null : { owner: new PublicKey(owner) };
      },
      async getSignaturesForAddress(key: PublicKey, range: object, commitment: Finality) {
        const told = await network.signaturesFor(key.toBase58(), { ...range, commitment });
        return list(defect === 'reads the newest few' ? told.slice(0, few) : told, isFirst).map(toInfo);
      },
      getTransaction: async (signature: string, { commitment }: { commitment: Finality }) =>
        tell(await network.transaction(signature, commitment), isFirst),
      getSignatureStatuses: async (signatures: string[]) => ({
        value: (await network.statuses(signatures)).map(
          (status) =>
            status && {
              slot: status.slot,
              err: status.failed ? {} : null,
              confirmationStatus: status.commitment,
              confirmations: null,
            },
        ),
      }),
    };
    return node as unknown as Connection;
  };

  const rpc = createRpc({ endpoints, clock, random, connect });
  const one: Pick<Rpc, 'histories' | 'signaturesFor'> = {
    histories: async (address, range) => (await rpc.histories(address, range)).slice(0, 1),
    signaturesFor: (address, range) => rpc.signaturesFor(address, { ...range, everyNode: false }),
  };
  return {
    ...rpc,
    ...(defect === 'asks one node' && one),
    // Batches are read one by one: batching is not part of these stories.
    transactions: (signatures: readonly string[], commitment: Finality) =>
      Promise.all(signatures.map((signature) => rpc.transaction(signature, commitment))),
    onActivity: network.onActivity,
  } as Rpc;
}

const endpoints = ['http://one.invalid', 'http://two.invalid'];
