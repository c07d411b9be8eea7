import sharp from 'sharp';
import type { Actor, SeenMessage } from '../actor/client.js';
import { flatten, mediaOf } from '../actor/component.js';
import { buyCredits, linkWallet, receipt, startPurchase } from './credits.js';
import { numbersIn } from './player.js';
import { type BotProcess, createStage, type StoryStage, seeBalance } from './stage.js';
import { playTalk } from './talk.js';
import type { Transcript } from './transcript.js';

export type Keepsakes = { rig: Uint8Array; preview: Uint8Array; imageRig: Uint8Array };

/** A simple drawing of a figure with spread limbs on a white background. */
export async function drawFigure(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800">
    <rect width="600" height="800" fill="#ffffff"/>
    <g stroke-linecap="round" stroke-linejoin="round" fill="none">
      <path d="M300 300 L120 420 M300 300 L480 420" stroke="#e0a070" stroke-width="62"/>
      <path d="M265 500 L220 740 M335 500 L380 740" stroke="#34508a" stroke-width="74"/>
    </g>
    <rect x="215" y="255" width="170" height="280" rx="60" fill="#c8402f"/>
    <circle cx="300" cy="165" r="95" fill="#e0a070"/>
    <path d="M205 150 A95 95 0 0 1 395 150 Z" fill="#5a3620"/>
    <circle cx="265" cy="170" r="11" fill="#222"/><circle cx="335" cy="170" r="11" fill="#222"/>
    <path d="M262 210 Q300 238 338 210" stroke="#222" stroke-width="9" fill="none"/>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Fetches a file of a message by the end of its name, from a component or an attachment. */
async function fetchFile(message: SeenMessage, ending: string): Promise<Uint8Array> {
  const shown = [...message.attachments, ...flatten(message.components).flatMap(mediaOf)];
  const found = shown.find(({ name }) => name?.endsWith(ending));
  if (!found) throw new Error(`the message has no ${ending} file`);
  const response = await fetch(found.url);
  if (!response.ok) throw new Error(`the ${ending} file answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Languages as Discord names them; without one, that of the local Discord stays. */
export type TourLocales = { people?: string | undefined; server?: string | undefined };

/**
 * Plays linking, buying, rigs from text and from a picture, a talk and moderation, and kills the bot during a talk and a
 * purchase. Acts only through the people in the playground and checks only what they see.
 */
export async function playTour(
  actor: Actor,
  bot: BotProcess,
  transcript: Transcript,
  locales: TourLocales = {},
): Promise<Keepsakes> {
  await useLocales(actor, locales, transcript);
  const stage = await createStage({ actor, bot, transcript });
  const { step } = stage;
  await step('Mia links her wallet', () => linkWallet(stage));
  await step('Mia buys credits', () => buyCredits(stage));
  const kept = await step('Mia makes a character from a sentence', () => rigSentence(stage));
  const imageRig = await step('Mia makes a character from a drawing', () => rigDrawing(stage));
  await playTalk(stage);
  await step('Max, a moderator, looks after Mia', () => lookUpCredits(stage));
  await step('The bot dies in the middle of a purchase', () => outliveBotInPurchase(stage));
  return { ...kept, imageRig };
}

async function useLocales(
  actor: Actor,
  { people, server }: TourLocales,
  { step, did }: Transcript,
): Promise<void> {
  if (people === undefined && server === undefined) return;
  await step('The languages', async () => {
    if (server !== undefined) await actor.usesLocale(server);
    const world = await actor.world();
    if (people !== undefined)
      for (const { username } of world.people) await actor.as(username).speaks(people);
    did(
      'Everybody',
      `uses Discord in ${people ?? 'their own language'}; the server's language is ${world.guild.locale}`,
    );
  });
}

async function rigSentence({ mia }: StoryStage): Promise<Pick<Keepsakes, 'rig' | 'preview'>> {
  const prompt = 'a brave red fox knight with a blue scarf and a golden crown';
  mia.did(`types \`/rig text ${prompt}\``);
  const outcome = await mia.person.runs('/rig text', { prompt, seed: 7 }, { channel: 'rigs' });
  const done = await mia.seesAnswer(outcome, { control: 'rig:share' });
  return { rig: await fetchFile(done, '.glb'), preview: await fetchFile(done, '.png') };
}

async function rigDrawing({ mia }: StoryStage): Promise<Uint8Array> {
  const image = { name: 'figure.png', bytes: await drawFigure(), contentType: 'image/png' };
  mia.did('attaches a drawing to `/rig image`');
  const outcome = await mia.person.runs('/rig image', {}, { channel: 'rigs', attachments: { image } });
  return fetchFile(await mia.seesAnswer(outcome, { control: 'rig:share' }), '.glb');
}

async function lookUpCredits({ mia, max }: StoryStage): Promise<void> {
  max.did('types `/mod credits` for Mia');
  const { address } = await mia.person.wallet.look();
  const outcome = await max.person.runs('/mod credits', { member: 'mia' }, { channel: 'mods' });
  await max.seesAnswer(outcome, address);
  const hers = await mia.person.commands('welcome');
  if (hers.some(({ name }) => name.startsWith('mod'))) throw new Error('Mia sees a moderator command');
}

async function outliveBotInPurchase(stage: StoryStage): Promise<void> {
  const { mia, bot, tell } = stage;
  const { card, url } = await startPurchase(stage);
  tell('The bot', 'is killed (SIGKILL)');
  await bot.kill();
  mia.did('pays meanwhile');
  await mia.person.wallet.pays(url);
  tell('The bot', 'is started again');
  await bot.start();
  const bought = await mia.seesChange(card, receipt);
  const credits = await seeBalance(stage);
  if (!numbersIn(bought).includes(credits)) throw new Error('the balance is not what the card says');
}
