import type { ChainTransaction, Finality } from '../../chain/rpc.js';
import { incomingTransfers, isSignedBy, movesItself, readTransfer } from '../../chain/transfer.js';
import type { SeenPayment } from './machine.js';

/** What one transaction paid in one asset with the same references, or from one payer without any. */
export type PaymentPart = Omit<SeenPayment, 'standing'> & {
  references: readonly string[];
  /**
   * Set when the merchant also signed. `fee`: it paid only the fee or co-signed; `moves`: it moved its own money in
   * the same transaction. Neither pays for anything by itself, because a signer can take back what it was given.
   */
  merchantSigned?: 'fee' | 'moves';
};

/** A transaction and the commitment it was read at. */
export type CommittedTransaction = { signature: string; commitment: Finality };

/**
 * Splits a transaction into parts, so that one that pays two purchases pays both. Ignores assets that are not on
 * sale and transfers from the merchant to itself.
 * @param mints the assets on sale; null is SOL
 * @param now used as the payment time when the network states no block time
 * @throws AppError `rpc_unavailable` when the node left out required data
 */
export function paymentPartsOf(
  transaction: ChainTransaction,
  place: CommittedTransaction,
  { recipient, mints, now }: { recipient: string; mints: readonly (string | null)[]; now: number },
): PaymentPart[] {
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
