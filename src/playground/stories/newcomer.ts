import type { ActorPerson, SeenMessage, SeenOutcome } from '../actor/client.js';
import { findControl } from '../actor/component.js';
import { signOnLinkPage } from './link-page.js';
import { findIn } from './player.js';

const patienceMs = 30_000;

/** Waits for the answer to an action, found by a control on it. */
const answerTo = (
  { message_id: id }: SeenOutcome,
  person: ActorPerson,
  control: string,
): Promise<SeenMessage> =>
  person.sees({ control }, { timeoutMs: patienceMs, ...(id && { after: String(BigInt(id) - 1n) }) });

/** `/link`, the page, the wallet and the code, as a newcomer would do it by hand. */
async function link(person: ActorPerson, channel: string): Promise<void> {
  const card = await answerTo(await person.runs('/link', {}, { channel }), person, 'link:code');
  const url = findIn(card, /http:\/\/127\.0\.0\.1:\d+\/link[^"#]*#\w+/);
  const { code } = await signOnLinkPage(url, {
    address: (await person.wallet.look()).address,
    sign: (input: object) => person.wallet.signs(input),
  });
  const button = findControl(card, 'link:code');
  if (!button) throw new Error('the card of /link has no button for the code');
  await person.clicks({ customId: String(button.custom_id) }, { message: card.id, channel: card.channel_id });
  await answerTo(await person.fills({ code }), person, 'buy:open');
}

/** Presses "Make it" where the bot shows the price first. */
async function confirm(outcome: SeenOutcome, person: ActorPerson): Promise<void> {
  const card = await answerTo(outcome, person, 'rig:');
  const button = findControl(card, 'rig:make');
  if (!button) return;
  await person.clicks({ customId: String(button.custom_id) }, { message: card.id, channel: card.channel_id });
}

/** The first character of a newcomer in one press: everything is what they could do themselves. */
export async function makeFirstCharacter(
  person: ActorPerson,
  wanted: { link: boolean; prompt: string; channel: string },
): Promise<void> {
  const { prompt, channel } = wanted;
  if (wanted.link) await link(person, channel);
  await confirm(await person.runs('/rig text', { prompt }, { channel }), person);
}
