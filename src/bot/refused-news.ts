import type { Log } from '../base/log.js';
import type { Card } from './cards/card.js';
import type { SendDirect } from './direct.js';
import type { OutboxKind } from './outbox.js';
import type { RefusedDelivery, RefusedStore } from './refused.js';

/** What a member is told in place of a card; `key` is the same while there is nothing new to tell. */
export type RefusedNews = { memberId: string; key: string; card: Card };

/** Draws it as the subject stands now; null when there is nothing to tell. */
export type DrawRefused = (subject: string, refused: RefusedDelivery) => Promise<RefusedNews | null>;

/**
 * Tells members what a card cannot show because Discord refuses it: directly, and where that is closed, below their
 * next answer.
 */
export function createRefusedNews(deps: {
  store: RefusedStore;
  draw: Readonly<Partial<Record<OutboxKind, DrawRefused>>>;
  sendDirect: SendDirect;
  log: Log;
}) {
  const { store, draw, sendDirect, log } = deps;

  const tell = async (refused: RefusedDelivery): Promise<void> => {
    const { kind, subject, told } = refused;
    const news = (await draw[kind]?.(subject, refused)) ?? null;
    if (news === null || news.key === told) return store.noteTold(refused);
    const { memberId, key, card } = news;
    const how = await sendDirect(memberId, card, `refused/${kind}/${subject}/${key}`);
    await store.noteTold(refused, { memberId, told: key, how });
    log.info({ kind, subject, channel: refused.channelId, how }, 'a member was told without their card');
  };

  return {
    /** One round over everything that was refused for a minute and changed since. */
    async sweep(): Promise<void> {
      for (const refused of await store.untold()) await tell(refused);
    },
    /** What no direct message could tell: given out once, to go below the member's next answer. */
    async owed(memberId: string): Promise<Card[]> {
      const drawn = (await store.takeOwed(memberId)).map((refused) =>
        draw[refused.kind]?.(refused.subject, refused),
      );
      return (await Promise.all(drawn)).flatMap((news) => (news ? [news.card] : []));
    },
  };
}
