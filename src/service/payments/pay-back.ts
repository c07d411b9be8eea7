import { AppError } from '../../base/errors.js';
import type { Rpc } from '../../chain/rpc.js';
import { readTransfer } from '../../chain/transfer.js';
import type { Review } from './review.js';

/**
 * Looks on the chain whether a refund really went back to whoever paid, so that a typing mistake is no refund.
 * @returns base units that arrived
 * @throws AppError when the transaction is unknown, failed, or pays the payer nothing in the same asset
 */
export async function checkRefund(
  rpc: Rpc,
  { payer, mint }: Pick<Review, 'payer' | 'mint'>,
  signature: string,
): Promise<bigint> {
  const transaction = await rpc.transaction(signature, 'confirmed');
  if (!transaction) throw new AppError('not_found', 'No node knows that refund transaction yet.');
  if (payer === null)
    throw new AppError('invalid_request', 'Nobody knows who paid, so nobody can be paid back.');
  const { failed, paidBaseUnits } = readTransfer(transaction, { recipient: payer, mint, reference: null });
  if (failed) throw new AppError('transaction_failed');
  if (paidBaseUnits === 0n)
    throw new AppError('wrong_recipient', `That transaction sends nothing back to ${payer}.`);
  return paidBaseUnits;
}
