import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { drawFigure } from '../../src/playground/stories/tour.js';
import { answer, saidIn, startTalk } from '../support/talk.js';
import { answerTo, cardSays, creditsOf, find, openWorld, type TestWorld, text } from '../support/world.js';
import { photograph } from '../unit/engine/input/image/photograph.js';

let world: TestWorld;
let mia: ActorPerson;
beforeAll(async () => {
  world = await openWorld({ WELCOME_CREDITS: '42' });
  mia = await world.linked('mia');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

const proposed = (thread: string, person = mia): Promise<SeenMessage> =>
  person.sees('No thanks', { channel: thread });
const rigsIn = async (thread: string) =>
  (await saidIn(mia, thread)).filter((said) => /Your character is ready|Making your|In the queue/.test(said));

describe('a proposal of the agent', () => {
  it('is a card that spends nothing until its owner presses it, and then once, however often', async () => {
    const thread = await startTalk(mia, 'Make me a red fox');
    const card = await proposed(thread);
    expect(text(card)).toMatch(/red fox[\s\S]*10 credits/);
    expect(text(card)).not.toContain('Balance');
    expect(await creditsOf(mia)).toBe(42);

    const sam = world.actor.as('sam');
    const pried = sam.clicks('Make it', { message: card.id, channel: thread });
    await answerTo(sam, pried, 'can talk to the agent here');

    const pressed = [1, 2, 3].map(() => mia.clicks('Make it', { message: card.id, channel: thread }));
    await Promise.all(pressed);
    const alone = await mia.sees(/Approved[\s\S]*Balance after\D*32 credits/, { channel: thread });
    expect(alone.ephemeral).toBe(true);
    await mia.sees('Your character is ready', { channel: thread });
    expect(await rigsIn(thread)).toHaveLength(1);
    expect(await creditsOf(mia)).toBe(32);
    const shown = (await mia.messages(thread)).find(({ id }) => id === card.id);
    expect(shown && text(shown)).toContain('See its card below');
  });

  it('ends when it is declined, replaced or its talk is over', async () => {
    const thread = await startTalk(mia, 'Make me a green frog');
    const first = await proposed(thread);
    await mia.posts('make it blue', { channel: thread });
    const second = await mia.sees('No thanks', { channel: thread, after: first.id });
    await expect
      .poll(
        async () => (await saidIn(mia, thread)).filter((said) => said.includes('a newer proposal')).length,
      )
      .toBe(1);
    await mia.clicks('No thanks', { message: second.id, channel: thread });
    await cardSays(mia, second, /Declined/, thread);
    await expect(mia.clicks('Make it', { message: second.id, channel: thread })).rejects.toThrow();
    expect(await creditsOf(mia)).toBe(32);

    await mia.posts('make it red', { channel: thread });
    await mia.sees('No thanks', { channel: thread, after: second.id });
    await mia.runs('/talk end', {}, { channel: thread });
    await expect
      .poll(async () => (await saidIn(mia, thread)).filter((said) => said.includes('Declined')).length)
      .toBe(2);
  });

  it('is made from a picture in the message', async () => {
    const file = { name: 'figure.png', bytes: await drawFigure(), contentType: 'image/png' };
    const thread = await startTalk(mia, 'Can you rig this?', {}, { file });
    const card = await proposed(thread);
    expect(text(card)).toMatch(/from your picture[\s\S]*15 credits/);
    await mia.clicks('Make it', { message: card.id, channel: thread });
    const rig = await mia.sees(/from a picture[\s\S]*Cancel/, { channel: thread, after: card.id });
    await mia.clicks('Cancel', { message: rig.id, channel: thread });
    await mia.sees('15 credits returned', { channel: thread });
  });

  it('is made with the body that the message with the picture names', { tags: 'slow' }, async () => {
    const bytes = Buffer.from(await photograph('a cow', 0.2, 0, 240));
    const file = { name: 'image0.png', bytes, contentType: 'image/png' };
    const thread = await startTalk(mia, 'make this cow', {}, { file });
    const card = await proposed(thread);
    await mia.clicks('Make it', { message: card.id, channel: thread });
    await mia.sees(/is ready[\s\S]*\(quadruped\)/, { channel: thread, after: card.id });
  });

  it('for a pack leads to an ordinary purchase', async () => {
    const thread = await startTalk(mia, 'I want to buy 50 credits');
    const card = await mia.sees('Pay with SOL', { channel: thread });
    await mia.clicks('Pay with SOL', { message: card.id, channel: thread });
    const purchase = await mia.sees('Pay for', { channel: thread });
    await mia
      .clicks({ customId: find(card, /talk:pay:\*:SOL\/\w+/) }, { message: card.id, channel: thread })
      .catch(() => undefined);
    const purchases = (await saidIn(mia, thread)).filter((said) => said.includes('Pay for'));
    expect(purchases).toHaveLength(1);
    await mia.wallet.pays(find(purchase, /solana:[^"`\\]+/));
    await mia.sees('credits arrived', { channel: thread });
  });

  it('names the missing credits and offers to buy them', { tags: 'slow' }, async () => {
    const olga = await world.linked('olga');
    for (const prompt of ['a red fox', 'a blue fox', 'a green fox', 'a grey fox'])
      await answerTo(olga, olga.runs('/rig text', { prompt, detail: 'low' }, { channel: 'rigs' }), prompt);
    const thread = await startTalk(olga, 'Make me a brown bear');
    const card = await proposed(thread, olga);
    const pressed = olga.clicks('Make it', { message: card.id, channel: thread });
    await answerTo(olga, pressed, /Not enough credits[\s\S]*Get credits/);
    await answer(olga, thread);
  });
});
