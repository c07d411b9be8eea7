import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { signOnLinkPage } from '../../src/playground/stories/link-page.js';
import { type JumpingClock, jumpingClock } from '../support/clock.js';
import {
  answerTo,
  cardSays,
  justBefore,
  noticesOf,
  openWorld,
  order,
  shown,
  startLink,
  type TestWorld,
  text,
  walletOf,
} from '../support/world.js';

/** Purchases over time, and the history a member can read afterwards. */

const minuteMs = 60_000;
let clock: JumpingClock;
let world: TestWorld;
let mia: ActorPerson;
beforeAll(async () => {
  clock = jumpingClock();
  world = await openWorld({}, true, clock);
  mia = await world.linked('mia');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

const answer = (command: string, words: string | RegExp, options = {}): Promise<SeenMessage> =>
  answerTo(mia, mia.runs(command, options, { channel: 'welcome' }), words);
const newest = async (id: string) => (await mia.messages('welcome')).find((one) => one.id === id)!;
const fileOf = async (message: SeenMessage, name: string): Promise<string> => {
  const file = shown(message).find((one) => one.name === name);
  return (await fetch(file!.url)).text();
};

/** Ended purchases are checked at growing intervals, so minutes pass until a payment is seen. */
async function seesInTime(words: RegExp, after: string): Promise<SeenMessage> {
  for (let minutes = 1; ; minutes += 1) {
    clock.jump(minuteMs);
    const seen = await mia.sees(words, { after, timeoutMs: 3_000 }).catch((error) => {
      if (minutes >= 8) throw error;
    });
    if (seen) return seen;
  }
}

describe('after expiry', () => {
  it('a new code appears on the same card, and the old one still counts when it is paid late', async () => {
    const { card, url: oldUrl } = await order(mia);
    clock.jump(16 * minuteMs);
    await mia.sees(/About your purchase[\s\S]*This offer expired/, { after: card.id });
    await mia.clicks('Check now', { message: card.id });
    const over = await cardSays(mia, card, /This offer expired/);
    expect(text(over)).not.toContain('solana:');

    await mia.clicks('New code', { message: card.id });
    const renewed = await mia.sees('Pay for 100 credits', { after: justBefore(card) });
    expect(renewed.id).toBe(card.id);
    expect(text(renewed)).toContain('solana:');
    expect(text(renewed)).not.toContain(oldUrl);

    await mia.wallet.pays(oldUrl);
    const told = await seesInTime(/About your purchase[\s\S]*100 credits arrived/, card.id);
    expect(text(told)).toContain('It arrived late; we counted it anyway.');
    expect(text(await newest(card.id))).toContain('Pay for 100 credits');
    await mia.clicks('Cancel', { message: card.id });
  });

  it('a payment that ends long after it began is reported once, directly', { tags: 'slow' }, async () => {
    const { card, url } = await order(mia);
    await mia.wallet.pays(url, { amount_base_units: '10000000' });
    const partly = await mia.sees('Partial payment received', { after: justBefore(card) });
    clock.jump(20 * minuteMs);
    const rest = JSON.stringify(partly).match(/solana:[^"`\\]+/)![0];
    await mia.wallet.pays(rest);
    await mia.sees(/About your purchase[\s\S]*100 credits arrived/, { after: card.id });
    const arrived = async () => (await noticesOf(mia, card)).filter((words) => words.includes('arrived'));
    expect(await arrived()).toHaveLength(1);
    const list = await answer('/payments', 'Your payments');
    expect(text(list)).toContain('credited');
    expect(await arrived()).toHaveLength(1);
  });

  it('a card gives up its code before Discord stops editing it, and shows it again on request', {
    tags: 'slow',
  }, async () => {
    const { card, url } = await order(mia);
    clock.jump(13.9 * minuteMs);
    const ended = await cardSays(mia, card, /only 15 minutes/);
    expect(text(ended)).not.toContain('solana:');
    expect(shown(ended)).toEqual([]);
    clock.jump(0.8 * minuteMs);
    await mia.clicks('Show the code', { message: card.id });
    expect(text(await cardSays(mia, card, /solana:/))).toContain(url);
    await mia.wallet.pays(url);
    await cardSays(mia, card, /100 credits arrived/);
    expect(await noticesOf(mia, card)).toEqual([]);
  });
});

describe('the history', () => {
  it('lists purchases newest first, turns pages and filters by state', async () => {
    for (let count = 0; count < 4; count += 1) {
      const { card } = await order(mia, 'starter', 'USDC');
      await mia.clicks('Cancel', { message: card.id });
    }
    const first = await answer('/payments', 'Your payments');
    expect(text(first)).toMatch(/\*\*100 credits\*\* for 3\.\d+ USDC/);
    await mia.clicks('Older', { message: first.id });
    const second = await mia.sees('Newest', { after: justBefore(first) });
    expect(second.id).toBe(first.id);
    expect(text(second)).toMatch(/SOL[\s\S]*R-\d+/);
    expect(text(second)).not.toContain('USDC');
    await mia.clicks('Newest', { message: first.id });
    expect(text(await mia.sees('Older', { after: justBefore(first) }))).toContain('USDC');

    const credited = text(await answer('/payments', 'Status: credited', { state: 'succeeded' }));
    expect(credited).toContain('R-0');
    expect(credited).not.toContain('cancelled');
    expect(text(await answer('/payments', 'Status:', { state: 'refunded' }))).toContain('No payments yet');
  });

  it('has a receipt with every transaction of a purchase, and no link where no explorer sees it', async () => {
    const list = await answer('/payments', 'Status: credited', { state: 'succeeded' });
    const pressed = mia.clicks('Details', { message: list.id });
    const receipt = text(await answerTo(mia, pressed, /Receipt R-\d+/));
    expect(receipt).toMatch(/\*\*Status\*\* credited/);
    expect(receipt).toMatch(/[1-9A-HJ-NP-Za-km-z]{86,88}/);
    expect(receipt).not.toContain('explorer.solana.com');
  });

  it('can be exported as a file for the member alone', async () => {
    const list = await answer('/payments', 'Your payments');
    await mia.clicks('CSV', { message: list.id });
    const csv = await fileOf(await mia.sees('payments.csv', { after: list.id }), 'payments.csv');
    const [head, ...rows] = csv.trim().split('\r\n');
    expect(head).toBe(
      'id,wallet,receipt,status,exception,created_at,settled_at,pack,credits,currency,amount,amount_received,network,recipient,reference,payers,signatures',
    );
    expect(rows.some((row) => /^int_\w+,\w{32,44},R-\d+,succeeded,paid_late,/.test(row))).toBe(true);

    await mia.clicks('JSON', { message: list.id });
    const json = await fileOf(await mia.sees('payments.json', { after: list.id }), 'payments.json');
    expect(JSON.parse(json)).toHaveLength(rows.length);
    expect(await world.actor.as('sam').messages('welcome')).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ id: list.id })]),
    );
  });
});

