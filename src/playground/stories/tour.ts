import sharp from 'sharp';
import type { Actor, SeenMessage } from '../actor/client.js';
import { flatten, mediaOf, readableText } from '../actor/component.js';
import { signOnLinkPage } from './link-page.js';
import { readMessage } from './reading.js';
import { playTalk } from './talk.js';
import type { Transcript } from './transcript.js';

/** A bot process that can be killed and restarted. */
export type BotProcess = { kill(): Promise<void>; start(): Promise<unknown> };

export type Keepsakes = { rig: Uint8Array; preview: Uint8Array; imageRig: Uint8Array };

const patienceMs = 20_000;

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

/** The first text in a message that matches, for example a payment link. */
function findIn(message: SeenMessage, pattern: RegExp): string {
  const found = JSON.stringify(message).match(pattern)?.[0];
  if (!found) throw new Error(`the message has nothing like ${pattern}:\n${readableText(message)}`);
  return found;
}

/** Fetches a file of a message by name, from a component or an attachment. */
async function fetchFile(message: SeenMessage, name: string): Promise<Uint8Array> {
  const shown = [...message.attachments, ...flatten(message.components).flatMap(mediaOf)];
  const found = shown.find((one) => one.name === name);
  if (!found) throw new Error(`the message has no file ${name}`);
  const response = await fetch(found.url);
  if (!response.ok) throw new Error(`the file ${name} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Plays linking, buying, rigs from text and from a picture, a talk and moderation, and kills the bot during a talk and a
 * purchase. Acts only through the people in the playground and checks only what they see.
 */
export async function playTour(actor: Actor, bot: BotProcess, transcript: Transcript): Promise<Keepsakes> {
  const { step, did, saw } = transcript;
  const mia = actor.as('mia');
  const max = actor.as('max');
  const { people } = await actor.world();
  const nameOf = (id: string) => people.find((person) => person.id === id)?.display_name ?? null;
  const read = (message: SeenMessage) => readMessage(message, nameOf);

  type Seen = { channel?: string; after?: string };
  const sees = async (
    who: typeof mia,
    name: string,
    text: string | RegExp,
    options: Seen = {},
  ): Promise<SeenMessage> => {
    const message = await who.sees(text, { ...options, timeoutMs: patienceMs });
    saw(name, read(message));
    return message;
  };

  await step('Mia links her wallet', async () => {
    did('Mia', 'types `/link`');
    await mia.runs('/link', {}, { channel: 'welcome' });
    const card = await sees(mia, 'Mia', 'Link your Solana wallet');
    const link = findIn(card, /http:\/\/127\.0\.0\.1:\d+\/link#\w+/);
    const wallet = {
      address: (await mia.wallet.look()).address,
      sign: (input: object) => mia.wallet.signs(input),
    };
    const { code, message } = await signOnLinkPage(link, wallet);
    did(
      'Mia',
      `opens the page, signs with her wallet:\n\n\`\`\`\n${message}\n\`\`\`\n\nand reads the code there`,
    );
    await mia.clicks('Enter code', { message: card.id });
    did('Mia', 'presses **Enter code** and types it');
    await mia.fills({ code });
    await sees(mia, 'Mia', 'Wallet linked');
  });

  const buy = async (): Promise<{ card: SeenMessage; url: string }> => {
    did('Mia', 'types `/buy` and chooses a pack');
    await mia.runs('/buy', {}, { channel: 'welcome' });
    const menu = await sees(mia, 'Mia', 'Choose a pack');
    const value = findIn(menu, /"value":"[^"]+:SOL"/).slice(9, -1);
    await mia.selects([value], { message: menu.id });
    const card = await sees(mia, 'Mia', 'Pay for', { channel: 'welcome', after: menu.id });
    return { card, url: findIn(card, /solana:[^"`\\]+/) };
  };

  await step('Mia buys credits', async () => {
    const { card, url } = await buy();
    did('Mia', 'scans the code and approves in her wallet');
    await mia.wallet.pays(url);
    await seesChange(card.id, 'credits arrived');
    await mia.runs('/credits', {}, { channel: 'welcome' });
    await sees(mia, 'Mia', 'to spend', { after: card.id });
  });

  /** Waits for a change of a message. */
  async function seesChange(messageId: string, text: string): Promise<SeenMessage> {
    const before = String(BigInt(messageId) - 1n);
    const message = await sees(mia, 'Mia', text, { after: before });
    if (message.id !== messageId) throw new Error(`"${text}" was seen, but in another message`);
    return message;
  }

  const rig = await step('Mia makes a character from a sentence', async () => {
    did('Mia', 'types `/rig text a brave red fox knight with a blue scarf and a golden crown`');
    const prompt = 'a brave red fox knight with a blue scarf and a golden crown';
    await mia.runs('/rig text', { prompt, seed: 7 }, { channel: 'rigs' });
    const done = await sees(mia, 'Mia', 'Your character is ready', { channel: 'rigs' });
    return {
      glb: await fetchFile(done, 'rig.glb'),
      preview: await fetchFile(done, 'preview.png'),
      id: done.id,
    };
  });

  const imageRig = await step('Mia makes a character from a drawing', async () => {
    const drawing = await drawFigure();
    did('Mia', 'attaches a drawing to `/rig image`');
    const image = { name: 'figure.png', bytes: drawing, contentType: 'image/png' };
    await mia.runs('/rig image', {}, { channel: 'rigs', attachments: { image } });
    const done = await sees(mia, 'Mia', 'Your character is ready', { channel: 'rigs', after: rig.id });
    return fetchFile(done, 'rig.glb');
  });

  await playTalk({
    mia,
    bot,
    step,
    did,
    read,
    sees: (text, where) => sees(mia, 'Mia', text, where),
  });

  await step('Max, a moderator, looks after Mia', async () => {
    did('Max', 'types `/mod credits` for Mia');
    await max.runs('/mod credits', { member: 'mia' }, { channel: 'mods' });
    saw('Max', read(await max.sees('Credits of mia', { timeoutMs: patienceMs })));
    const hers = await mia.commands('welcome');
    if (hers.some(({ name }) => name.startsWith('mod'))) throw new Error('Mia sees a moderator command');
  });

  await step('The bot dies in the middle of a purchase', async () => {
    const { card, url } = await buy();
    did('The bot', 'is killed (SIGKILL)');
    await bot.kill();
    did('Mia', 'pays meanwhile');
    await mia.wallet.pays(url);
    did('The bot', 'is started again');
    await bot.start();
    const bought = findIn(await seesChange(card.id, 'credits arrived'), /You now have \*\*\d+/);
    await mia.runs('/credits', {}, { channel: 'welcome' });
    const balance = await sees(mia, 'Mia', 'to spend', { after: card.id });
    const credits = bought.match(/\d+/)?.[0];
    if (!read(balance).includes(`${credits} credits`))
      throw new Error('the balance is not what the card says');
  });

  return { rig: rig.glb, preview: rig.preview, imageRig };
}
