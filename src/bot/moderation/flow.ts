import { AppError } from '../../base/errors.js';
import { listCreditEntries, readCredits } from '../../contract/payments.js';
import type { Sessions } from '../session/flow.js';
import type { createAuditStore } from './store.js';

export function createModerationFlow(options: {
  sessions: Sessions;
  audit: ReturnType<typeof createAuditStore>;
}) {
  const { sessions, audit } = options;
  return {
    /**
     * A moderator looks at a member's credits. Discord hides the command from others; that can be changed per
     * server, so the right is checked here again.
     */
    async readCredits(look: {
      moderatorId: string;
      isModerator: boolean;
      memberId: string;
      guildId: string;
    }) {
      if (!look.isModerator)
        throw new AppError('forbidden', 'Only moderators of this server may look at credits.');
      const wallet = await sessions.walletOf(look.memberId);
      if (!wallet)
        throw new AppError('not_found', 'That member has no wallet linked, so there are no credits to show.');
      await audit.add({
        actorId: look.moderatorId,
        action: 'read_credits',
        targetId: look.memberId,
        guildId: look.guildId,
      });
      const service = sessions.serviceOf(look.memberId);
      const [balance, entries] = await Promise.all([
        service.call(readCredits, {}),
        service.call(listCreditEntries, { query: { limit: 30 } }),
      ]);
      return { address: wallet.address, balance: balance.body, entries: entries.body.data };
    },
  };
}
