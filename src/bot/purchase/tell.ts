import { type Card, note } from '../cards/card.js';
import { purchaseCard, purchaseNews } from '../cards/purchase.js';
import type { SendDirect } from '../direct.js';
import type { Messenger } from '../messenger.js';
import { outcomeOf } from './news.js';
import type { Purchase, PurchaseStore } from './store.js';

const about = (purchase: Purchase): Card => note('About your purchase', purchaseNews(purchase));

/**
 * Brings a purchase to its member: on its card, in a message of its own, where the channel is gone directly, and
 * where that cannot be, below their next answer. One outcome is told in one message, however often it is asked for.
 */
export function createTeller(deps: {
  store: Pick<PurchaseStore, 'find' | 'noteTold' | 'takeUnheard'>;
  messenger: Messenger;
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

  return {
    deliver: {
      async purchase(id: string): Promise<void> {
        const found = await store.find(id);
        if (!found || found.replacedBy) return;
        const edited = await messenger.edit(found.channelId, found.messageId, purchaseCard(found));
        if (edited === 'gone') await tell(found);
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
