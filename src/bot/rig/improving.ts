import { AppError } from '../../base/errors.js';
import type { Service } from '../../client/session.js';
import { promptHelp } from '../../contract/prompt-help.js';
import type { Member, Place } from '../place.js';
import type { ServerRules } from '../settings/rules.js';
import type { Catalog } from './catalog.js';
import type { OfferStore } from './offer-store.js';
import { refusalOf } from './offering.js';
import type { RigPlace } from './order.js';
import type { Offer, Quote, Wish } from './wish.js';

/** What the service says about the words of an offer. */
export type Advice = {
  offer: Offer;
  understood: readonly string[];
  unknown: readonly string[];
  corrected: readonly { from: string; to: string }[];
  suggestions: readonly string[];
};

/** The pipeline that a wish names; null for the first that fits. */
const pipelineOf = (wish: Wish): string | null =>
  (wish.kind === 'start' ? wish.order.pipeline : wish.changes.pipeline_id) ?? null;

const reworded = (wish: Wish, prompt: string): Wish => {
  if (wish.kind === 'again') return { kind: 'again', id: wish.id, changes: { ...wish.changes, prompt } };
  return { ...wish, order: { ...wish.order, kind: 'text', prompt } };
};

/** Proposes better words for a description before it costs anything; its member accepts or refuses them. */
export function createImproving(deps: {
  offers: Pick<OfferStore, 'find' | 'revise'>;
  catalog: Pick<Catalog, 'choose'>;
  rules: Pick<ServerRules, 'checkText'>;
  /** The session of the wallet that pays. */
  serviceFor: (member: Member, place: Place) => Promise<Service>;
  quoteOf: (member: Member, place: RigPlace, wish: Wish) => Promise<Quote>;
}) {
  const { offers, catalog, rules, serviceFor, quoteOf } = deps;

  const open = async (member: Member, id: string): Promise<Offer> => {
    const offer = await offers.find(member.id, id);
    if (offer) return offer;
    throw refusalOf('gone');
  };
  const revise = async (offer: Offer): Promise<Offer> => {
    if (await offers.revise(offer)) return offer;
    throw refusalOf('made');
  };
  const isAllowed = (guildId: string | null, text: string): Promise<boolean> =>
    rules.checkText(guildId, text).then(
      () => true,
      () => false,
    );

  return {
    async hasHelp(wish: Wish, { prompt }: Offer['subject']): Promise<boolean> {
      if (prompt === null || (wish.kind === 'again' && wish.edit)) return false;
      const pipeline = await catalog.choose('text', pipelineOf(wish)).catch(() => null);
      return pipeline?.prompt_help === true;
    },

    /** @throws AppError `content_rejected` for words that the server refuses; they reach no model */
    async improve(member: Member, place: Place, id: string): Promise<Advice> {
      const offer = await open(member, id);
      const { prompt } = offer.subject;
      if (prompt === null || offer.suggestions === null) throw new AppError('not_found');
      await rules.checkText(place.guildId, prompt);
      const service = await serviceFor(member, place);
      const pipeline_id = pipelineOf(offer.wish);
      const named = (await catalog.choose('text', pipeline_id))?.id;
      const asked = { prompt, ...(named !== undefined && { pipeline_id: named }) };
      const { body } = await service.call(promptHelp, { body: asked });
      const allowed = await Promise.all(body.suggestions.map((one) => isAllowed(place.guildId, one)));
      const suggestions = body.suggestions.filter((_, at) => allowed[at]);
      return { ...body, suggestions, offer: await revise({ ...offer, suggestions }) };
    },

    /** The offer with one of the proposed descriptions, or with its own words when `at` is null. */
    async reword(member: Member, place: RigPlace, id: string, at: number | null): Promise<Offer> {
      const offer = await open(member, id);
      const prompt = at === null ? null : offer.suggestions?.[at];
      if (prompt === null) return offer;
      if (prompt === undefined) throw new AppError('not_found');
      const wish = reworded(offer.wish, prompt);
      const quote = await quoteOf(member, place, wish);
      return revise({ ...offer, wish, quote, suggestions: [], subject: { ...offer.subject, prompt } });
    },
  };
}
