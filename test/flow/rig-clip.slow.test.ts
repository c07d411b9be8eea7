import { expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { eventually } from '../support/eventually.js';
import { storyIn } from '../support/story.js';
import { answerTo, cardSays, creditsOf, find, shown, text } from '../support/world.js';

let mia: ActorPerson;
storyIn({ WELCOME_CREDITS: '20' }, async (world) => {
  mia = (await world.linked('mia')).in('rigs');
});

const pictureOn = async (message: SeenMessage) => {
  const url = shown(message).find(({ name }) => name?.endsWith('.webp'))?.url ?? '';
  return Buffer.from(await (await fetch(url)).arrayBuffer()).toString('base64');
};
const seen = async (id: string, channel: string) =>
  (await mia.messages(channel)).find((one) => one.id === id) ?? Promise.reject(new Error('no message'));

it('a finished rig is shown in another clip on its card and its public page, for free', async () => {
  await mia.runs('/rig text', { prompt: 'a small robot', detail: 'low', seed: 3 });
  const card = await mia.sees(/is ready[\s\S]*small robot/);
  const walking = await pictureOn(card);
  const asked = await answerTo(mia, mia.clicks('Public page', { message: card.id }), 'Not public');
  await mia.clicks('Create page', { message: asked.id });
  const url = find(
    await cardSays(mia, asked, /Anyone with this link/, 'rigs'),
    /http:\/\/127\.0\.0\.1:\d+\/rig\/s\/\w+/,
  );
  const gif = async () => Buffer.from(await (await fetch(`${url}/turntable.gif`)).arrayBuffer());
  const before = await gif();

  await mia.selects(['wave'], { message: card.id, customId: find(card, /rig:clip:[^"]*/) });
  await eventually(async () => expect(await pictureOn(await seen(card.id, 'rigs'))).not.toBe(walking));
  expect((await gif()).equals(before)).toBe(false);
  expect(text(await seen(card.id, 'rigs'))).toContain('walk, run');
  expect(await creditsOf(mia)).toBe(10);
});
