import type { Card } from '../cards/card.js';

/** A card that goes below the next answer of its member, because no direct message could deliver it. */
export type PendingNotice = {
  card: Card;
  /** Discord accepted the card, so it is not shown again. Idempotent. */
  noteNotified(): Promise<void>;
};
