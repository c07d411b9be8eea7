import { type Intent, type IntentStatus, listIntents, readIntent } from '../../contract/payments.js';
import type { Page } from '../../contract/shapes.js';
import type { Sessions } from '../session/flow.js';
import type { Purchase, PurchaseStore } from './store.js';

const shownAtOnce = 5;
const longestExport = 2_000;

/** Where a page of the history begins, and which purchases are on it. */
export type Leaf = { status?: IntentStatus; cursor?: string };

/** What a member bought, as the service keeps it: also from before this bot knew of it. */
export function createHistory({ sessions, store }: { sessions: Sessions; store: PurchaseStore }) {
  const list = async (
    memberId: string,
    { status, cursor, limit }: Leaf & { limit: number },
  ): Promise<Page<Intent>> =>
    (await sessions.serviceOf(memberId).call(listIntents, { query: { status, cursor, limit } })).body;

  return {
    /** Newest first, a few at once. */
    history: (memberId: string, leaf: Leaf = {}) => list(memberId, { ...leaf, limit: shownAtOnce }),

    /** One of the member's purchases as it stands, and whether this bot has a card for it. */
    async receipt(memberId: string, id: string): Promise<{ intent: Intent; purchase: Purchase | null }> {
      const params = { intent_id: id };
      const found = await store.find(id);
      const purchase = found?.memberId === memberId ? found : null;
      const service = sessions.serviceOf(memberId, purchase?.address ?? undefined);
      return { intent: (await service.call(readIntent, { params })).body, purchase };
    },

    /** Everything, newest first, as far as a file may sensibly hold. */
    async allOf(memberId: string): Promise<Intent[]> {
      const all: Intent[] = [];
      let cursor: string | undefined;
      do {
        const page = await list(memberId, { cursor, limit: 100 });
        all.push(...page.data);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined && all.length < longestExport);
      return all;
    },
  };
}
