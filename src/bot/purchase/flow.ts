import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Random } from '../../base/ids.js';
import { containsAddress, findSignature } from '../../chain/address.js';
import type { Http } from '../../client/http.js';
import type { Intent } from '../../contract/payments.js';
import { reason } from '../../copy/reason.js';
import type { Member } from '../place.js';
import type { Sessions } from '../session/flow.js';
import type { Where } from '../session/vouch.js';
import { sweep } from '../sweep.js';
import { clip } from '../text.js';
import type { Baselines } from './baseline.js';
import { isPayable } from './cards/standing.js';
import type { Claims } from './claims.js';
import { createFollowing } from './following.js';
import { createHistory } from './history.js';
import { outcomeOf } from './news.js';
import { createOrdering } from './ordering.js';
import { pauseAfter } from './pace.js';
import { createPayers } from './payers.js';
import { type CardPlace, type Purchase, type Shared, type ShopPlace, shareable } from './purchase.js';
import { createReading } from './reading.js';
import type { PurchaseStores } from './stores.js';

const firstCheckMs = 2_000;
/** How long Discord takes edits of a private message, and when a card is told that this ends. */
const liveMs = 15 * 60_000;
const endingMs = 13.75 * 60_000;

type PurchaseFlowDeps = {
  stores: PurchaseStores;
  sessions: Sessions;
  http: Pick<Http, 'call'>;
  clock: Clock;
  random: Random;
  /** The Solana network of the payments. */
  network: string;
  /** The SKUs of Discord's shop that give credits. */
  skus: readonly string[];
  /** Subscribes to a wallet's purchases for some minutes. @returns whether the subscription is live now */
  listen: (memberId: string, address: string | null) => boolean;
  /** For a service without a status of purchases. */
  baselines?: Baselines;
  /** For a service that finds a transaction only some time after it was submitted. */
  claims?: Claims;
};

/** It has a receipt, and no card changes it. */
const isOver = ({ intent }: Purchase): boolean =>
  intent.status === 'succeeded' || intent.status === 'refunded';

/** The signature in what a member pasted. @throws AppError `invalid_request` */
function signatureIn(pasted: string): string {
  const found = findSignature(pasted);
  if (found !== null) return found;
  const why = containsAddress(pasted) ? 'purchase.error.address_pasted' : 'purchase.error.not_a_signature';
  throw new AppError('invalid_request', reason(why));
}

