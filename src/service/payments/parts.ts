import type { ChainTransaction, Finality } from '../../chain/rpc.js';
import { incomingTransfers, isSignedBy, movesItself, readTransfer } from '../../chain/transfer.js';
import type { SeenPayment } from './machine.js';

/** What one transaction brought under the same references, or from one payer without any, in one asset. */
export type Part = Omit<SeenPayment, 'standing'> & {
  references: readonly string[];
  /**
   * Set where the merchant signed as well: `fee`, it only paid the fee or signed along; `moves`, it moved money of its
   * own in the same transaction. Neither pays for anything by itself, for a signer can take back what it was given.
   */
  merchantSigned?: 'fee' | 'moves';
};

/** Where a transaction was read, with the firmness the network gave it. */
export type Place = { signature: string; commitment: Finality };

/**
 * Takes a transaction apart, so that one that pays two purchases pays both. What comes in an asset nobody sells for
 * counts as nothing, and so does what the merchant sends to itself.
 * @throws AppError `rpc_unavailable` when the node told too little to know
 * @param mints the assets on sale; null is SOL
 * @param now stands in for the time of a block that the network states none for
 */
export function partsOf(
  transaction: ChainTransaction,
  place: Place,
  { recipient, mints, now }: { recipient: string; mints: readonly (string | null)[]; now: number },
): Part[] {
  const isSigned = isSignedBy(transaction, recipient);
  const merchantSigned = movesItself(transaction, recipient) ? 'moves' : 'fee';
  const keys = new Map<string, { mint: string | null; reference: readonly string[]; payer?: string }>();
  for (const { mint, payer, references } of incomingTransfers(transaction, recipient)) {
    if (!mints.includes(mint) || (isSigned && payer === recipient)) continue;
    const reference = references.toSorted();
    const name = reference.length === 0 ? payer : reference.join('+');
    keys.set(`${name}/${mint ?? 'SOL'}`, { mint, reference, ...(reference.length === 0 && { payer }) });
  }
  return [...keys].flatMap(([part, key]) => {
    const { signature, commitment } = place;
    const query = { recipient, commitment, ownSigned: isSigned, ...key };
    const { paidBaseUnits, payer, slot, blockTime, ...reading } = readTransfer(transaction, query);
    if (paidBaseUnits === 0n) return [];
    const paidAt = blockTime === null ? now : blockTime * 1_000;
    const { mint, reference: references } = key;
    return [
      {
        signature,
        part,
        references,
        mint,
        payer,
        slot,
        paidAt,
        amountBaseUnits: paidBaseUnits,
        commitment: reading.commitment,
        ...(isSigned && { merchantSigned }),
      } as const,
    ];
  });
}
