import { AppError } from '../../base/errors.js';
import type { Intent } from '../../contract/payments.js';
import { unclaimedAddress } from '../../contract/read/index.js';
import { reason } from '../../copy/reason.js';

/**
 * An address that no field names as the recipient is used as one only if it is not the buyer's.
 * @throws AppError `provider_mismatch` when it is the buyer's
 */
export function checkRecipient(
  { id, recipient }: Pick<Intent, 'id' | 'recipient'>,
  buyer: string | null,
  notes: readonly string[] = [],
): void {
  if (recipient !== buyer || !notes.includes(unclaimedAddress)) return;
  throw new AppError('provider_mismatch', reason('purchase.error.no_recipient'), {
    context: { field: 'recipient' },
    cause: new Error(`intent ${id}: the only address is the buyer's wallet`),
  });
}
