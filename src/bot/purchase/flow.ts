import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Random } from '../../base/ids.js';
import { parseSignature } from '../../chain/address.js';
import type { Http } from '../../client/http.js';
import { type Intent, readCredits } from '../../contract/payments.js';
import type { Member, Place } from '../place.js';
import type { Sessions } from '../session/flow.js';
import { sweep } from '../sweep.js';
import { clip } from '../text.js';
import type { Baselines } from './baseline.js';
import type { Claims } from './claims.js';
import { createHistory } from './history.js';
import { outcomeOf } from './news.js';
import { createOrdering } from './ordering.js';
import { nextCheckAt, pauseAfter } from './pace.js';
import { createPayers } from './payers.js';
import { createReading, signatureWanted } from './reading.js';
import type { Purchase, PurchaseStore } from './store.js';

const firstCheckMs = 2_000;
/** A step the machine does not know is not taken; the purchase is looked at again after this long. */
const puzzledMs = 60_000;
const redrawnMs = 15 * 60_000;

export function createPurchaseFlow(options: {
  store: PurchaseStore;
  sessions: Sessions;
  http: Pick<Http, 'call'>;
  clock: Clock;
  random: Random;
  /** Which Solana network the money is of. */
  network: string;
  /** What of Discord's own shop gives credits. */
  skus: readonly string[];
  /** Has the service tell of the purchases of a wallet for some minutes; whether it does so just now. */
  listen: (memberId: string, address: string | null) => boolean;
  /** For a service that does not say how a purchase stands. */
  baselines?: Baselines;
  /** For a service that sees a transaction some time after it was handed in. */
  claims?: Claims;
}) {
  const { store, sessions, http, clock, random, network, skus, listen, baselines, claims } = options;
  let isTold = false; // a service need not tell; until it did once, it is asked often
  const isTelling = ({ memberId, address }: Pick<Purchase, 'memberId' | 'address'>): boolean =>
    listen(memberId, address) && isTold;

  const addPayers = createPayers({ sessions });
  const serviceOf = ({ memberId, address }: Pick<Purchase, 'memberId' | 'address'>) =>
    sessions.serviceOf(memberId, address ?? undefined);

  const own = async (memberId: string, id: string): Promise<Purchase> => {
    const purchase = await store.find(id);
    if (purchase?.memberId !== memberId)
      throw new AppError('not_found', 'That purchase is not one of yours.');
    return purchase;
  };

  const { read, confirm, claim, cancel, follow } = createReading({ serviceOf, baselines, claims, clock });

  const { packs, begin, keepBaseline } = createOrdering({
    serviceOf,
    http,
    baselines,
    network,
    clock,
    random,
  });

  const keep = async (purchase: Purchase, intent: Intent): Promise<Purchase> => {
    const isNew = purchase.balance === null || outcomeOf(purchase) !== outcomeOf({ ...purchase, intent });
    const balance =
      intent.status === 'succeeded' && isNew
        ? await serviceOf(purchase)
            .call(readCredits, {})
            .then(
              ({ body }) => Math.floor(body.available), // kept in whole credits
              () => null,
            )
        : purchase.balance;
    const after = { intent, balance, nextCheckAt: nextCheckAt(intent, clock.now(), isTelling(purchase)) };
    const isKept = await store.advance(purchase, after);
    if (isKept && intent.status === 'succeeded')
      await baselines?.meet(purchase.id, intent.credits, Number.POSITIVE_INFINITY);
    const current = await store.find(purchase.id);
    // Two words at once: which was the later is asked right away.
    const pauseMs = current?.version === purchase.version ? puzzledMs : 0;
    if (!isKept) await store.checkAgainAt(purchase.id, clock.now() + pauseMs);
    return current ?? { ...purchase, intent, balance };
  };

  const look = async (purchase: Purchase): Promise<Purchase> => keep(purchase, await follow(purchase));

  /**
   * Has the chain looked at for somebody who waits, and keeps what is new. A push may have been kept meanwhile; who
   * pressed learns all the same when it was looked at.
   */
  const settle = async (purchase: Purchase): Promise<Purchase> => {
    const { intent, needsSignature } = await confirm(purchase);
    if (needsSignature && intent.status !== 'succeeded') throw signatureWanted();
    const { checked, last_checked_at, ...rest } = intent;
    const kept = await keep(purchase, { ...rest, checked, last_checked_at });
    return { ...kept, intent: { ...kept.intent, checked, last_checked_at } };
  };

  return {
    network,
    skus,
    packs,

    /** The pack somebody typed, by its id or name in whatever case. @throws AppError `not_found` */
    async packNamed(typed: string): Promise<string> {
      const wanted = typed.trim().toLowerCase();
      const found = (await packs()).find(
        ({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted,
      );
      if (found) return found.id;
      throw new AppError(
        'not_found',
        `There is no pack ${clip(typed.trim(), 60)}. \`/packs\` shows what there is.`,
      );
    },

    /** @param key makes a repeated request the same purchase */
    async start(
      member: Member,
      place: Place,
      order: { packId: string; currency: Intent['currency'] },
      key: string,
    ): Promise<Purchase> {
      const address = (await sessions.walletOf(member.id))?.address ?? null;
      const purchase = await begin(member, place, order, { key, address });
      await store.add(purchase, clock.now() + firstCheckMs);
      await keepBaseline(purchase);
      listen(member.id, address);
      await addPayers(purchase);
      return own(member.id, purchase.id);
    },

    /**
     * The service tells that an intent moved. Its word may have been overtaken by a later answer, so how it stands is
     * read: then each word that is kept was asked for after the one before it had been kept.
     */
    async hear({ id }: Pick<Intent, 'id'>): Promise<void> {
      isTold = true;
      const purchase = await store.find(id);
      if (purchase) await look(purchase);
    },

    check: async (memberId: string, id: string) => settle(await addPayers(await own(memberId, id))),

    async cancel(memberId: string, id: string): Promise<Purchase> {
      const purchase = await own(memberId, id);
      return keep(purchase, await cancel(purchase));
    },

    /**
     * A new code on the card of a purchase whose time was up. Money that came meanwhile wins, and a repeated press
     * finds the code of the first.
     */
    async renew(memberId: string, id: string): Promise<Purchase> {
      const old = await own(memberId, id);
      if (old.replacedBy) return own(memberId, old.replacedBy);
      const settled = await settle(old);
      if (settled.intent.status !== 'expired') return settled;
      const { address, memberName: name, intent } = settled;
      const order = { packId: intent.pack_id, currency: intent.currency };
      const key = `renew-${id}`;
      const purchase = await begin({ id: memberId, name }, settled, order, { key, address });
      await store.replace(settled, purchase, clock.now() + firstCheckMs);
      await keepBaseline(purchase);
      await addPayers(purchase);
      const { replacedBy } = await own(memberId, id);
      return own(memberId, replacedBy ?? id);
    },

    /**
     * Takes the transaction a member says they paid with: its signature, or the address of an explorer's page.
     * What the network does not show yet is no refusal: the purchase comes back as it stands.
     * @throws AppError in one sentence when that transaction cannot pay for this purchase
     */
    async claim(memberId: string, id: string, pasted: string): Promise<Purchase> {
      const purchase = await addPayers(await own(memberId, id));
      const signature = parseSignature(pasted);
      try {
        return await keep(purchase, await claim(purchase, signature));
      } catch (error) {
        if (isAppError(error, 'payment_underpaid') || isAppError(error, 'intent_canceled'))
          return keep(purchase, await read(purchase));
        throw error;
      }
    },

    /** The answer to a press has come out, drawn from `purchase`. */
    answered: store.redrawUnless,

    find: store.find,
    findByToken: store.findByToken,
    ...createHistory({ sessions, store }),

    /** A member came back: their purchases are looked at now, not when the pause after the refusal ends. */
    wake: store.wake,

    /** Whether money may be on its way for this member. */
    isOpen: store.hasOpen,

    /** After a start: cards whose first drawing the last process may have died before. */
    resume: () => store.redraw(clock.now() - redrawnMs),

    /** One round over every purchase that is due; one that fails is looked at again later. */
    sweep: () => sweep(store, look, (failure) => clock.now() + pauseAfter(failure)),
  };
}
