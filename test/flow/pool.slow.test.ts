import { expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { storyIn } from '../support/story.js';
import { answerTo, cardSays, creditsOf, text } from '../support/world.js';

let mia: ActorPerson;
let max: ActorPerson;
let boss: ActorPerson;
storyIn({ RIG_CONFIRM: 'on' }, async (world) => {
  mia = (await world.rich('mia')).in('rigs');
  max = (await world.linked('max')).in('rigs');
  boss = world.actor.as('olga').in('rigs');
});

const price = () => max.runs('/rig text', { prompt: 'a yellow duck', detail: 'low' });

it("a server's pool gets credits of a member, and pays for a rig of another once /settings allow it", async () => {
  const had = await creditsOf(mia);
  const ask = await answerTo(mia, mia.runs('/gift server', { credits: 30 }), 'Give these credits?');
  await mia.clicks('Give', { message: ask.id });
  await cardSays(mia, ask, /server's pool got 30 credits/, 'rigs');
  expect(await creditsOf(mia)).toBe(had - 30);
  await answerTo(max, price(), 'This needs 10 credits and you have 0');

  const settings = await answerTo(boss, boss.runs('/settings'), 'Settings of this server');
  expect(text(settings)).toContain('Pool** 30 credits');
  await boss.clicks('Members', { message: settings.id });
  await boss.fills({
    memberRole: [],
    strictness: 'normal',
    welcomeCredits: '0',
    poolDaily: '20',
    poolRoles: [],
  });
  await cardSays(boss, settings, /Pool: credits a member a day[^\n]*20/, 'rigs');

  const offer = await answerTo(max, price(), 'Make this character?');
  expect(text(offer)).toMatch(/Server's pool\*\* 30 credits · you may use 20 today/);
  await max.clicks('The server pays · 10 credits', { message: offer.id });
  const done = await max.sees(/Your character is ready[\s\S]*paid by the server's pool/);
  expect(text(done)).toContain('yellow duck');
  expect(await creditsOf(max)).toBe(0);
});

it("a moderator's refund of that rig goes back into the pool, and the card says so", async () => {
  const [rig = ''] =
    /gen_\w+/.exec(
      text(await answerTo(boss, boss.runs('/mod member', { member: 'max' }), 'max in this server')),
    ) ?? [];
  const options = { member: 'max', rig, reason: 'it limps' };
  await answerTo(
    boss,
    boss.runs('/mod refund', options),
    "10 credits given back to the server's pool for a rig of max",
  );
  await answerTo(boss, boss.runs('/mod refund', options), 'given back already');
  await answerTo(boss, boss.runs('/settings'), 'Pool** 30 credits');
  expect(await creditsOf(max)).toBe(0);
});
