import { note } from '../cards/card.js';
import { purchaseCard, purchaseNews } from '../cards/purchase.js';
import type { SendDirect } from '../direct.js';
import type { Messenger } from '../messenger.js';
import { hasOutcome } from './news.js';
import type { Purchase } from './store.js';

/** Brings a purchase to its member: on its card, in a message of its own, or, where the channel is gone, directly. */
export function createTeller(deps: {
  find(id: string): Promise<Purchase | null>;
  messenger: Messenger;
  sendDirect: SendDirect;
}) {
  const { find, messenger, sendDirect } = deps;

  const tell = async (purchase: Purchase): Promise<void> => {
    const { id, memberId, channelId, messageId, intent } = purchase;
    const news = purchaseNews(purchase);
    const key = ['notice', id, intent.status, intent.exception, intent.amount_received_base_units].join('/');
    const aside = { mention: memberId, replyTo: messageId };
    const sent = await messenger.send(channelId, { content: `<@${memberId}> ${news}` }, key, aside);
    if (sent === null) await sendDirect(memberId, note('About your purchase', news), key);
  };

  return {
    async purchase(id: string): Promise<void> {
      const found = await find(id);
      if (!found || found.replacedBy) return;
      const edited = await messenger.edit(found.channelId, found.messageId, purchaseCard(found));
      if (edited === 'gone' && hasOutcome(found.intent)) await tell(found);
    },
    async purchase_notice(id: string): Promise<void> {
      const found = await find(id);
      if (found) await tell(found);
    },
  };
}
