import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import type { Languages } from '../languages.js';
import { noticeCard } from './card.js';
import { createNoticeKeeper } from './keeper.js';

/** Direct messages about an account; where direct messages are closed, below the member's next answer. */
export function createNoticesFeature({
  db,
  notices,
  sendDirect,
  languages,
}: Pick<BotContext, 'db' | 'notices' | 'sendDirect'> & { languages: Pick<Languages, 'ofMember'> }) {
  return {
    flows: {},
    keepers: { notices: createNoticeKeeper(db) },
    outbox: {
      notice: {
        async deliver(id) {
          const found = await notices.find(id);
          if (!found) return;
          const t = await languages.ofMember(found.memberId);
          const sent = await sendDirect(found.memberId, noticeCard(found, t), id);
          await (sent === 'closed' ? notices.notePending(id) : notices.noteNotified(id));
        },
      },
    },
    hooks: {
      async pendingNotices(memberId) {
        const pending = await notices.pendingOf(memberId);
        if (pending.length === 0) return [];
        const t = await languages.ofMember(memberId);
        return pending.map((notice) => ({
          card: noticeCard(notice, t),
          noteNotified: () => notices.noteNotified(notice.id),
        }));
      },
    },
  } satisfies BotFeature;
}
