import type { ChainTransaction } from './rpc-types.js';

/**
 * Whether a node returned all fields needed to judge a payment. Some nodes answer without `meta`, or never recorded
 * inner instructions. Such a transaction counts as unknown and is read again, from another node where there is one.
 */
export function isComplete({ meta, transaction }: ChainTransaction): boolean {
  if (!meta) return false;
  if (meta.err !== null) return true;
  if (!Array.isArray(meta.innerInstructions)) return false;
  return transaction.message.addressTableLookups.length === 0 || meta.loadedAddresses !== undefined;
}
