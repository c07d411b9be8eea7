import { AppError, isAppError } from '../../base/errors.js';
import { listCreditEntries, readCredits } from '../../contract/payments.js';
import { reason } from '../../copy/reason.js';
import type { Sessions } from '../session/flow.js';
import type { IsMember } from './membership.js';
import type { createAuditStore } from './store.js';

/** A moderator's lookup of a member's credits in a server. */
export type Look = {
  moderatorId: string;
  isModerator: boolean;
  memberId: string;
  guildId: string;
};

const signedOut = reason('moderation.error.signed_out');

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
        if (isAppError(error, 'not_found')) return null; // the service has no ledger endpoint
        throw error;
      }),
    ]);
    return { balance: balance.body, entries: entries?.body.data ?? [] };
  };

  return {
    /**
     * A member's credits for a moderator of the same server. Servers can change who sees the command in Discord, so the
     * permission is checked again here.
     * @throws AppError for a non-member, a member without a wallet, and one who is signed out
     */
    async readCredits({ moderatorId, isModerator, memberId, guildId }: Look) {
      if (!isModerator) throw new AppError('forbidden', reason('moderation.error.not_moderator'));
      if (!(await isMember(guildId, memberId)))
        throw new AppError('forbidden', reason('moderation.error.stranger'));
      const [wallet] = await sessions.walletsOf(memberId);
      if (!wallet) throw new AppError('not_found', reason('moderation.error.no_wallet'));
      if (wallet.ended !== null) throw new AppError('not_found', signedOut);
      await audit.add({ actorId: moderatorId, action: 'read_credits', targetId: memberId, guildId });
      const account = await readAccount(memberId).catch((error) => {
        // The member's session ended just now; the original error would read as the moderator's own session.
        throw isAppError(error) && error.status === 401 ? new AppError('not_found', signedOut) : error;
      });
      return { address: wallet.address, ...account };
    },
  };
}
