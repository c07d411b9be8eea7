import { isAppError } from '../../base/errors.js';
import { addIntentPayer } from '../../contract/payments.js';
import type { Sessions } from '../session/flow.js';
import type { Purchase } from './purchase.js';

/**
 * Registers the member's other signed-in wallets as payers of a purchase, each with its own session. Some wallets drop
 * the reference; the service then matches by payer and amount. Errors are ignored, for services without this endpoint.
 */
export function createPayers({ sessions }: { sessions: Pick<Sessions, 'walletsOf' | 'serviceOf'> }) {
  return async <P extends Pick<Purchase, 'id' | 'memberId' | 'address'>>(purchase: P): Promise<P> => {
    const { id, memberId, address } = purchase;
    const wallets = await sessions.walletsOf(memberId);
    const others = wallets.filter((wallet) => wallet.ended === null && wallet.address !== address);
    for (const other of others)
      await sessions
        .serviceOf(memberId, other.address)
        .call(addIntentPayer, { params: { intent_id: id } })
        .catch((error) => {
          if (!isAppError(error)) throw error;
        });
    return purchase;
  };
}
