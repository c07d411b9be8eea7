import type { Translate } from '../../copy/translate.js';
import { type Card, card, finePrint, heading } from '../cards/card.js';
import type { SendDirect } from '../delivery/direct.js';
import type { Messenger } from '../delivery/messenger.js';
import type { PendingNotice } from '../delivery/pending-notice.js';
import type { Languages } from '../languages.js';
import type { PurchaseCard, PurchaseCards } from './card-store.js';
import { purchaseCard, purchaseNews } from './cards/purchase.js';
import { isPayable } from './cards/standing.js';
import { outcomeOf } from './news.js';
import type { PurchaseNews } from './news-store.js';
import type { Purchase } from './purchase.js';
import type { PurchaseStore } from './store.js';

const about = (purchase: Purchase, t: Translate): Card =>
  card('neutral', [
    heading(t('purchase.notice.title'), purchaseNews(purchase, t)),
    finePrint(t('purchase.notice.find')),
  ]);

/** How an offer that ended is known among the outcomes of a purchase. */
const ended = 'expired';

type Drawn = { messageId: string; hasCode: boolean };
type Delivered = { drawn: Drawn[]; lost: PurchaseCard[] };

/**
 * Shows a purchase on its private cards while Discord edits them: a quarter of an hour after the member last used one.
 * An outcome that no card can show goes to the member directly, or else below their next answer. Each outcome is
 * announced once, even if it is requested again.
 */
export function createPurchaseNotifier(deps: {
  store: Pick<PurchaseStore, 'find'>;
  cards: Pick<PurchaseCards, 'ofPurchase' | 'noteDelivered'>;
  news: Pick<PurchaseNews, 'noteNotified' | 'noteShown' | 'pendingOf' | 'notePendingShown'>;
  messenger: Pick<Messenger, 'editPrivate'>;
  sendDirect: SendDirect;
  languages: Pick<Languages, 'ofMember' | 'ofChannel'>;
}) {
  const { store, cards, news, messenger, sendDirect, languages } = deps;

  const send = async (purchase: Purchase, outcome: string): Promise<void> => {
    const { id, memberId } = purchase;
    const t = await languages.ofMember(memberId);
    const how = await sendDirect(memberId, about(purchase, t), `notice/${id}/${outcome}`);
    await news.noteNotified(id, outcome, how);
  };

  /** Edits every card of the purchase, also when one of them fails. */
  const draw = async (purchase: Purchase): Promise<Delivered> => {
    const edits = (await cards.ofPurchase(purchase.id)).map(async (shown) => {
      const drawing = purchaseCard(purchase, languages.ofChannel(shown.locale), shown.isEnding);
      return { shown, outcome: await messenger.editPrivate(shown.messageId, drawing) };
    });
    const settled = await Promise.allSettled(edits);
    const done = settled.filter((edit) => edit.status === 'fulfilled').map(({ value }) => value);
    const drawn = done
      .filter(({ outcome }) => outcome === 'edited')
      .map(({ shown: { messageId, isEnding } }) => ({
        messageId,
        hasCode: !isEnding && isPayable(purchase.intent),
      }));
    const failed = settled.find((edit) => edit.status === 'rejected');
    if (failed) {
      await cards.noteDelivered(drawn);
      throw failed.reason;
    }
    return { drawn, lost: done.filter(({ outcome }) => outcome === 'gone').map(({ shown }) => shown) };
  };

  /** No card shows the purchase any more, so its member is told what they cannot see there. */
  const tellUnseen = async (purchase: Purchase, lost: readonly PurchaseCard[]): Promise<void> => {
    const { notified, shown, intent } = purchase;
    const outcome = outcomeOf(purchase);
    if (outcome !== null && outcome !== notified && outcome !== shown) return send(purchase, outcome);
    const keepsCode = lost.some((one) => one.hasCode);
    if (keepsCode && intent.status === 'expired' && notified !== ended) await send(purchase, ended);
  };

  return {
    deliver: {
      async purchase(id: string): Promise<void> {
        const found = await store.find(id);
        if (!found || found.replacedBy) return;
        const { drawn, lost } = await draw(found);
        const outcome = outcomeOf(found);
        if (drawn.length === 0) await tellUnseen(found, lost);
        else if (outcome !== null) await news.noteShown(id, outcome);
        // Last, so that a process that dies before the message starts again. A code that is still valid is remembered:
        // its member is told when it no longer is.
        const over = lost.filter((one) => !one.hasCode || !isPayable(found.intent));
        await cards.noteDelivered(
          drawn,
          over.map(({ messageId }) => messageId),
        );
      },
      async purchase_notice(id: string): Promise<void> {
        const found = await store.find(id);
        const outcome = found && outcomeOf(found);
        if (found && outcome !== null && outcome !== found.notified) await send(found, outcome);
      },
    },
    /** Notices that could not be delivered, for the member's next answer. */
    async pendingNotices(memberId: string): Promise<PendingNotice[]> {
      const pending = await news.pendingOf(memberId);
      if (pending.length === 0) return [];
      const t = await languages.ofMember(memberId);
      return pending.map((purchase) => ({
        card: about(purchase, t),
        noteNotified: () => news.notePendingShown(purchase),
      }));
    },
  };
}
