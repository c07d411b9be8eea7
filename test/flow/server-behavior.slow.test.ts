import { expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { flatten } from '../../src/playground/actor/component.js';
import { behavior, changeSettings } from '../support/settings.js';
import { storyIn } from '../support/story.js';
import { startTalk } from '../support/talk.js';
import { answerTo, cardSays, find, justBefore } from '../support/world.js';

/** What the settings "Behavior" of a server change: Sam owns the second one, and Mia is in both. */

let mia: ActorPerson;
let sam: ActorPerson;
storyIn({ WELCOME_CREDITS: '60' }, async (world) => {
  mia = await world.linked('mia');
  sam = world.actor.as('sam').in('willkommen');
});

const change = async (values: Partial<typeof behavior>, says: RegExp) => {
  const card = await changeSettings(sam, 'Behavior', { ...behavior, ...values });
  await cardSays(sam, card, says, 'willkommen');
};
/** A finished rig of Mia, who wants to be pinged. */
async function makes(channel: string): Promise<SeenMessage> {
  const there = mia.in(channel);
  const options = { prompt: 'a violet newt', detail: 'low', ping: true };
  const card = await answerTo(there, there.runs('/rig text', options), /violet newt/i);
  return cardSays(there, card, /Your character is ready/, channel);
}
const pings = async (channel: string) =>
  (await mia.messages(channel)).filter(({ mentions }) => mentions.some(({ name }) => name === 'Mia')).length;
const galleries = ({ components }: SeenMessage) =>
  flatten(components).flatMap(({ items }) => (Array.isArray(items) ? items : []));

it('pictures are spoilers where the server says so', async () => {
  await change({ hasSpoilers: 'on' }, /spoilers\*\* on/);
  const hidden = galleries(await makes('werkbank'));
  expect(hidden.length).toBeGreaterThan(0);
  expect(hidden).toEqual(hidden.map(() => expect.objectContaining({ spoiler: true })));
  const home = galleries(await makes('rigs'));
  expect(home).toEqual(home.map(() => expect.objectContaining({ spoiler: false })));
  expect(home).toHaveLength(hidden.length);
});

it('members are not pinged where the server says so', async () => {
  await expect.poll(() => Promise.all(['werkbank', 'rigs'].map(pings))).toEqual([1, 1]);
  await change({ mayMention: 'off' }, /rig is ready\*\* off/);
  await makes('werkbank');
  const home = await makes('rigs');
  await mia.sees('Your rig is ready', { channel: 'rigs', after: justBefore(home) });
  expect(await Promise.all(['werkbank', 'rigs'].map(pings))).toEqual([1, 2]);
});

it('conversations are quiet where the server says so', async () => {
  await change({ isQuiet: 'on' }, /are quiet\*\* on/);
  const channel = 'werkbank';
  await answerTo(
    mia,
    mia.runs('/talk start', { message: 'Hello there' }, { channel }),
    'Conversation started',
  );
  await startTalk(mia, 'Hello at home');
  const welcome = mia.in('welcome');
  const file = await answerTo(welcome, welcome.runs('/privacy export'), 'Your data');
  const exported = await fetch(find(file, /http:[^"\\]+rigsmith-data\.json[^"\\]*/));
  const { bot } = (await exported.json()) as { bot: { talks: { title: string; isQuiet: boolean }[] } };
  const quiet = bot.talks.map(({ title, isQuiet }) => [title, isQuiet]);
  expect(Object.fromEntries(quiet)).toEqual({ 'Hello there': true, 'Hello at home': false });
});
