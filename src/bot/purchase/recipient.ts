import { AppError } from '../../base/errors.js';
import type { Intent } from '../../contract/payments.js';
import { unclaimedAddress } from '../../contract/read/index.js';

/**
 * An address that no field calls the recipient's is taken for it only when it is not the buyer's own.
 * @throws AppError `provider_mismatch` when it is
 */
export function checkRecipient(
  { id, recipient }: Pick<Intent, 'id' | 'recipient'>,
  buyer: string | null,
  notes: readonly string[] = [],
): void {
  if (recipient !== buyer || !notes.includes(unclaimedAddress)) return;
  throw new AppError(
    'provider_mismatch',
    'This purchase was not started: the service does not say plainly where to pay (it names your own wallet only). Nothing was charged. Please tell whoever runs this bot.',
    { context: { field: 'recipient' }, cause: `intent ${id}: the only address is the buyer's wallet` },
  );
}
