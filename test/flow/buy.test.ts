import { randomBytes } from 'node:crypto';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { eachOf } from '../support/slice.js';
import {
  answerTo,
  cardSays,
  creditsOf,
  find,
  justBefore,
  noticesOf,
  openWorld,
  order,
  shown,
  type TestWorld,
  text,
} from '../support/world.js';

let world: TestWorld;
let mia: ActorPerson;
beforeAll(async () => {
  world = await openWorld();
  mia = await world.linked('mia');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

const newest = async ({ id }: SeenMessage) =>
  (await mia.messages('welcome')).find((message) => message.id === id)!;

describe('buying credits', () => {
  it('starts with the packs and their prices, and a list to choose from', async () => {
    await mia.runs('/packs');
    const packs = text(await mia.sees('Credit packs'));
    expect(packs).toMatch(/Starter: 100 credits[\s\S]*0\.02 SOL\*\* or \*\*3 USDC/);
    const menu = await answerTo(mia, mia.runs('/buy', {}, { channel: 'welcome' }), 'Choose a pack');
    await mia.selects(['starter:USDC'], { message: menu.id });
    expect(text(await mia.sees('Pay for 100 credits', { after: menu.id }))).toMatch(/`3\.\d+` USDC/);
    for (const typed of ['stud', '1000', '1,000'])
      expect(await mia.autocompletes('/buy', 'pack', typed)).toEqual([
        { name: 'Studio: 1,000 credits', value: 'studio' },
      ]);
  });

  eachOf(1, ['SOL', 'USDC'])(
    'turns one payment in %s into credits, once, and the card says so',
    async (currency) => {
      const had = await creditsOf(mia);
      const { card, url } = await order(mia, 'starter', currency);
      await mia.wallet.pays(url);
      const done = text(await mia.sees('100 credits arrived', { after: justBefore(card) }));
      expect(done).toContain(`You now have **${had + 100} credits**`);
      expect(done).toMatch(/R-\d+/);
      expect(await creditsOf(mia)).toBe(had + 100);
      const changed = (await mia.messages('welcome')).find(({ id }) => id === card.id);
      expect(text(changed!)).not.toMatch(/Check now|Cancel/);
      expect(shown(changed!)).toEqual([]);
    },
  );

  it('accepts version 0 transactions with guard instructions, as current wallets send', {
    tags: 'slow',
  }, async () => {
    const had = await creditsOf(mia);
    const { card, url } = await order(mia);
    await mia.wallet.pays(url, { as_v0: true, with_guards: true });
    await mia.sees('100 credits arrived', { after: justBefore(card) });
    expect(await creditsOf(mia)).toBe(had + 100);
  });

  it('asks for the rest after a partial payment, and credits when it arrives', async () => {
    const had = await creditsOf(mia);
    const { card, url } = await order(mia);
    await mia.wallet.pays(url, { amount_base_units: '10000000' });
    const partly = await mia.sees('Partial payment received', { after: justBefore(card) });
    expect(text(partly)).toContain('0.01 SOL');
    expect(await creditsOf(mia)).toBe(had);
    const rest = find(partly, /solana:[^"`\\]+/);
    expect(Number(new URL(rest).searchParams.get('amount'))).toBeLessThan(0.0102);
    await mia.wallet.pays(rest);
    await mia.sees('100 credits arrived', { after: justBefore(card) });
    expect(await creditsOf(mia)).toBe(had + 100);
  });

  it('says that a payment failed on the network, and counts the next one', { tags: 'slow' }, async () => {
    const { card, url } = await order(mia);
    await mia.wallet.pays(url, { fail: true });
    await world.actor.chain.control('advance', { slots: 20 });
    await mia.clicks('Check now', { message: card.id });
    await cardSays(mia, card, /failed on the network and moved no money[\s\S]*Not seen yet/);
    await mia.wallet.pays(url);
    await cardSays(mia, card, /100 credits arrived/);
  });

  it('offers to make a character once the credits arrived, by a form', async () => {
    const { card, url } = await order(mia);
    await mia.wallet.pays(url);
    await cardSays(mia, card, /100 credits arrived[\s\S]*Make a character/);
    await mia.clicks('Make a character', { message: card.id });
    await answerTo(mia, mia.fills({ prompt: 'a small green dragon' }), /a small green dragon/);
  });

  it('checks the chain on request, and shows when it did', { tags: 'slow' }, async () => {
    const { card } = await order(mia);
    await mia.clicks('Check now', { message: card.id });
    await mia.sees('Not seen yet', { after: justBefore(card) });
  });

  it('can be cancelled, which is final for its card', async () => {
    const { card } = await order(mia);
    await mia.clicks('Cancel', { message: card.id });
    expect(text(await mia.sees('Purchase cancelled', { after: justBefore(card) }))).toContain(
      "Don't pay this code",
    );
    await expect(mia.clicks('Check now', { message: card.id })).rejects.toThrow('no button');
  });

  it('reports soon that a cancelled purchase was paid', { tags: 'slow' }, async () => {
    const had = await creditsOf(mia);
    const { card, url } = await order(mia);
    await mia.clicks('Cancel', { message: card.id });
    await mia.sees('Purchase cancelled', { after: justBefore(card) });
    await mia.wallet.pays(url);
    await mia.sees('100 credits arrived', { after: justBefore(card) });
    expect(await creditsOf(mia)).toBe(had + 100);
  });

  it('says when the payment was larger than the price', { tags: 'slow' }, async () => {
    const { card, url } = await order(mia);
    await mia.wallet.pays(url, { amount_base_units: '50000000' });
    await mia.sees('more than the price', { after: justBefore(card) });
  });

  it('keeps the wallet until it is paid or cancelled', { tags: 'slow' }, async () => {
    const { card } = await order(mia);
    await answerTo(mia, mia.runs('/unlink'), 'You have an open purchase');
    await mia.clicks('Cancel', { message: card.id });
    await mia.sees('Purchase cancelled', { after: justBefore(card) });
  });

  it('stays invisible to others, from the order to the credits', async () => {
    const sam = world.actor.as('sam');
    const before = (await sam.messages('welcome')).length;
    const { card, url } = await order(mia);
    expect(card.ephemeral).toBe(true);
    await mia.wallet.pays(url);
    await mia.sees('100 credits arrived', { after: justBefore(card) });
    expect(await sam.messages('welcome')).toHaveLength(before);
    await expect(sam.clicks('Check now', { message: card.id, channel: 'welcome' })).rejects.toThrow();
  });

  it('is shared on request alone, without amounts, once as it begins and once as it ends', {
    tags: 'slow',
  }, async () => {
    const sam = world.actor.as('sam');
    const public_ = async (after: SeenMessage) =>
      (await sam.messages('welcome')).filter(({ id }) => BigInt(id) > BigInt(after.id)).map(text);
    const { card, url } = await order(mia);
    await mia.clicks('Share', { message: card.id });
    await sam.sees('is buying credits', { after: card.id });
    await expect.poll(async () => text(await newest(card))).not.toContain('Share');
    await mia.wallet.pays(url);
    await cardSays(mia, card, /arrived[\s\S]*Share/);
    await mia.clicks('Share', { message: card.id });
    await sam.sees('has new credits', { after: card.id });
    const told = await public_(card);
    expect(told).toHaveLength(2);
    for (const words of told) expect(words).not.toMatch(/\d[\d.,]* ?(SOL|credits)|solana:|int_/);
  });

  it('is found again by /payments, with its code, and both cards show the payment', {
    tags: 'slow',
  }, async () => {
    const { card, url } = await order(mia);
    const list = await answerTo(mia, mia.runs('/payments', {}, { channel: 'welcome' }), 'Your payments');
    const again = await answerTo(mia, mia.clicks('Details', { message: list.id }), 'Pay for 100 credits');
    expect(text(again)).toContain(url);
    expect(shown(again)).toHaveLength(1);
    await mia.wallet.pays(url);
    for (const one of [card, again]) await cardSays(mia, one, /100 credits arrived/);
  });

  it('refuses an unknown pack with one sentence', async () => {
    const asked = mia.runs('/buy', { pack: 'the-moon' }, { channel: 'welcome' });
    await answerTo(mia, asked, 'There is no pack the-moon');
  });

  it('is not misled by one lamport with the reference of the purchase', { tags: 'slow' }, async () => {
    const { card, url } = await order(mia);
    await world.actor.as('sam').wallet.pays(url, { amount_base_units: '1' });
    await mia.wallet.pays(url);
    await mia.sees('100 credits arrived', { after: justBefore(card) });
  });

  it('waits while the chain cannot be read, loses nothing and credits afterwards', {
    tags: 'slow',
  }, async () => {
    const { card, url } = await order(mia);
    await mia.wallet.pays(url);
    await world.actor.chain.control('rpc', { mood: 'down' });
    await mia.clicks('Check now', { message: card.id }).catch(() => undefined);
    await world.actor.chain.control('rpc', { mood: 'healthy' });
    await mia.sees('100 credits arrived', { after: justBefore(card) });
  });
});

describe('a moderator', () => {
  it('sees a member’s balance and entries; the member does not even see the command', async () => {
    const max = world.actor.as('max');
    const asked = max.runs('/mod credits', { member: 'mia' }, { channel: 'mods' });
    const seen = text(await answerTo(max, asked, 'Credits of mia'));
    expect(seen).toContain(`${(await creditsOf(mia)).toLocaleString('en-US')} credits`);
    expect(seen).toContain('bought');
    await expect(mia.runs('/mod credits', { member: 'max' })).rejects.toThrow('no command');
  });

  it('gets a message when there is nothing to see', async () => {
    const max = world.actor.as('max');
    const asked = max.runs('/mod credits', { member: 'sam' }, { channel: 'mods' });
    await answerTo(max, asked, 'no linked wallet');
  });
});

it('the card has a QR code with the payment link', async () => {
  const { card, url } = await order(mia);
  const request = await mia.wallet.scans({ image_url: find(card, /http:[^"]+pay\.png[^"]*/) });
  expect(request.url).toBe(url);
  await mia.wallet.rejects(request.id);
});

/** Late events of a purchase that looked finished, and what the member must report. */
describe('an unmatched payment', () => {
  const claims = async (card: SeenMessage, signature: string, words: string) => {
    await mia.clicks('Paid, but not seen?', { message: card.id });
    return text(await answerTo(mia, mia.fills({ signature }), words));
  };
  const otherBytes = () => bs58.encode(randomBytes(64));

  it('is reported when it is a second one, on the card and by a message, once', {
    tags: 'slow',
  }, async () => {
    const had = await creditsOf(mia);
    const { card, url } = await order(mia);
    await mia.wallet.pays(url);
    const done = await mia.sees('100 credits arrived', { after: justBefore(card) });
    await mia.wallet.pays(url, { as_v0: true });
    await mia.sees(/About your purchase[\s\S]*paid more than once/, { after: done.id });
    await cardSays(mia, card, /arrived[\s\S]*paid more than once/);
    expect(await creditsOf(mia)).toBe(had + 100);
    expect(await noticesOf(mia, card)).toEqual([expect.stringContaining('paid more than once')]);
  });

  it('without reference is found by the pasted signature', async () => {
    const had = await creditsOf(mia);
    const { card, url } = await order(mia);
    await world.actor.chain.control('view', { transactions_hidden: true }); // otherwise it would be found automatically
    const { signature } = await mia.wallet.pays(url, { omit_reference: true });
    await mia.clicks('Paid, but not seen?', { message: card.id });
    await world.actor.chain.control('view');
    await mia.fills({ signature: `https://explorer.solana.com/tx/${signature}?cluster=devnet` });
    await mia.sees('100 credits arrived', { after: justBefore(card) });
    expect(await creditsOf(mia)).toBe(had + 100);
  });

  it('is refused when it was counted already, or paid for another purchase', { tags: 'slow' }, async () => {
    const first = await order(mia);
    const { signature } = await mia.wallet.pays(first.url);
    await mia.sees('100 credits arrived', { after: justBefore(first.card) });
    const had = await creditsOf(mia);
    const { card } = await order(mia);
    expect(await claims(card, signature, "That didn't work")).toMatch(
      /already counted|belongs to another purchase/,
    );
    expect(await creditsOf(mia)).toBe(had);
    await mia.clicks('Cancel', { message: card.id });
  });

  it('unknown to this network is reported as unknown, not as refused', { tags: 'slow' }, async () => {
    const { card } = await order(mia);
    const told = await claims(card, otherBytes(), 'Not seen yet');
    expect(told).toContain('No localnet node shows that payment yet');
    expect(told).toContain("Payments on other networks don't count");
    await mia.clicks('Cancel', { message: card.id });
  });

  it('with a malformed signature is refused with a sentence', { tags: 'slow' }, async () => {
    const { card } = await order(mia);
    const garbage = 'I paid you yesterday, honest, ask my sister';
    expect(await claims(card, garbage, "That didn't work")).toContain("isn't a Solana signature");
    await mia.clicks('Cancel', { message: card.id });
  });
});