describe('a member with several wallets', () => {
  const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;
  let other: string;
  beforeAll(async () => {
    const sam = world.actor.as('sam');
    const { card, url } = await startLink(mia);
    const { code } = await signOnLinkPage(url, await walletOf(sam));
    await mia.clicks('Enter code', { message: card.id });
    await mia.fills({ code });
    await mia.sees('Wallet linked', { after: justBefore(card) });
    other = (await sam.wallet.look()).address;
    await answer('/wallet use', 'primary', { wallet: other });
    const bought = await order(mia);
    await sam.wallet.pays(bought.url);
    await mia.sees('100 credits arrived', { after: justBefore(bought.card) });
  });

  it('sees the purchases of all of them, newest first, each with its wallet', async () => {
    const first = (await mia.wallet.look()).address;
    const list = text(await answer('/payments', 'Your payments', { state: 'succeeded' }));
    expect(list.indexOf(short(other))).toBeGreaterThan(0);
    expect(list.indexOf(short(first))).toBeGreaterThan(list.indexOf(short(other)));
  });

  it('reads the receipt of a purchase by a wallet that is not the primary', async () => {
    await answer('/wallet use', 'primary', { wallet: (await mia.wallet.look()).address });
    const list = await answer('/payments', 'Your payments', { state: 'succeeded' });
    await mia.clicks('Details', { message: list.id });
    expect(text(await mia.sees(/Receipt R-\d+/, { after: list.id }))).toContain(other);
  });

  it('has both in the file', async () => {
    const list = await answer('/payments', 'Your payments');
    await mia.clicks('CSV', { message: list.id });
    const csv = await fileOf(await mia.sees('payments.csv', { after: list.id }), 'payments.csv');
    const wallets = csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[1]);
    expect(new Set(wallets)).toEqual(new Set([other, (await mia.wallet.look()).address]));
  });

  it('is told which wallet’s purchases are missing because it is signed out', async () => {
    await answer('/wallet logout', /./, { wallet: other });
    const list = text(await answer('/payments', 'Your payments', { state: 'succeeded' }));
    expect(list).toContain(`Not shown because it's signed out: ${short(other)}`);
    expect(list).toContain('R-0');
  });
});
