import { type APIEntitlement, type REST, Routes } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Http } from '../../client/http.js';
import {
  grantEntitlement,
  proveEntitlement,
  proveReturn,
  returnEntitlement,
} from '../../contract/entitlement.js';
import type { Translate } from '../../copy/translate.js';
import { type Card, note } from '../cards/card.js';
import type { SendDirect } from '../delivery/direct.js';
import type { Languages } from '../languages.js';
import type { Sessions } from '../session/flow.js';

/** Notifies a member once, below their next reply if they accept no direct messages. */
export type TellReturned = (notice: {
  id: string;
  memberId: string;
  kind: 'purchase_returned' | 'purchase_returned_spent';
  /** The wallet whose credits were removed. */
  address: string;
  refersAt: null;
}) => Promise<void>;

/** A consumable bought in Discord. */
export type ShopPurchase = Pick<APIEntitlement, 'id' | 'sku_id' | 'user_id' | 'consumed' | 'deleted'>;

const pageSize = 100;
/** Refunds older than this were already announced, ms. */
const newsMs = 30 * 24 * 3_600_000;

const arrivedCard = (credits: number, t: Translate): Card =>
  note(t('premium.arrived.title', { credits }), t('premium.arrived.text'), 'good');
const unlinkedCard = (credits: number, t: Translate): Card =>
  note(t('premium.waiting.title', { credits }), t('premium.waiting.text'), 'waiting');

/**
 * Sells credits through Discord's Premium Apps. Each entitlement is credited once, keyed by its id, and then consumed;
 * the next round retries entitlements that were not consumed.
 */
export function createPremium(options: {
  skus: ReadonlyMap<string, number>;
  secret: string;
  applicationId: () => string;
  rest: Pick<REST, 'get' | 'post'>;
  http: Http;
  sessions: Sessions;
  tellReturned: TellReturned;
  clock: Clock;
  sendDirect: SendDirect;
  languages: Pick<Languages, 'ofMember'>;
  log: Log;
}) {
  const { skus, secret, applicationId, rest, http, sessions, sendDirect, languages, tellReturned } = options;
  const { clock, log } = options;

  /** @returns whether the buyer has the credits */
  const settle = async ({ id, sku_id, user_id, consumed, deleted }: ShopPurchase): Promise<boolean> => {
    const credits = skus.get(sku_id);
    if (credits === undefined || !user_id || consumed || deleted) return true;
    const wallet = await sessions.walletOf(user_id);
    if (!wallet) return false;
    const bought = { entitlement_id: id, credits };
    const proof = proveEntitlement(secret, { ...bought, user_id: wallet.userId });
    await sessions.serviceOf(user_id, wallet.address).call(grantEntitlement, { body: { ...bought, proof } });
    await sendDirect(user_id, arrivedCard(credits, await languages.ofMember(user_id)), `entitlement/${id}`);
    await rest.post(Routes.consumeEntitlement(applicationId(), id));
    return true;
  };

  const handled = new Set<string>();

  /** Reports a refund by Discord to the service, which removes the credits. Idempotent. */
  const takeBack = async ({ id, sku_id, user_id: memberId }: ShopPurchase): Promise<void> => {
    if (!skus.has(sku_id) || !memberId || handled.has(id)) return;
    const call = { params: { entitlement_id: id }, body: { proof: proveReturn(secret, id) } };
    const { address, owed, returned_at } = (await http.call(returnEntitlement, call, {})).reply.body;
    const isNews = Date.parse(returned_at) + newsMs > clock.now();
    const kind = owed > 0 ? 'purchase_returned_spent' : 'purchase_returned';
    if (address && isNews)
      await tellReturned({ id: `entitlement/${id}/returned`, memberId, kind, address, refersAt: null });
    handled.add(id);
  };

  const postpone = (error: unknown, id: string) =>
    log.warn({ err: error, entitlement: id }, 'entitlement not processed; retrying in the next round');

  /** All entitlements, oldest first. */
  async function* bought(filter: Record<string, string>): AsyncGenerator<ShopPurchase> {
    for (let after = '0'; ; ) {
      const query = new URLSearchParams({ after, limit: String(pageSize), ...filter });
      const page = (await rest.get(Routes.entitlements(applicationId()), { query })) as ShopPurchase[];
      yield* page;
      const last = page.at(-1);
      if (page.length < pageSize || !last) return;
      after = last.id;
    }
  }

  return {
    /** Handles a new entitlement. */
    async arrive(bought: ShopPurchase): Promise<void> {
      const isDone = await settle(bought).catch((error) => postpone(error, bought.id));
      const credits = skus.get(bought.sku_id);
      if (isDone === false && credits !== undefined && bought.user_id)
        await sendDirect(
          bought.user_id,
          unlinkedCard(credits, await languages.ofMember(bought.user_id)),
          `entitlement/${bought.id}/waits`,
        );
    },
    /** One round over all unconsumed entitlements. */
    async sweep(): Promise<void> {
      for await (const one of bought({ exclude_ended: 'true', exclude_deleted: 'true' }))
        if (!one.consumed) await settle(one).catch((error) => postpone(error, one.id));
    },
    /** Handles an entitlement that Discord deleted after a refund. */
    leave: (returned: ShopPurchase): Promise<void> =>
      takeBack(returned).catch((error) => postpone(error, returned.id)),
    /** One round over all deleted entitlements, including those deleted while the bot was offline. */
    async sweepReturned(): Promise<void> {
      for await (const one of bought({ exclude_deleted: 'false' }))
        if (one.deleted) await takeBack(one).catch((error) => postpone(error, one.id));
    },
  };
}
