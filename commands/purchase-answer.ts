import type { Answer, Request } from '../src/bot/command.js';
import { purchaseCard } from '../src/bot/purchase/cards/purchase.js';
import type { Purchase, ShopPlace } from '../src/bot/purchase/purchase.js';

type Asked = Pick<Request<unknown>, 'flows' | 'place' | 't'>;

/** The private card. Draws it again after the reply, because the purchase may have changed in the meantime. */
export const purchaseAnswer = (purchase: Purchase, { flows, place, t }: Asked): Answer => ({
  ...purchaseCard(purchase, t),
  shown: () => flows.purchase.answered(purchase, place),
});

/** The message of the card, in the member's language. */
export const placeOf = ({ place, t }: Pick<Asked, 'place' | 't'>): ShopPlace => ({
  messageId: place.messageId,
  channelId: place.channelId,
  guildId: place.guildId,
  locale: t.locale,
});
