import type { Log } from '../../base/log.js';
import type { Translate } from '../../copy/translate.js';
import type { Card } from '../cards/card.js';
import type { SendDirect } from './direct.js';
import type { OutboxKind } from './outbox.js';
import type { PendingNotice } from './pending-notice.js';
import type { RefusedDelivery, RefusedStore } from './refused.js';

/** A notice that replaces a refused card. `key` changes only when there is something new to say. */
export type RefusedNews = { memberId: string; key: string; card: Card };

/** Draws the notice from the current state of the subject; null when there is nothing to say. */
export type DrawRefused = (subject: string, refused: RefusedDelivery) => Promise<RefusedNews | null>;

/** Why a member can't see their card, as a sentence for them. */
export const refusalText = ({ channelId, reason }: RefusedDelivery, t: Translate): string =>
  t(`delivery.refused.${reason}`, { channel: `<#${channelId}>` });

/**
 * Notifies members whose card Discord refuses: by direct message, or if they accept none, below their next answer.
 */
export function createRefusedNews(deps: {
  store: RefusedStore;
  draw: Readonly<Partial<Record<OutboxKind, DrawRefused>>>;
  sendDirect: SendDirect;
  log: Log;
}) {
  const { store, draw, sendDirect, log } = deps;

  const tell = async (refused: RefusedDelivery): Promise<void> => {
    const { kind, subject, notifiedKey } = refused;
    const news = (await draw[kind]?.(subject, refused)) ?? null;
    if (news === null || news.key === notifiedKey) return store.noteNotified(refused);
    const { memberId, key, card } = news;
    const how = await sendDirect(memberId, card, `refused/${kind}/${subject}/${key}`);
    await store.noteNotified(refused, { memberId, key, isPending: how === 'closed' });
    log.info({ kind, subject, channel: refused.channelId, how }, 'a member was notified without their card');
  };

  return {
    /** Handles deliveries that have been refused for a minute and have changed since the last notice. */
    async sweep(): Promise<void> {
      for (const refused of await store.pendingNotices()) await tell(refused);
    },
    /** Notices that no direct message could deliver, drawn from the current state. */
    async pendingOf(memberId: string): Promise<PendingNotice[]> {
      const notices: PendingNotice[] = [];
      for (const refused of await store.pendingOf(memberId)) {
        const noteNotified = () => store.notePendingShown(refused);
        const news = await draw[refused.kind]?.(refused.subject, refused);
        if (news) notices.push({ card: news.card, noteNotified });
        else await noteNotified(); // by now there is nothing to say
      }
      return notices;
    },
  };
}
