import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playTour } from '../../src/playground/stories/tour.js';
import { createTranscript } from '../../src/playground/stories/transcript.js';
import { createBotInProcess } from '../support/bot-in-process.js';
import { hasHardCodedWords, type ReadText, readAlong } from '../support/member-texts.js';
import { brackets, pseudoLocales } from '../support/pseudo-locale.js';
import { openWorld, type TestWorld } from '../support/world.js';

/**
 * The tour with everybody and the server in a pseudo-locale: a text that stays plain English is not in the catalog. The
 * local Discord checks the limits of the longer texts.
 */

const locale = 'fi'; // a language of Discord that Rigsmith does not ship

/** Texts of the service's data files. */
const textsIn = (node: unknown): string[] => {
  if (typeof node === 'string') return [node];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(textsIn) : [];
};
const catalog = ['packs', 'pipelines'].flatMap((name) =>
  textsIn(JSON.parse(readFileSync(`data/catalog/${name}.json`, 'utf8'))),
);
const said = [
  'Make me a small green dragon with a red cape',
  'a small green dragon with a red cape',
  'a blue small dragon with a red cape',
  'a brave red fox knight with a blue scarf and a golden crown',
  ...['green', 'blue'], // what the agent's card says was changed, in words of the member's description
];
/** What the agent does, in the language of the service; seen only while an answer takes long enough. */
const steps = ['Reading your message', 'Working out the cost', 'Preparing a card', 'Looking at your rigs'];
const names = ['Rigsmith Playground', 'rigsmith', 'mia', 'localnet', 'SOL', 'USDC'];
/** Clips have the names that they have in the file. */
const clips = [
  ...['idle', 'idle_look', 'idle_shift', 'walk', 'run', 'sprint', 'jump', 'fall', 'land', 'crouch', 'sit'],
  ...['wave', 'point', 'nod', 'shake', 'clap', 'cheer', 'bow', 'salute', 'punch', 'kick', 'sword', 'cast'],
  ...['dance', 'dance_twist', 'dance_disco', 'dance_robot', 'hit', 'die', 'sleep', 'swim', 'climb', 'carry'],
  ...['type', 'cry', 'laugh', 'kneel', 'crawl', 'wag', 'howl', 'eat', 'look', 'attack'],
];
const lists = ['tai']; // the "or" of Intl.ListFormat in this locale
const data = [...catalog, ...said, ...steps, ...names, ...clips, ...lists].toSorted(
  (a, b) => b.length - a.length,
);

let world: TestWorld;
let bot: Awaited<ReturnType<typeof createBotInProcess>>;
let texts: ReadText[];
const locales = pseudoLocales({ [locale]: brackets });

beforeAll(async () => {
  world = await openWorld({}, false);
  bot = await createBotInProcess(world, locales);
  const readers = await Promise.all(
    ['mia', 'max'].map((name) => readAlong(world.addresses.web ?? '', world.actor.as(name), locale)),
  );
  await bot.start();
  const transcript = createTranscript(() => performance.now());
  await playTour(world.actor, bot, transcript, { people: locale, server: locale });
  await runEveryCommand();
  texts = (await Promise.all(readers.map(({ stop }) => stop()))).flat();
});
afterAll(async () => {
  await bot.close();
  rmSync(locales, { recursive: true, force: true });
  expect(await world.close()).toEqual([]);
});

/** Also what the tour does not use, as far as it needs no arguments. */
async function runEveryCommand(): Promise<void> {
  const mia = world.actor.as('mia').in('welcome');
  const commands = (await mia.commands()).filter(
    ({ kind, options }) => kind === 'slash' && !options.some((one) => one.required),
  );
  const last = (name: string) => Number(name === 'unlink'); // afterwards most commands refuse
  for (const { name } of commands.toSorted((a, b) => last(a.name) - last(b.name))) {
    const { message_id: id } = await mia.runs(name);
    if (id) await mia.sees(/\S/, { after: String(BigInt(id) - 1n) });
  }
}

it('shows no text that is not in the catalog', () => {
  expect(texts.filter(({ text }) => hasHardCodedWords(text, data))).toEqual([]);
});

it('reads the cards, forms and commands of the whole tour', () => {
  const read = texts.map(({ text }) => text).join('\n');
  expect(texts.length).toBeGreaterThan(300);
  expect(read.split(brackets[0]).length).toBeGreaterThan(300);
  expect(hasHardCodedWords('[!! Ḃüüẏ !!] now', data)).toBe(true);
});
