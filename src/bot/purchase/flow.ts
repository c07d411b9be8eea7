import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Http } from '../../client/http.js';
import type { Service } from '../../client/session.js';
import {
  cancelIntent,
  confirmIntent,
  createIntent,
  type Intent,
  type IntentStatus,
  listPacks,
  readCredits,
  readIntent,
} from '../../contract/payments.js';
import type { Member, Place } from '../place.js';
import type { Sessions } from '../session/flow.js';
import { sweep } from '../sweep.js';
import type { Purchase, PurchaseStore } from './store.js';

/** How soon a purchase is looked at again at the least, by its state; null: its story is over. */
const nextCheckMs: Record<IntentStatus, number | null> = {
  requires_payment: 1_500,
  processing: 1_000,
  partially_paid: 2_000,
  expired: 5_000,
  requires_review: 60_000,
  canceled: 2_000, // money sent in spite of it, or just before it, still needs telling
  succeeded: null,
  refunded: null,
};
/** The older, the less often: after five minutes every ten seconds, after a day every hour. */
const patience = 30;
const slowestMs: Partial<Record<IntentStatus, number>> = {
  expired: 3_600_000,
  canceled: 3_600_000,
  requires_review: 3_600_000,
};
const slowestWatchedMs = 15_000;
const lateFundsMs = 30 * 24 * 3_600_000;

/** A member who logged out may come back; a service that asks for time gets it. */
function pauseAfter(failure: unknown): number {
  if (isAppError(failure, 'rate_limited')) return (failure.context.retryAfter ?? 5) * 1_000;
  return isAppError(failure) && failure.status === 401 ? 60_000 : 5_000;
}

export function createPurchaseFlow(options: {
  store: PurchaseStore;
  sessions: Sessions;
  http: Http;
  clock: Clock;
}) {
  const { store, sessions, http, clock } = options;

  const nextCheckAt = ({ status, created_at }: Intent): number | null => {
    const waitMs = nextCheckMs[status];
    const age = clock.now() - Date.parse(created_at);
    if (waitMs === null || age > lateFundsMs) return null;
    return clock.now() + Math.max(waitMs, Math.min(age / patience, slowestMs[status] ?? slowestWatchedMs));
  };

  const own = async (memberId: string, id: string): Promise<Purchase> => {
    const purchase = await store.find(id);
    if (purchase?.memberId !== memberId)
      throw new AppError('not_found', 'That purchase is not one of yours.');
    return purchase;
  };

  /** The service's word after it looked at the chain. Refusals about the payment are states, so read them. */
  const ask = async (service: Service, id: string): Promise<Intent> => {
    const params = { intent_id: id };
    try {
      return (await service.call(confirmIntent, { params, body: {} })).body;
    } catch (error) {
      if (!isAppError(error) || ![402, 409, 422].includes(error.status)) throw error;
      return (await service.call(readIntent, { params })).body;
    }
  };

  const keep = async (purchase: Purchase, intent: Intent): Promise<Purchase> => {
    const service = sessions.serviceOf(purchase.memberId);
    const credited = intent.status === 'succeeded' && purchase.balance === null;
    const balance = credited
      ? await service.call(readCredits, {}).then(
          ({ body }) => body.available,
          () => null,
        )
      : purchase.balance;
    await store.advance(purchase, { intent, balance, nextCheckAt: nextCheckAt(intent) });
    return (await store.find(purchase.id)) ?? { ...purchase, intent, balance };
  };

  /** Looks again and keeps what is new. A button press and the sweep both end here; repeating it is harmless. */
  const settle = async (purchase: Purchase): Promise<Purchase> =>
    keep(purchase, await ask(sessions.serviceOf(purchase.memberId), purchase.id));

  return {
    packs: async () => (await http.call(listPacks, {}, {})).reply.body.data,

    /** @param key makes a repeated request the same purchase */
    async start(
      member: Member,
      place: Place,
      order: { packId: string; currency: 'SOL' | 'USDC' },
      key: string,
    ): Promise<Purchase> {
      const { body: intent } = await sessions.serviceOf(member.id).call(createIntent, {
        body: { pack_id: order.packId, currency: order.currency },
        idempotencyKey: key,
      });
      const { channelId, messageId } = place;
      const id = intent.id;
      const purchase = {
        id,
        memberId: member.id,
        channelId,
        messageId,
        intent,
        balance: null,
        createdAt: clock.now(),
      };
      await store.add(purchase, clock.now() + 2_000);
      return purchase;
    },

    check: async (memberId: string, id: string) => settle(await own(memberId, id)),

    async cancel(memberId: string, id: string): Promise<Purchase> {
      const purchase = await own(memberId, id);
      const { body } = await sessions.serviceOf(memberId).call(cancelIntent, { params: { intent_id: id } });
      return keep(purchase, body);
    },

    find: store.find,

    /** A member came back: their purchases are looked at now, not when the pause after the refusal ends. */
    wake: store.wake,

    /** Whether money may be on its way for this member. */
    isOpen: store.hasOpen,

    /** One round over every purchase that is due; one that fails is looked at again later. */
    sweep: () => sweep(store, settle, (failure) => clock.now() + pauseAfter(failure)),
  };
}
