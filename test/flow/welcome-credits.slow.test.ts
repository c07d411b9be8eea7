import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { signOnLinkPage } from '../../src/playground/stories/link-page.js';
import {
  answerTo,
  cardSays,
  creditsOf,
  find,
  openWorld,
  type TestWorld,
  walletOf,
} from '../support/world.js';

/** Credits that a server gives to members who link a wallet; only the first server may give credits. */

let world: TestWorld;
let olga: ActorPerson;
let sam: ActorPerson;
beforeAll(async () => {
  world = await openWorld();
  olga = world.actor.as('olga').in('welcome');
  sam = world.actor.as('sam').in('willkommen');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

async function welcome(manager: ActorPerson, credits: string, says: RegExp) {
  const card = await answerTo(manager, manager.runs('/settings'), 'Settings of this server');
  await manager.clicks('Members', { message: card.id });
  await manager.fills({ memberRole: [], strictness: 'normal', welcomeCredits: credits });
  return cardSays(manager, card, says, manager === sam ? 'willkommen' : 'welcome');
}

it('are off by default', async () => {
  const max = await world.linked('max');
  expect(await creditsOf(max)).toBe(0);
});

it('are a whole number', async () => {
  const card = await answerTo(olga, olga.runs('/settings'), 'Settings of this server');
  await olga.clicks('Members', { message: card.id });
  await answerTo(
    olga,
    olga.fills({ memberRole: [], strictness: 'normal', welcomeCredits: 'many' }),
    'whole number',
  );
});

it('arrive with a direct message when a member links their first wallet, and not again', async () => {
  await welcome(olga, '20', /first wallet\*\* 20/);
  const mia = await world.linked('mia');
  await mia.sees('20 welcome credits');
  expect(await creditsOf(mia)).toBe(20);
  await answerTo(mia, mia.runs('/unlink'), 'Wallet unlinked');
  await world.linked('mia');
  await (await world.linked('olga')).sees('20 welcome credits'); // the bot gives them in turn
  expect(await creditsOf(mia)).toBe(20);
});

it('are given by no server without a budget', async () => {
  await welcome(sam, '20', /first wallet\*\* 20[\s\S]*lets this server hand out no credits/);
  const card = await answerTo(sam, sam.runs('/link'), 'Link your Solana wallet');
  const url = find(card, /http:\/\/127\.0\.0\.1:\d+\/link\?lang=[\w-]+#\w+/);
  const { code } = await signOnLinkPage(url, await walletOf(sam));
  await sam.clicks('Enter code', { message: card.id });
  await answerTo(sam, sam.fills({ code }), 'Wallet linked');
  await answerTo(sam, sam.runs('/unlink'), 'Wallet unlinked');
  await (await world.linked('sam')).sees('20 welcome credits');
  expect(await creditsOf(sam)).toBe(20);
});
