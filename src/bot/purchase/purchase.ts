import type { Intent } from '../../contract/payments.js';
import type { Where } from '../session/vouch.js';

/** What a member told the channel of a purchase. */
export type Shared = 'buying' | 'bought';

export type Purchase = {
  id: string;
  memberId: string;
  memberName: string;
  /** The wallet that made it; null for a service without wallets. */
  address: string | null;
  intent: Intent;
  /** The price of the pack in base units; null where it was not known. */
  listPrice: string | null;
  /** Available credits after the purchase, once it is credited and the balance was read. */
  balance: number | null;
  /** The purchase that took over the card after this one expired. */
  replacedBy: string | null;
  /** The last outcome announced to the member in a separate message. */
  notified: string | null;
  /** The last outcome that a card showed. */
  shown: string | null;
  shared: Shared | null;
  /** URL of the pay page. */
  payUrl: string | null;
  /** Increments with every change. */
  version: number;
  createdAt: number;
};

/** A private message that shows a purchase, and its language. */
export type CardPlace = { messageId: string; locale: string };

/** Where a member buys. */
export type ShopPlace = CardPlace & Where;

export type NewPurchase = Pick<
  Purchase,
  'id' | 'memberId' | 'memberName' | 'address' | 'intent' | 'listPrice' | 'createdAt'
> & {
  /** Token of the pay page. */
  token: string;
};

/** What the member could tell the channel of the purchase now; null for nothing. */
export function shareable({ intent }: Pick<Purchase, 'intent'>): Shared | null {
  if (intent.status === 'requires_payment' || intent.status === 'processing') return 'buying';
  return intent.status === 'succeeded' && intent.exception !== 'dropped' ? 'bought' : null;
}
