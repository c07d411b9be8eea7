import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Seal } from '../../base/seal.js';
import type { OutboxStore } from '../delivery/outbox.js';
import type { FeatureHooks } from '../feature.js';
import { createPurchaseCards, type PurchaseCards } from './card-store.js';
import { createPurchaseChecks, type PurchaseChecks } from './check-store.js';
import { createPurchaseNews, type PurchaseNews } from './news-store.js';
import { createRowReader } from './row.js';
import { createPurchaseStore, type PurchaseStore } from './store.js';

/** Everything that is stored about purchases. */
export type PurchaseStores = {
  store: PurchaseStore;
  checks: PurchaseChecks;
  cards: PurchaseCards;
  news: PurchaseNews;
};

/** @param options.pageUrl URL of the pay page, without the token */
export function createPurchaseStores(options: {
  db: Database;
  clock: Clock;
  outbox: Pick<OutboxStore, 'put'>;
  seal: Seal;
  pageUrl: string;
  onFigures?: FeatureHooks['onFigures'];
}): PurchaseStores {
  const { db, clock, outbox, seal, pageUrl, onFigures } = options;
  const read = createRowReader({ seal, pageUrl });
  const cards = createPurchaseCards({ db, clock, outbox, read });
  return {
    store: createPurchaseStore({ db, outbox, seal, read, cards, onFigures }),
    checks: createPurchaseChecks({ db, clock, read }),
    cards,
    news: createPurchaseNews({ db, outbox, read }),
  };
}
