import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { behavior, changeSettings } from '../support/settings.js';
import { answerTo, cardSays, justBefore, openWorld, type TestWorld, text } from '../support/world.js';

/** Sam owns the second server, whose rigs are private unless their member chooses otherwise. */

let world: TestWorld;
let mia: ActorPerson;
beforeAll(async () => {
  world = await openWorld({ WELCOME_CREDITS: '60' });
  await world.linked('mia');
  mia = world.actor.as('mia').in('werkbank');
  const sam = world.actor.as('sam').in('willkommen');
  const card = await changeSettings(sam, 'Behavior', { ...behavior, visibility: 'private' });
  await sam.sees(/new rigs\*\* Only the member/, { after: justBefore(card) });
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

const make = (person: ActorPerson, options: Record<string, boolean> = {}): Promise<SeenMessage> =>
  answerTo(
    person,
    person.runs('/rig text', { prompt: 'a violet newt', detail: 'low', ...options }),
    /violet newt/i,
  );
const sees = async (name: string, channel: string) =>
  (await world.actor.as(name).messages(channel)).map(text).filter((words) => /violet newt/i.test(words))
    .length;

it('a rig is private by the setting of its server, until it is ready', async () => {
  const card = await make(mia);
  expect(card.ephemeral).toBe(true);
  const ready = await cardSays(mia, card, /Your character is ready/, 'werkbank');
  expect(ready.ephemeral).toBe(true);
  expect([await sees('mia', 'werkbank'), await sees('sam', 'werkbank')]).toEqual([1, 0]);
});

it('its member may show it to all, and hide one elsewhere', async () => {
  const open = await make(mia, { private: false });
  expect(open.ephemeral).toBe(false);
  await cardSays(mia, open, /Your character is ready/, 'werkbank');
  expect(await sees('sam', 'werkbank')).toBe(1);

  const home = mia.in('rigs');
  expect((await make(home)).ephemeral).toBe(false);
  expect((await make(home, { private: true })).ephemeral).toBe(true);
});
