import { AppError } from '../../base/errors.js';
import type { Rpc } from '../../chain/rpc.js';
import { readTransfer } from '../../chain/transfer.js';
import type { Question } from './questions.js';
import type { Refund } from './review.js';

/**
 * Verifies on the chain how much a transaction of the merchant returned to the payer, so that a typing mistake or
 * an unrelated transfer is not booked as a refund.
 * @param merchant the wallet that was paid
 * @throws AppError when the transaction is not final, failed, is older than the payment, or returns nothing in its
 * asset
 */
export async function readRefund(
  rpc: Rpc,
  { payer, mint, slot }: Pick<Question, 'payer' | 'mint' | 'slot'>,
  { signature, merchant }: { signature: string; merchant: string },
): Promise<Refund> {
  if (payer === null)
    throw new AppError(
      'invalid_request',
      'The payer of that money is unknown, so there is no wallet to pay back.',
    );
  const transaction = await rpc.transaction(signature, 'finalized');
  if (!transaction)
    throw new AppError('not_found', 'That refund transaction is not final yet. Try again in a minute.');
  const { failed, paidBaseUnits } = readTransfer(transaction, {
    recipient: payer,
    mint,
    reference: null,
    payer: merchant,
  });
  if (failed) throw new AppError('transaction_failed');
  if (transaction.slot <= slot)
    throw new AppError(
      'invalid_request',
      'That transaction is older than the payment, so it cannot be its refund.',
    );
  if (paidBaseUnits === 0n)
    throw new AppError(
      'wrong_recipient',
      `That transaction sends nothing from ${merchant} back to ${payer}.`,
    );
  return { signature, amountBaseUnits: paidBaseUnits };
}
