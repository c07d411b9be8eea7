import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Child, createChild } from '../../src/cli/child.js';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { environmentOfBot } from '../support/bot-environment.js';
import { type JumpingClock, jumpingClock } from '../support/clock.js';
import { createOperator } from '../support/operator.js';
import { ownBase } from '../support/ports.js';
import {
  cardSays,
  creditsOf,
  find,
  noticesOf,
  openWorld,
  order,
  type TestWorld,
  text,
} from '../support/world.js';

/** The bot stops with a purchase in every state, and payments continue without it. */

let clock: JumpingClock;
let world: TestWorld;
let bot: Child;
let mia: ActorPerson;
let operator: ReturnType<typeof createOperator>;
const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-restart-'));

beforeAll(async () => {
  clock = jumpingClock(1); // the clock of the bot, which is another process
  world = await openWorld({}, false, clock);
  bot = createChild('bot', await environmentOfBot(world.addresses, { port: await ownBase(), dataDir }));
  await bot.start();
  mia = await world.linked('mia');
  operator = createOperator(world);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await bot.stop();
  rmSync(dataDir, { recursive: true, force: true });
  expect(await world.close()).toEqual([]);
});

type Order = { card: SeenMessage; url: string };
const control = (name: string, body = {}) => world.actor.chain.control(name, body);
const says = ({ card }: Order, words: RegExp) => cardSays(mia, card, words);
/** Where the card can no longer be edited, its buyer is told directly. */
const notices = () => noticesOf(mia, { id: '0' });
const isTold = async (words: RegExp) => expect.poll(async () => (await notices()).join('\n')).toMatch(words);
const idOf = ({ card }: Order) => find(card, /int_\w+/);
const paysAndSees = async (bought: Order, words: RegExp, how = {}) => {
  const { signature } = await mia.wallet.pays(bought.url, how);
  await says(bought, words);
  return signature;
};

async function inEveryState() {
  const expired = await order(mia);
  clock.jump(16 * 60_000);
  await isTold(/This offer expired/); // its token ended with the offer
  const refunded = await order(mia);
  const paid = await paysAndSees(refunded, /100 credits arrived/);
  const back = await operator.sendsBack((await mia.wallet.look()).address, '0.021');
  await control('advance', { slots: 20 });
  await operator.review('refund', paid, '--by', back);
  await says(refunded, /Payment refunded/);
  const succeeded = await order(mia);
  await paysAndSees(succeeded, /100 credits arrived/);
  const requires_review = await order(mia);
  await paysAndSees(requires_review, /Payment under review/, { asset: 'usdc' });
  const canceled = await order(mia);
  await mia.clicks('Cancel', { message: canceled.card.id });
  await says(canceled, /Purchase cancelled/);
  const partially_paid = await order(mia);
  await paysAndSees(partially_paid, /Partial payment received/, { amount_base_units: '10000000' });
  const requires_payment = await order(mia);
  const processing = await order(mia);
  await control('pause_finality');
  await paysAndSees(processing, /Payment seen/);
  return {
    expired,
    refunded,
    succeeded,
    requires_review,
    canceled,
    partially_paid,
    requires_payment,
    processing,
  };
}

/** Takes most of a minute each: `npm run stories`. The suite kills with one open purchase, in restart.test.ts. */
const long = process.env.FAULTS === 'full';

describe.runIf(long).each(['stop', 'kill'] as const)('after a %s, with a purchase in every state', (end) => {
  it('every card is updated to its end, once', async () => {
    const at = await inEveryState();
    const had = await creditsOf(mia);
    const told = (await notices()).length;
    await bot[end]();

    await control('resume_finality');
    await mia.wallet.pays(at.succeeded.url, { with_guards: true });
    await mia.wallet.pays(at.canceled.url);
    await mia.wallet.pays(at.expired.url);
    await operator.review('credit', await operator.caseOf(idOf(at.requires_review)));
    await bot.start();

    await says(at.processing, /100 credits arrived/);
    await says(at.canceled, /arrived[\s\S]*It arrived late/);
    await mia.clicks('Check now', { message: at.expired.card.id });
    await says(at.expired, /arrived[\s\S]*It arrived late/);
    await says(at.requires_review, /100 credits arrived/);
    await says(at.succeeded, /arrived[\s\S]*paid more than once/);
    await mia.wallet.pays(at.requires_payment.url);
    await mia.wallet.pays(find(await says(at.partially_paid, /Partial payment/), /solana:[^"`\\]+/));
    await says(at.requires_payment, /100 credits arrived/);
    await says(at.partially_paid, /100 credits arrived/);

    expect(await creditsOf(mia)).toBe(had + 600);
    const messages = await mia.messages('welcome');
    for (const one of Object.values(at)) {
      const cards = messages.filter((message) => JSON.stringify(message).includes(idOf(one)));
      expect(cards.map(({ id }) => id)).toEqual([one.card.id]);
    }
    expect(text(messages.find(({ id }) => id === at.refunded.card.id)!)).toContain('Payment refunded');
    const news = async () => (await notices()).length - told;
    await expect.poll(news).toBe(4);
  });
});
