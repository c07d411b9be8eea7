import { expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { storyIn } from '../support/story.js';
import { answerTo, cardSays, creditsOf, justBefore, text } from '../support/world.js';

let mia: ActorPerson;
let max: ActorPerson;
storyIn({}, async (world) => {
  mia = (await world.rich('mia')).in('rigs');
  max = (await world.linked('max')).in('rigs');
});

it('a member gives credits to another after a question, once', async () => {
  const had = await creditsOf(mia);
  const ask = await answerTo(
    mia,
    mia.runs('/gift credits', { member: 'max', credits: 20 }),
    'Give these credits?',
  );
  expect(ask.ephemeral).toBe(true);
  expect(text(ask)).toContain(`${had - 20} credits`);
  expect(await creditsOf(max)).toBe(0);
  await Promise.allSettled([1, 2].map(() => mia.clicks('Give', { message: ask.id })));
  await cardSays(mia, ask, /got 20 credits/, 'rigs');
  const news = await max.sees('gave', { after: justBefore(ask) });
  expect(text(news)).not.toContain('20');
  expect([await creditsOf(mia), await creditsOf(max)]).toEqual([had - 20, 20]);
});

it('a gift is refused to oneself, to someone without a wallet, and beyond the balance', async () => {
  const had = await creditsOf(mia);
  const give = (member: string, credits = 5) => mia.runs('/gift credits', { member, credits });
  await answerTo(mia, give('mia'), "can't give credits to yourself");
  await answerTo(mia, give('sam'), 'has no linked wallet yet');
  await answerTo(mia, give('max', had + 1), 'Not enough credits');
  const ask = await answerTo(mia, give('max'), 'Give these credits?');
  await mia.clicks('Cancel', { message: ask.id });
  await cardSays(mia, ask, /Nothing given/, 'rigs');
  expect(await creditsOf(mia)).toBe(had);
});
