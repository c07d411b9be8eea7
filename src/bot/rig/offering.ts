import { AppError, isAppError } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import type { Card } from '../cards/card.js';
import type { Messenger } from '../delivery/messenger.js';
import type { Member } from '../place.js';
import type { Confirmation } from './confirmation.js';
import type { Price } from './making.js';
import type { OfferStore, Take } from './offer-store.js';
import type { RigPlace } from './order.js';
import type { RigJob } from './rows.js';
import type { Offer, Quote, Wish } from './wish.js';

export const refusalOf = (outcome: Exclude<Take['outcome'], 'taken'>): AppError =>
  outcome === 'busy'
    ? new AppError('rate_limited', reason('rig.error.already_repeating'))
    : new AppError('not_found', reason(`rig.offer.error.${outcome}`));

/** How a member confirms: whether the rig starts before others, for its price, and whether the server's pool pays. */
export type Confirming = { isFirst?: boolean; isPooled?: boolean };

const priceIn = (quote: Quote, { isFirst = false }: Confirming) => (isFirst ? (quote.first ?? null) : quote);

/** Shows what a rig costs before anything is held, and makes it once its member confirms. */
export function createOffering(deps: {
  offers: OfferStore;
  confirmation: Confirmation;
  messenger: Pick<Messenger, 'editPrivate'>;
  /** Everything that can be refused before a price is named. @throws AppError */
  quoteOf: (member: Member, place: RigPlace, wish: Wish) => Promise<Quote>;
  subjectOf: (member: Member, wish: Wish) => Promise<Offer['subject']>;
  /** Whether the service proposes better words for it. */
  hasHelp: (wish: Wish, subject: Offer['subject']) => Promise<boolean>;
  make: (member: Member, place: RigPlace, wish: Wish, order: { key: string } & Price) => Promise<RigJob>;
}) {
  const { offers, confirmation, messenger, quoteOf, subjectOf, hasHelp, make } = deps;

  /** Makes the wish of an offer at the price that its member confirmed. A late one is made if the price is still the same. */
  const makeTaken = async (member: Member, place: RigPlace, offer: Offer, how: Confirming) => {
    const { id, wish, quote: confirmed } = offer;
    const order = async (quote: Quote) => {
      const price = priceIn(quote, how);
      if (!price) throw new AppError('quote_expired'); // priority is no longer offered
      return make(member, place, wish, { key: id, quote: price.quote, ...how });
    };
    try {
      return await order(confirmed);
    } catch (error) {
      if (!isAppError(error, 'quote_expired')) throw error;
    }
    const now = await quoteOf(member, place, wish);
    const [before, after] = [priceIn(confirmed, how), priceIn(now, how)];
    if (before && after && before.credits === after.credits) return order(now);
    await offers.reopen(id, now);
    const price = reason('credits.count', { credits: after?.credits ?? now.credits ?? 0 });
    throw new AppError('quote_expired', reason('rig.offer.error.price', { price }));
  };

  return {
    /** Whether the member sees a price first; the operator's choice while the database is away. */
    asksFirst: (memberId: string): Promise<boolean> => confirmation.asks(memberId).catch(() => true),
    chooseAsking: confirmation.choose,

    async offer(member: Member, place: RigPlace, wish: Wish, id: string): Promise<Offer> {
      const { messageId, locale, isPrivate = false } = place;
      const [quote, subject] = await Promise.all([quoteOf(member, place, wish), subjectOf(member, wish)]);
      const suggestions = (await hasHelp(wish, subject)) ? [] : null;
      const offer = {
        id,
        memberId: member.id,
        messageId,
        locale,
        isPrivate,
        wish,
        subject,
        suggestions,
        quote,
      };
      await offers.put(offer);
      return offer;
    },

    /**
     * Makes an offered rig, once, however often it is confirmed.
     * @throws AppError `quote_expired` when the price changed: the offer then has the new one
     */
    async confirm(
      member: Member,
      place: RigPlace,
      id: string,
      how: Confirming = {},
    ): Promise<{ job: RigJob; offer: Offer }> {
      const take = await offers.take(member.id, id);
      if (take.outcome !== 'taken') throw refusalOf(take.outcome);
      const { offer } = take;
      try {
        const job = await makeTaken(member, place, offer, how);
        await offers.made(id);
        return { job, offer };
      } catch (error) {
        await offers.reopen(id, offer.quote);
        throw error;
      }
    },

    /** An offer that can be confirmed, with its current price. */
    findOffer: offers.find,

    /** Replaces the private message of an offer, as long as Discord lets it. */
    async redrawOffer({ messageId }: Offer, card: Card): Promise<void> {
      await messenger.editPrivate(messageId, card).catch(() => 'gone');
    },

    /** @throws AppError `not_found` when it was confirmed before */
    async decline(memberId: string, id: string): Promise<void> {
      if (!(await offers.drop(memberId, id))) throw refusalOf('made');
    },
  };
}
