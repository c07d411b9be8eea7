import { AppError } from '../../base/errors.js';
import type { Intent } from '../../contract/payments.js';
import { unclaimedAddress } from '../../contract/read/index.js';

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
  throw new AppError(
    'provider_mismatch',
    "We couldn't start this purchase: the service didn't say where to pay (it named only your own wallet). Nothing was charged. Please tell the operator of this bot.",
    { context: { field: 'recipient' }, cause: `intent ${id}: the only address is the buyer's wallet` },
  );
}
