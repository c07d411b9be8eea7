import { AppError } from '../../base/errors.js';
import type { Rpc } from '../../chain/rpc.js';
import { readTransfer } from '../../chain/transfer.js';
import type { Question, Refund } from './review.js';

/**
 * Looks on the chain what a transaction of the merchant's returned to whoever paid, so that neither a typing mistake
 * nor money of somebody else is a refund.
 * @param merchant the wallet that was paid
 * @throws AppError when the transaction is not final, failed, is older than the payment, or returns nothing in its asset
 */
export async function readRefund(
  rpc: Rpc,
  { payer, mint, slot }: Pick<Question, 'payer' | 'mint' | 'slot'>,
  { signature, merchant }: { signature: string; merchant: string },
): Promise<Refund> {
  if (payer === null)
    throw new AppError('invalid_request', 'Nobody knows who paid, so nobody can be paid back.');
  const transaction = await rpc.transaction(signature, 'finalized');
  if (!transaction)
    throw new AppError(
      'not_found',
      'No node knows that refund transaction as final yet: try again in a minute.',
    );
  const { failed, paidBaseUnits } = readTransfer(transaction, {
    recipient: payer,
    mint,
    reference: null,
    payer: merchant,
  });
  if (failed) throw new AppError('transaction_failed');
  if (transaction.slot <= slot)
    throw new AppError('invalid_request', 'That transaction is older than the payment it should return.');
  if (paidBaseUnits === 0n)
    throw new AppError('wrong_recipient', `That transaction sends nothing of ${merchant} back to ${payer}.`);
  return { signature, amountBaseUnits: paidBaseUnits };
}
