import { isAppError } from '../../base/errors.js';
import { addIntentPayer } from '../../contract/payments.js';
import type { Sessions } from '../session/flow.js';
import type { Purchase } from './store.js';

/**
 * Tells the service which other wallets of the member may pay for a purchase, each by its own session: some wallets lose
 * the reference, and then payer and amount have to do. A service without this, or a wallet that is signed out, is
 * passed over.
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
