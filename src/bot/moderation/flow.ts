import { AppError, isAppError } from '../../base/errors.js';
import { listCreditEntries, readCredits } from '../../contract/payments.js';
import type { Sessions } from '../session/flow.js';
import type { IsMember } from './membership.js';
import type { createAuditStore } from './store.js';

/** A moderator who looks at a member's credits, in a server. */
export type Look = {
  moderatorId: string;
  isModerator: boolean;
  memberId: string;
  guildId: string;
};

const stranger = 'That person is not a member of this server, so their credits are not shown here.';
const noWallet = 'That member has no wallet linked, so there are no credits to show.';
const signedOut =
  "That member's wallet is linked but signed out. Their credits can be read once they sign in again with `/link`.";

export function createModerationFlow(options: {
  sessions: Sessions;
  audit: ReturnType<typeof createAuditStore>;
  isMember: IsMember;
}) {
  const { sessions, audit, isMember } = options;

  const readAccount = async (memberId: string) => {
    const service = sessions.serviceOf(memberId);
    const [balance, entries] = await Promise.all([
      service.call(readCredits, {}),
      service.call(listCreditEntries, { query: { limit: 30 } }).catch((error) => {
        if (isAppError(error, 'not_found')) return null; // a service without a ledger to read
        throw error;
      }),
    ]);
    return { balance: balance.body, entries: entries?.body.data ?? [] };
  };

  return {
    /**
     * Shows a moderator the credits of a member of their own server. Discord hides the command from others; that can be
     * changed per server, so the permission is checked here again.
     * @throws AppError in a sentence for a stranger, a member without a wallet, and one who is signed out
     */
    async readCredits({ moderatorId, isModerator, memberId, guildId }: Look) {
      if (!isModerator)
        throw new AppError('forbidden', 'Only moderators of this server may look at credits.');
      if (!(await isMember(guildId, memberId))) throw new AppError('forbidden', stranger);
      const [wallet] = await sessions.walletsOf(memberId);
      if (!wallet) throw new AppError('not_found', noWallet);
      if (wallet.ended !== null) throw new AppError('not_found', signedOut);
      await audit.add({ actorId: moderatorId, action: 'read_credits', targetId: memberId, guildId });
      const account = await readAccount(memberId).catch((error) => {
        // A session that ends just now would read as the moderator's own.
        throw isAppError(error) && error.status === 401 ? new AppError('not_found', signedOut) : error;
      });
      return { address: wallet.address, ...account };
    },
  };
}
