import { type Connection, SolanaJSONRPCError, type VersionedTransactionResponse } from '@solana/web3.js';
import type { Finality } from './rpc-types.js';

type Found = (VersionedTransactionResponse | null)[];
type Read = (connection: Connection, signatures: readonly string[], commitment: Finality) => Promise<Found>;

/** Reads several transactions from one node with as few requests as possible. */
export type BatchReader = {
  /**
   * In the order asked; null where the node does not know one.
   * @throws as the connection does
   */
  read: Read;
  /** How many transactions the node returns in one request; 1 where it does not support batches. */
  sizeOf(connection: Connection): number;
};

/** The newest message format web3.js can read. */
export const NEWEST_VERSION = 1;
/** Half of what a public node accepts in one batch. */
const LARGEST = 50;
/** How many transactions that a node cannot serve are searched for in one batch. */
const MOST_UNSERVED = 3;

/** web3.js begins the message of a refused request with its HTTP status. */
const statusOf = (error: unknown): number => Number(error instanceof Error && error.message.slice(0, 3));
/** The node refused the batch itself; single requests may still work. */
const knowsNoBatches = (error: unknown): boolean => {
  const status = statusOf(error);
  return (status >= 400 && status < 500 && status !== 429) || error instanceof TypeError;
};

export function createBatchReader(): BatchReader {
  /** Batch sizes other than the largest: smaller after a 429, 1 for a node without batches. */
  const sizes = new WeakMap<Connection, number>();
  const sizeOf = (connection: Connection) => sizes.get(connection) ?? LARGEST;

  const ask: Read = async (connection, signatures, commitment) => {
    const config = { commitment, maxSupportedTransactionVersion: NEWEST_VERSION };
    const [only, ...others] = signatures;
    if (only !== undefined && others.length === 0) return [await connection.getTransaction(only, config)];
    const found: unknown = await connection.getTransactions([...signatures], config);
    if (!Array.isArray(found)) throw new TypeError('The node does not answer batches.');
    // The responses of a batch may come in any order.
    const bySignature = new Map((found as Found).map((one) => [one?.transaction.signatures[0], one]));
    return signatures.map((signature) => bySignature.get(signature) ?? null);
  };

  /** One transaction that cannot be served fails its batch; bisecting finds it and still returns the others. */
  const askAround = async (...[connection, signatures, commitment]: Parameters<Read>): Promise<Found> => {
    let unserved = 0;
    const part = async (some: readonly string[]): Promise<Found> => {
      try {
        return await ask(connection, some, commitment);
      } catch (error) {
        if (!(error instanceof SolanaJSONRPCError)) throw error;
        if (some.length === 1 && ++unserved > MOST_UNSERVED) throw error;
        if (some.length === 1) return [null];
        const half = some.length >> 1;
        return [...(await part(some.slice(0, half))), ...(await part(some.slice(half)))];
      }
    };
    return part(signatures);
  };

  const read: Read = async (connection, signatures, commitment) => {
    if (signatures.length === 1) return ask(connection, signatures, commitment);
    const size = sizeOf(connection);
    const found: Found = [];
    for (let start = 0; start < signatures.length; start += size)
      found.push(...(await askAround(connection, signatures.slice(start, start + size), commitment)));
    if (size > 1 && size < LARGEST) sizes.set(connection, size + 1);
    return found;
  };

  return {
    sizeOf,
    async read(connection, signatures, commitment) {
      const size = sizeOf(connection);
      try {
        return await read(connection, signatures, commitment);
      } catch (error) {
        if (size === 1 || signatures.length === 1) throw error;
        // Some nodes count every call in a batch, so the next batch is a quarter of the size.
        if (statusOf(error) === 429) sizes.set(connection, Math.max(1, size >> 2));
        if (!knowsNoBatches(error)) throw error;
        sizes.set(connection, 1);
        return read(connection, signatures, commitment);
      }
    },
  };
}
