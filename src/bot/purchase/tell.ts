import { type Card, note } from '../cards/card.js';
import { purchaseCard, purchaseNews } from '../cards/purchase.js';
import { isPayable } from '../cards/standing.js';
import type { SendDirect } from '../direct.js';
import type { Messenger } from '../messenger.js';
import { becauseOf, DeliveryRefused } from '../refusal.js';
import type { DrawRefused } from '../refused-news.js';
import { outcomeOf } from './news.js';
import type { Purchase, PurchaseStore } from './store.js';

const about = (purchase: Purchase): Card => note('About your purchase', purchaseNews(purchase));

/** Money arrived, so a card that still shows a code to pay would be wrong. */
const isPaid = (purchase: Purchase): boolean => !isPayable(purchase.intent) && outcomeOf(purchase) !== null;

/**
 * Brings a purchase to its member: on its card, in a message of its own, where the channel is gone or refuses it
 * directly, and where that is closed, below their next answer. One outcome is told in one message, however often it
 * is asked for.
 */
export function createTeller(deps: {
  store: Pick<PurchaseStore, 'find' | 'noteTold' | 'takeUnheard'>;
  messenger: Omit<Messenger, 'deliver'>;
  sendDirect: SendDirect;
}) {
  const { store, messenger, sendDirect } = deps;

  const tell = async (purchase: Purchase): Promise<void> => {
    const { id, memberId, channelId, messageId, told } = purchase;
    const outcome = outcomeOf(purchase);
    if (outcome === null || outcome === told) return; // it went on since, or was told
    const key = `notice/${id}/${outcome}`;
    const words = { content: `<@${memberId}> ${purchaseNews(purchase)}` };
    const sent = await messenger.send(channelId, words, key, { mention: memberId, replyTo: messageId });
    const how = sent === null ? await sendDirect(memberId, about(purchase), key) : 'told';
    await store.noteTold(id, outcome, how);
  };

  /** A paid purchase must not go on showing a code: its card goes where it may, and the member is told at once. */
  const refuse = async (purchase: Purchase, refused: DeliveryRefused): Promise<void> => {
    const isRemoved = isPaid(purchase) && (await messenger.remove(purchase.channelId, purchase.messageId));
    await tell(purchase);
    if (!isRemoved) throw refused;
  };

  /** Outcomes are told as soon as they are known; what is left are cards that no longer say whether to pay. */
  const instead: DrawRefused = async (id, { channelId, reason }) => {
    const purchase = await store.find(id);
    if (!purchase || purchase.replacedBy || outcomeOf(purchase) !== null) return null;
    const { intent, memberId } = purchase;
    if (intent.status === 'requires_payment') return null;
    const why = `I can’t update its card in <#${channelId}>, because ${becauseOf[reason]}.`;
    const card = note('About your purchase', `${purchaseNews(purchase)}\n${why}`, 'waiting');
    return { memberId, key: intent.status, card };
  };

  return {
    instead,
    deliver: {
      async purchase(id: string): Promise<void> {
        const found = await store.find(id);
        if (!found || found.replacedBy) return;
        try {
          const edited = await messenger.edit(found.channelId, found.messageId, purchaseCard(found));
          if (edited === 'gone') await tell(found);
        } catch (error) {
          if (!(error instanceof DeliveryRefused)) throw error;
          await refuse(found, error);
        }
      },
      async purchase_notice(id: string): Promise<void> {
        const found = await store.find(id);
        if (found) await tell(found);
      },
    },
    /** What could be told nowhere: given out once, to go below the member's next answer. */
    untold: async (memberId: string): Promise<Card[]> => (await store.takeUnheard(memberId)).map(about),
  };
}
