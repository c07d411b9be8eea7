import type { Answer, Request } from '../src/bot/command.js';
import { decodeCustomId } from '../src/bot/custom-id.js';
import type { Flows } from '../src/bot/features.js';
import type { Acknowledgement, Acted, ComponentOrForm } from '../src/bot/interaction/acted.js';
import { improveCard } from '../src/bot/rig/cards/improve.js';
import { offerCard } from '../src/bot/rig/cards/offer.js';
import { rigCard } from '../src/bot/rig/cards/rig.js';
import type { RigJob } from '../src/bot/rig/rows.js';
import type { Wish } from '../src/bot/rig/wish.js';

/** How every order of a rig is answered: by its price first where the member wants that, then by its card. */

type Ordering = Pick<
  Request<Pick<Acted, 'id' | 'user'> & { attachmentSizeLimit: number }>,
  'interaction' | 'member' | 'place' | 'how' | 'flows' | 't' | 'channelT'
>;

/** Only the member sees a price, and a rig that is private. */
export const privately =
  <I extends Acted>(isPrivate: (interaction: I, flows: Flows) => boolean | Promise<boolean>) =>
  async (interaction: I, flows: Flows): Promise<Acknowledgement> =>
    (await isPrivate(interaction, flows)) || (await flows.rig.asksFirst(interaction.user.id))
      ? 'private'
      : 'public';

/** Whether the rig of a pressed button is private. */
export async function isOfPrivateRig({ customId }: ComponentOrForm, flows: Flows): Promise<boolean> {
  const id = decodeCustomId(customId)?.argument.split('/')[0] ?? '';
  return (await flows.rig.find(id).catch(() => null))?.isPrivate ?? false;
}

/** Whether the server keeps rigs private unless their member chooses otherwise. */
export const isPrivateHere = ({ guildId }: Pick<Acted, 'guildId'>, flows: Flows): Promise<boolean> =>
  flows.rig.isPrivateIn(guildId ?? '').catch(() => false);

/** Where a rig goes: to the channel in the server's language, or to the member alone in theirs. */
export const placeOf = (
  { interaction, place, how, t }: Omit<Ordering, 'flows' | 'member'>,
  isPrivate: boolean,
) => ({
  ...place,
  uploadLimit: interaction.attachmentSizeLimit,
  isPrivate,
  ...(how !== 'public' && { locale: t.locale }),
});

/** The card of a rig that was just ordered. */
export const cardOf = (job: RigJob, { t, channelT }: Pick<Ordering, 't' | 'channelT'>) =>
  job.isPrivate ? rigCard(job, null, t, null) : rigCard(job, null, channelT);

/** Shows the price of a wish to its member alone. */
export async function offerWish(request: Ordering, wish: Wish, isPrivate: boolean): Promise<Answer> {
  const { interaction, member, flows, t } = request;
  return offerCard(await flows.rig.offer(member, placeOf(request, isPrivate), wish, interaction.id), t);
}

/** Shows the price first, or makes the rig at once. */
export async function answerWish(request: Ordering, wish: Wish, isPrivate: boolean): Promise<Answer> {
  const { member, how, flows } = request;
  if (how === 'private' && (await flows.rig.asksFirst(member.id))) return offerWish(request, wish, isPrivate);
  return makeWish(request, wish, isPrivate || how === 'private');
}

/** Proposes better words before the price; the price alone where the service proposes none. */
export async function improveFirst(request: Ordering, wish: Wish, isPrivate: boolean): Promise<Answer> {
  const { interaction, member, place, flows, t } = request;
  const offer = await flows.rig.offer(member, placeOf(request, isPrivate), wish, interaction.id);
  if (offer.suggestions === null) return offerCard(offer, t);
  return improveCard(await flows.rig.improve(member, place, offer.id), t);
}

/** Makes the rig at once: its price was on the form or card that was answered. */
export async function makeWish(request: Ordering, wish: Wish, isPrivate: boolean): Promise<Answer> {
  const { interaction, member, flows } = request;
  const job = await flows.rig.make(member, placeOf(request, isPrivate), wish, { key: interaction.id });
  return cardOf(job, request);
}
