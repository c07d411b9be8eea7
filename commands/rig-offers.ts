import type { Answer, Command, Request } from '../src/bot/command.js';
import type { ComponentOrForm } from '../src/bot/interaction/acted.js';
import { improveCard } from '../src/bot/rig/cards/improve.js';
import { acceptedCard, declinedCard, offerCard } from '../src/bot/rig/cards/offer.js';
import { cardOf, placeOf } from './rig-start.js';

/** Makes the rig of an offer. When its price changed, the offer shows the new one. */
async function confirm(request: Request<ComponentOrForm>, isPrivate: boolean): Promise<Answer> {
  const { member, argument, flows, t } = request;
  const [id = '', how] = argument.split('/');
  const place = placeOf(request, isPrivate);
  try {
    const { job, offer } = await flows.rig.confirm(member, place, id, {
      isFirst: how === 'first',
      isPooled: how === 'pool',
    });
    if (how === 'always') await flows.rig.chooseAsking(member.id, false);
    const shown = () => flows.rig.redrawOffer(offer, acceptedCard(t));
    return { ...cardOf(job, request), ...(!isPrivate && { shown }) };
  } catch (error) {
    const offer = await flows.rig.findOffer(member.id, id);
    if (offer) await flows.rig.redrawOffer(offer, offerCard(offer, t));
    throw error;
  }
}

/** The buttons below the price of a rig. */
export const rigOffers = {
  make: { acknowledge: 'public', needs: 'card', run: (request) => confirm(request, false) },
  /** The private offer turns into the private card. */
  'make-here': { acknowledge: 'update', isLive: true, run: (request) => confirm(request, true) },
  /** Better words, shown in place of the price until the member takes or refuses them. */
  improve: {
    acknowledge: 'update',
    run: async ({ member, place, argument, flows, t }) =>
      improveCard(await flows.rig.improve(member, place, argument), t),
  },
  reword: {
    acknowledge: 'update',
    run: async (request) => {
      const { member, argument, flows, t } = request;
      const [id = '', choice = ''] = argument.split('/');
      const at = choice === 'own' ? null : Number(choice);
      return offerCard(await flows.rig.reword(member, placeOf(request, true), id, at), t);
    },
  },
  decline: {
    acknowledge: 'update',
    async run({ member, argument, flows, t }) {
      await flows.rig.decline(member.id, argument);
      return declinedCard(t);
    },
  },
} satisfies Command['components'];
