import type { Translate } from '../../../copy/translate.js';
import { type Card, card, text } from '../../cards/card.js';
import type { Shared } from '../purchase.js';

/** What a member tells the channel of a purchase: neither an amount nor a balance. */
export const sharedPurchaseCard = (memberId: string, what: Shared, t: Translate): Card =>
  card(what === 'bought' ? 'good' : 'neutral', [
    text(t(`purchase.shared.${what}`, { member: `<@${memberId}>` })),
  ]);
