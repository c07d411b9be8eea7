import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import {
  answerTo,
  cardSays,
  creditsOf,
  justBefore,
  openWorld,
  order,
  type TestWorld,
  text,
} from '../support/world.js';

/** What moderators do in Discord: Max moderates the first server, Sam owns the second, and both servers have Mia. */

let world: TestWorld;
let mia: ActorPerson;
let max: ActorPerson;
beforeAll(async () => {
  world = await openWorld();
  mia = await world.linked('mia');
  max = world.actor.as('max').in('mods');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

type Options = Record<string, string | number | boolean>;
const mod = (command: string, options: Options, says: string | RegExp, by = max) =>
  answerTo(by, by.runs(`/mod ${command}`, { reason: 'a test', ...options }), says);
const look = (by = max): Promise<SeenMessage> =>
  answerTo(by, by.runs('/mod member', { member: 'mia' }), 'mia');
const rig = (says: string | RegExp) => {
  const there = mia.in('rigs');
  return answerTo(there, there.runs('/rig text', { prompt: 'a yellow duck', detail: 'low' }), says);
};

describe('the card of a member', () => {
  it('shows balance, entries and wallets, and is private', async () => {
    const seen = await look();
    expect(seen.ephemeral).toBe(true);
    expect(text(seen)).toMatch(/0 credits[\s\S]*Wallets[\s\S]*0 rigs, 0 unfinished/);
  });

  it('opens from the menu of the member too, and only for moderators', async () => {
    const target = 'mia';
    await answerTo(max, max.runs('Moderate member', {}, { target }), 'mia in this server');
    await expect(mia.runs('Moderate member', {}, { target: 'max' })).rejects.toThrow();
  });

  it('shows no member of another server only', async () => {
    await world.linked('olga');
    const sam = world.actor.as('sam').in('willkommen');
    await answerTo(sam, sam.runs('/mod member', { member: 'olga' }), "isn't a member of this server");
  });

  it('shows a member who is signed out', async () => {
    const olga = world.actor.as('olga');
    await answerTo(olga, olga.runs('/wallet logout', {}, { channel: 'welcome' }), /logged out|signed out/i);
    const seen = await answerTo(max, max.runs('/mod member', { member: 'olga' }), 'olga');
    expect(text(seen)).toMatch(/0 credits[\s\S]*signed out/);
  });
});

describe('credits from a moderator', () => {
  it('arrive, with what is left for today', async () => {
    const given = await mod('grant', { member: 'mia', credits: 40 }, '40 credits given to mia');
    expect(text(given)).toContain('You can give 160 more today, this server 460.');
    expect(await creditsOf(mia)).toBe(40);
  });

  it('can be given by the button of the card', async () => {
    const card = await look();
    await max.clicks('Give credits', { message: card.id });
    await answerTo(max, max.fills({ Credits: '10', Reason: 'Sorry' }), '10 credits given to mia');
    expect(await creditsOf(mia)).toBe(50);
    await max.clicks('Give credits', { message: card.id });
    await answerTo(max, max.fills({ Credits: 'many', Reason: 'Sorry' }), 'whole number of credits');
  });

  it.each([
    [
      'more than the day allows',
      'grant',
      { member: 'mia', credits: 151 },
      'You can give 150 credits more today',
    ],
    ['to themselves', 'grant', { member: 'max', credits: 1 }, "can't do that for yourself"],
    ['to a bot', 'grant', { member: 'Rigsmith', credits: 1 }, 'Bots have no credits'],
    ['more than they gave, back', 'revoke', { member: 'mia', credits: 51 }, 'only take back what moderators'],
  ] as const)('are refused: %s', async (_, command, options, says) => {
    await mod(command, options, says);
    expect(await creditsOf(mia)).toBe(50);
  });

  it('are refused in a server without a budget', async () => {
    const sam = world.actor.as('sam').in('willkommen');
    await mod('grant', { member: 'mia', credits: 1 }, "doesn't let moderators of this server", sam);
  });

  it('are taken back while they are not spent', async () => {
    await mod('revoke', { member: 'mia', credits: 10 }, '10 credits taken back from mia');
    expect(await creditsOf(mia)).toBe(40);
  });
});

describe('a blocked member', () => {
  it('starts nothing new and is told until when; running work finishes and payments arrive', async () => {
    const running = await rig(/duck/);
    const { url, card } = await order(mia);
    await mod('block', { member: 'mia', for: 'day' }, 'mia is blocked');
    const had = await creditsOf(mia);
    expect(text(await rig('The block ends'))).not.toContain('UTC');
    await answerTo(
      mia,
      mia.in('welcome').runs('/buy', { pack: 'starter', currency: 'SOL' }),
      'The block ends',
    );
    await answerTo(mia, mia.in('agent').runs('/talk start', { message: 'Hi' }), 'The block ends');
    await mia.wallet.pays(url);
    await mia.sees('100 credits arrived', { after: justBefore(card) });
    await cardSays(mia, running, /Make another/, 'rigs');
    expect(await creditsOf(mia)).toBe(had + 100);
    expect(text(await look())).toContain('Blocked until');
    expect(text(await answerTo(max, max.runs('/mod blocks'), 'Blocked members'))).toMatch(
      /<@\d+> until .*a test/,
    );
  });

  it('starts again once a moderator lifts it', async () => {
    await mod('unblock', { member: 'mia' }, 'no longer blocked');
    await mod('unblock', { member: 'mia' }, "isn't blocked");
    await cardSays(mia, await rig(/duck/), /Make another/, 'rigs');
  });
});

describe('a quota', () => {
  it('ends what a member may start, and the member sees it', async () => {
    const quota = { unit: 'rigs', period: 'day', most: 3 };
    expect(text(await mod('quota', quota, 'Limits of this server'))).toContain(
      '**Every member** 3 rigs a day',
    );
    await cardSays(mia, await rig(/duck/), /Make another/, 'rigs');
    const had = await creditsOf(mia);
    await rig('The limit here is used up: 3 rigs a day');
    expect(await creditsOf(mia)).toBe(had);
    const there = mia.in('welcome');
    expect(text(await answerTo(there, there.runs('/quota'), 'Your limits'))).toContain(
      '**3** used of 3 rigs a day',
    );
  });

  it('of a role or a member is better than that of everybody', async () => {
    await mod('quota', { unit: 'rigs', period: 'day', most: 9, member: 'mia' }, '9 rigs a day');
    await cardSays(mia, await rig(/duck/), /Make another/, 'rigs');
    const both: Options[] = [{}, { member: 'mia' }];
    for (const options of both)
      await mod('quota', { unit: 'rigs', period: 'day', ...options }, 'Limits of this server');
    await answerTo(max, max.runs('/mod quotas'), 'no limits yet');
  });
});
