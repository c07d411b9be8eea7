import { AppError, type ErrorCode } from '../../base/errors.js';
import type { TransferReading, TransferReason } from '../../chain/transfer.js';
import type { PaymentPart } from './parts.js';

const codes: readonly (readonly [TransferReason, ErrorCode, string?])[] = [
  ['transaction_failed', 'transaction_failed'],
  ['wrong_asset', 'wrong_asset'],
  ['other_reference', 'invalid_request', 'That payment belongs to another purchase.'],
  [
    'other_account',
    'wrong_recipient',
    "That payment reached another token account of the seller, so it wasn't credited automatically. Ask the operator of this bot to credit it.",
  ],
  ['wrong_recipient', 'wrong_recipient'],
  ['no_transfer', 'wrong_recipient'],
];

/**
 * Why a transaction the buyer named does not pay for the purchase, as a sentence.
 * @param own the payment without a reference that the buyer's own wallet made in it, if any
 */
export function paymentRefusalOf(
  { reasons }: TransferReading,
  { mint }: { mint: string | null },
  own: PaymentPart | undefined,
): AppError {
  if (own && own.mint !== mint) return new AppError('wrong_asset');
  if (own)
    return new AppError(
      'invalid_request',
      "That payment was made before this purchase, so it can't pay for it. Ask the operator of this bot.",
    );
  if (reasons.includes('no_reference'))
    return new AppError(
      'invalid_request',
      "That payment carries no reference and didn't come from a wallet you linked. If the wallet is yours, link it with /link and submit the transaction again. Otherwise ask the operator of this bot.",
    );
  const [, code, sentence] = codes.find(([reason]) => reasons.includes(reason)) ?? [];
  if (code) return new AppError(code, sentence);
  return new AppError(
    'invalid_request',
    "We couldn't match that transaction to this purchase. Ask the operator of this bot to look at it.",
  );
}