export function createPurchaseFlow(options: PurchaseFlowDeps) {
  const { stores, sessions, http, clock, random, network, skus, listen, baselines, claims } = options;
  const { store, checks, cards, news } = stores;
  let isPushed = false; // a service need not tell; until it did once, it is asked often
  const isTelling = ({ memberId, address }: Pick<Purchase, 'memberId' | 'address'>): boolean =>
    listen(memberId, address) && isPushed;

  const addPayers = createPayers({ sessions });
  const serviceOf = ({ memberId, address }: Pick<Purchase, 'memberId' | 'address'>, where?: Where) =>
    sessions.serviceOf(memberId, address ?? undefined, where);

  const own = async (memberId: string, id: string): Promise<Purchase> => {
    const purchase = await store.find(id);
    if (purchase?.memberId !== memberId) throw new AppError('not_found', reason('purchase.error.not_yours'));
    return purchase;
  };

  const reading = createReading({ serviceOf, baselines, claims, clock });

  const { packs, begin, keepBaseline } = createOrdering({
    serviceOf,
    http,
    baselines,
    network,
    clock,
    random,
  });

  const { keep, look, settle } = createFollowing({
    store,
    checks,
    serviceOf,
    reading,
    baselines,
    isTelling,
    clock,
  });

  /** With its last known state where the service cannot be read: its code is still right. */
  const show = async (memberId: string, id: string, place: CardPlace): Promise<Purchase> => {
    const asked = await own(memberId, id);
    const purchase = asked.replacedBy ? await own(memberId, asked.replacedBy) : asked;
    await cards.add(place, purchase.id);
    return look(purchase).catch((error) => {
      if (!isAppError(error)) throw error;
      return purchase;
    });
  };

  return {
    network,
    skus,
    packs,

    /** Finds the pack a member typed, by id or name, ignoring case. @throws AppError `not_found` */
    async packNamed(typed: string): Promise<string> {
      const wanted = typed.trim().toLowerCase();
      const found = (await packs()).find(
        ({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted,
      );
      if (found) return found.id;
      throw new AppError('not_found', reason('purchase.error.no_pack', { name: clip(typed.trim(), 60) }));
    },

    /** @param key makes a repeated request the same purchase */
    async start(
      member: Member,
      place: ShopPlace,
      order: { packId: string; currency: Intent['currency'] },
      key: string,
    ): Promise<Purchase> {
      const address = (await sessions.walletOf(member.id))?.address ?? null;
      const purchase = await begin(member, order, { key, address, where: place });
      await store.add(purchase, place, clock.now() + firstCheckMs);
      await keepBaseline(purchase);
      listen(member.id, address);
      await addPayers(purchase);
      return own(member.id, purchase.id);
    },

    /**
     * The service pushed a change of an intent. A push may arrive after a newer reply, so this reads the purchase
     * instead of storing the push: each stored state was requested after the one before it was stored.
     */
    async onIntent({ id }: Pick<Intent, 'id'>): Promise<void> {
      isPushed = true;
      const purchase = await store.find(id);
      if (purchase) await look(purchase);
    },

    async check(memberId: string, id: string, place: CardPlace): Promise<Purchase> {
      const purchase = await own(memberId, id);
      await cards.add(place, purchase.id);
      return settle(await addPayers(purchase));
    },

    /** The same check for a visitor who has the link of the pay page. */
    checkFor: async ({ memberId, id }: Pick<Purchase, 'memberId' | 'id'>) =>
      settle(await addPayers(await own(memberId, id))),

    /** Shows a purchase on one more card, or again on one that Discord no longer edits. */
    show,

    /** As `show`; null for a purchase that is over, or that this bot did not start: it has only a receipt. */
    async reopen(memberId: string, id: string, place: CardPlace): Promise<Purchase | null> {
      const purchase = await store.find(id);
      if (purchase?.memberId !== memberId || purchase.replacedBy || isOver(purchase)) return null;
      return show(memberId, id, place);
    },

    async cancel(memberId: string, id: string, place: CardPlace): Promise<Purchase> {
      const purchase = await own(memberId, id);
      await cards.add(place, id);
      return keep(purchase, await reading.cancel(purchase));
    },

    /** What a member may tell the channel of the purchase now. @throws AppError when it was told, or there is nothing */
    async share(memberId: string, id: string, messageId: string): Promise<Shared> {
      const what = shareable(await own(memberId, id));
      if (what === null || !(await news.share(id, what, messageId)))
        throw new AppError('invalid_request', reason('purchase.error.not_shareable'));
      return what;
    },

    /**
     * Puts a new code on the card of an expired purchase. If money arrived in the meantime, the old purchase is kept. A
     * repeated press returns the code of the first.
     */
    async renew(memberId: string, id: string, place: ShopPlace): Promise<Purchase> {
      const old = await own(memberId, id);
      await cards.add(place, old.replacedBy ?? id);
      if (old.replacedBy) return own(memberId, old.replacedBy);
      const settled = await settle(old);
      if (settled.intent.status !== 'expired') return settled;
      const { address, memberName: name, intent } = settled;
      const order = { packId: intent.pack_id, currency: intent.currency };
      const key = `renew-${id}`;
      const purchase = await begin({ id: memberId, name }, order, { key, address, where: place });
      await store.replace(settled, purchase, place, clock.now() + firstCheckMs);
      await keepBaseline(purchase);
      await addPayers(purchase);
      const { replacedBy } = await own(memberId, id);
      return own(memberId, replacedBy ?? id);
    },

    /**
     * Takes the transaction a member reports: its signature, or the address of its page in an explorer.
     * A transaction that the network does not show yet is not refused: the purchase is returned unchanged.
     * @throws AppError when that transaction cannot pay for this purchase
     */
    async claim(memberId: string, id: string, pasted: string): Promise<Purchase> {
      const purchase = await addPayers(await own(memberId, id));
      const signature = signatureIn(pasted);
      try {
        return await keep(purchase, await reading.claim(purchase, signature));
      } catch (error) {
        if (isAppError(error, 'payment_underpaid') || isAppError(error, 'intent_canceled'))
          return keep(purchase, await reading.read(purchase));
        throw error;
      }
    },

    /** A message shows the purchase as `drawn`. */
    async answered(drawn: Purchase, { messageId }: Pick<CardPlace, 'messageId'>): Promise<void> {
      const outcome = outcomeOf(drawn);
      await cards.noteDelivered([{ messageId, hasCode: isPayable(drawn.intent) }]);
      if (outcome !== null) await news.noteShown(drawn.id, outcome);
      await cards.redrawUnless(drawn);
    },

    find: store.find,
    findByToken: store.findByToken,
    ...createHistory({ sessions, store }),

    /** A member signed in again: their purchases are read now, not after the pause that follows a refusal. */
    resumeMember: checks.resumeMember,

    /** Whether money may be on its way for this member. */
    isOpen: checks.hasOpen,

    /** After a start, draws the cards that the last process may not have drawn before it ended. */
    resume: () => cards.redraw(clock.now() - liveMs),

    /** Draws cards once more before Discord stops taking edits, so that none keeps a code. */
    endCards: () => cards.endSoon(clock.now() - endingMs),

    /** Reads every purchase that is due once; one that fails is read again later. */
    sweep: () => sweep(checks, look, (failure) => clock.now() + pauseAfter(failure)),
  };
}
