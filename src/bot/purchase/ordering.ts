import type { Clock } from '../../base/clock.js';
import { type Random, randomText } from '../../base/ids.js';
import type { Http } from '../../client/http.js';
import type { Service } from '../../client/session.js';
import { createIntent, type Intent, listPacks, readCredits } from '../../contract/payments.js';
import type { Member } from '../place.js';
import type { Where } from '../session/vouch.js';
import type { Baselines } from './baseline.js';
import type { NewPurchase, Purchase } from './purchase.js';
import { checkRecipient } from './recipient.js';

/** `before`: the balance before it, where it may be needed. */
type Begun = NewPurchase & { before: number | undefined };

const balanceOf = (service: Pick<Service, 'call'>): Promise<number | undefined> =>
  service.call(readCredits, {}).then(
    ({ body }) => body.available,
    () => undefined,
  );

/** Orders packs at the service, and fills in what its reply leaves out. */
export function createOrdering(options: {
  serviceOf: (purchase: Pick<Purchase, 'memberId' | 'address'>, where: Where) => Pick<Service, 'call'>;
  http: Pick<Http, 'call'>;
  baselines: Baselines | undefined;
  network: string;
  clock: Clock;
  random: Random;
}) {
  const { serviceOf, http, baselines, network, clock, random } = options;

  const packs = async () => (await http.call(listPacks, {}, {})).reply.body.data;

  /** What a reply in another dialect may leave out: the pack's credits and the network. */
  const complete = async (intent: Intent, packId: string): Promise<Intent> => {
    const known = intent.credits > 0 ? undefined : (await packs()).find(({ id }) => id === packId);
    return {
      ...intent,
      pack_id: intent.pack_id || packId,
      credits: known?.credits ?? intent.credits,
      network: intent.network || network,
    };
  };

  /** Only explains the amount of a purchase, so one that cannot be read is left out. */
  const listPriceOf = (order: { packId: string; currency: Intent['currency'] }): Promise<string | null> =>
    packs().then(
      (all) => {
        const prices = all.find(({ id }) => id === order.packId)?.prices ?? [];
        return prices.find(({ currency }) => currency === order.currency)?.amount_base_units ?? null;
      },
      () => null,
    );

  /** Kept only for a service that has been found to speak another dialect. */
  const keepBaseline = async (purchase: Begun): Promise<void> => {
    if (!baselines || purchase.before === undefined) return;
    await baselines.put(purchase, purchase.before);
  };

  const begin = async (
    { id: memberId, name: memberName }: Member,
    order: { packId: string; currency: Intent['currency'] },
    { key, address, where }: { key: string; address: string | null; where: Where },
  ): Promise<Begun> => {
    const service = serviceOf({ memberId, address }, where);
    const { body, notes } = await service.call(createIntent, {
      body: { pack_id: order.packId, currency: order.currency },
      idempotencyKey: key,
    });
    checkRecipient(body, address, notes);
    const intent = notes ? await complete(body, order.packId) : body;
    const token = randomText(random, 32);
    const createdAt = clock.now();
    const before = notes && (await balanceOf(service));
    return {
      id: intent.id,
      memberId,
      memberName,
      address,
      intent,
      listPrice: await listPriceOf(order),
      token,
      createdAt,
      before,
    };
  };

  return { packs, begin, keepBaseline };
}
