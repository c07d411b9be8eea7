import type { Clock } from '../../../../src/base/clock.js';
import type { Database } from '../../../../src/base/db/database.js';
import { createSeal } from '../../../../src/base/seal.js';
import { createOutboxStore } from '../../../../src/bot/delivery/outbox.js';
import type { Purchase } from '../../../../src/bot/purchase/purchase.js';
import { createPurchaseStores } from '../../../../src/bot/purchase/stores.js';
import { place, purchase } from '../cards/sample.js';

export const token = 'abcdefghjkmnpqrstvwxyz0123456789';

/** The stores of purchases as a process of the bot opens them. */
export function openPurchaseStores({ db, clock }: { db: Database; clock: Clock }) {
  const outbox = createOutboxStore(db, clock);
  const seal = createSeal(['11'.repeat(32)]);
  const stores = createPurchaseStores({ db, clock, outbox, seal, pageUrl: 'https://r.example/pay' });
  return {
    outbox,
    stores,
    /** Stores a new purchase with a card. */
    async begin(
      changes: Partial<Pick<Purchase, 'id' | 'memberId'>> & { token?: string; card?: string } = {},
    ) {
      const { id = 'int_1', card = place.messageId, ...rest } = changes;
      const now = clock.now();
      const { intent, ...sample } = purchase({ id });
      const made = { ...sample, address: intent.recipient, token, createdAt: now, ...rest, id, intent };
      await stores.store.add(made, { ...place, messageId: card }, now);
      return (await stores.store.find(id))!;
    },
  };
}
