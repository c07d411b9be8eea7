import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { answer, saidIn, startTalk } from '../support/talk.js';
import { answerTo, find, openWorld, type TestWorld, text } from '../support/world.js';

let world: TestWorld;
let mia: ActorPerson;
beforeAll(async () => {
  world = await openWorld({ WELCOME_CREDITS: '42' });
  mia = await world.linked('mia');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

const bodyOf = (said: string) => said.split('\n')[0];

/** Waits until the message shows this. */
async function shows(thread: string, { id }: SeenMessage, what: RegExp): Promise<string> {
  const now = async () => text((await mia.messages(thread)).find((one) => one.id === id)!);
  await expect.poll(now, { timeout: 60_000 }).toMatch(what);
  return now();
}

it('versions of an answer are shown in its place, and a branch continues in a thread of its own', async () => {
  const thread = await startTalk(mia, 'Give me some ideas');
  const first = await answer(mia, thread);
  const before = bodyOf(text(first));
  await mia.clicks('Regenerate', { message: first.id, channel: thread });
  const second = await shows(thread, first, /Version 2 of 2/);
  await answerTo(
    mia,
    mia.clicks('◀ Earlier version', { message: first.id, channel: thread }),
    'Version 1 of 2',
  );
  expect(bodyOf(await shows(thread, first, /Version 1 of 2/))).toBe(before);
  await answerTo(
    mia,
    mia.clicks('Later version ▶', { message: first.id, channel: thread }),
    'Version 2 of 2',
  );
  expect(bodyOf(await shows(thread, first, /Version 2 of 2/))).toBe(bodyOf(second));
  const opened = await answerTo(
    mia,
    mia.clicks('Branch', { message: first.id, channel: thread }),
    'Conversation started',
  );
  const branch = find(opened, /<#\d+>/).slice(2, -1);
  expect(branch).not.toBe(thread);
  await mia.posts('Hello', { channel: branch });
  await answer(mia, branch);
  expect((await saidIn(mia, thread)).some((said) => said.includes('Hello'))).toBe(false);
  const other = world.actor.as('sam');
  await answerTo(
    other,
    other.clicks('Branch', { message: first.id, channel: thread }),
    'Only the member who',
  );
});
