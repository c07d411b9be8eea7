import { randomBytes } from 'node:crypto';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import {
  answerTo,
  creditsOf,
  find,
  justBefore,
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

describe('buying credits', () => {
  it('starts with the packs and their prices, and a list to choose from', async () => {
    await mia.runs('/packs');
    const packs = text(await mia.sees('Credit packs'));
    expect(packs).toMatch(/Starter: 100 credits[\s\S]*0\.02 SOL\*\* or \*\*3 USDC/);
    const menu = await answerTo(mia, mia.runs('/buy', {}, { channel: 'welcome' }), 'Choose a pack');
    await mia.selects(['starter:USDC'], { message: menu.id });
    expect(text(await mia.sees('Pay for 100 credits', { after: menu.id }))).toMatch(/`3\.\d+` USDC/);
    expect(await mia.autocompletes('/buy', 'pack', 'stud')).toEqual([
      { name: 'Studio: 1000 credits', value: 'studio' },
    ]);
  });

  it.each(['SOL', 'USDC'])(
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

  it('accepts version 0 transactions with guard instructions, as current wallets send', async () => {
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

  it('checks the chain on request, and shows when it did', async () => {
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

  it('reports soon that a cancelled purchase was paid', async () => {
    const had = await creditsOf(mia);
    const { card, url } = await order(mia);
    await mia.clicks('Cancel', { message: card.id });
    await mia.sees('Purchase cancelled', { after: justBefore(card) });
    await mia.wallet.pays(url);
    await mia.sees('100 credits arrived', { after: justBefore(card) });
    expect(await creditsOf(mia)).toBe(had + 100);
  });

  it('says when the payment was larger than the price', async () => {
    const { card, url } = await order(mia);
    await mia.wallet.pays(url, { amount_base_units: '50000000' });
    await mia.sees('more than the price', { after: justBefore(card) });
  });

  it('keeps the wallet until it is paid or cancelled', async () => {
    const { card } = await order(mia);
    await answerTo(mia, mia.runs('/unlink'), 'You have an open purchase');
    await mia.clicks('Cancel', { message: card.id });
    await mia.sees('Purchase cancelled', { after: justBefore(card) });
  });

  it('ignores another member’s press', async () => {
    const { card } = await order(mia);
    const sam = world.actor.as('sam');
    const pressed = sam.clicks('Cancel', { message: card.id, channel: 'welcome' });
    await answerTo(sam, pressed, "This isn't your card");
    expect(text((await mia.messages('welcome')).find(({ id }) => id === card.id)!)).toContain('Pay for');
  });

  it('refuses an unknown pack with one sentence', async () => {
    const asked = mia.runs('/buy', { pack: 'the-moon' }, { channel: 'welcome' });
    await answerTo(mia, asked, 'Something went wrong');
  });

  it('is not misled by one lamport with the reference of the purchase', async () => {
    const { card, url } = await order(mia);
    await world.actor.as('sam').wallet.pays(url, { amount_base_units: '1' });
    await mia.wallet.pays(url);
    await mia.sees('100 credits arrived', { after: justBefore(card) });
  });

  it('waits while the chain cannot be read, loses nothing and credits afterwards', async () => {
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
    expect(seen).toContain(`${await creditsOf(mia)} credits`);
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

  it('is reported when it is a second one, on the card and by a message, once', async () => {
    const had = await creditsOf(mia);
    const { card, url } = await order(mia);
    await mia.wallet.pays(url);
    const done = await mia.sees('100 credits arrived', { after: justBefore(card) });
    await mia.wallet.pays(url, { as_v0: true });
    await mia.sees(/<@\d+>[\s\S]*paid more than once/, { after: done.id });
    expect(text(await mia.sees('paid more than once', { after: justBefore(card) }))).toContain('arrived');
    expect(await creditsOf(mia)).toBe(had + 100);
    const messages = await mia.messages('welcome');
    const notices = messages.filter((one) => BigInt(one.id) > BigInt(card.id) && /^<@\d+> /.test(text(one)));
    expect(notices.map(text)).toEqual([expect.stringContaining('paid more than once')]);
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

  it('is refused when it was counted already, or paid for another purchase', async () => {
    const first = await order(mia);
    const { signature } = await mia.wallet.pays(first.url);
    await mia.sees('100 credits arrived', { after: justBefore(first.card) });
    const had = await creditsOf(mia);
    const { card } = await order(mia);
    expect(await claims(card, signature, 'Something went wrong')).toMatch(
      /already counted|belongs to another purchase/,
    );
    expect(await creditsOf(mia)).toBe(had);
    await mia.clicks('Cancel', { message: card.id });
  });

  it('unknown to this network is reported as unknown, not as refused', async () => {
    const { card } = await order(mia);
    const told = await claims(card, otherBytes(), 'Not seen yet');
    expect(told).toContain('No localnet node shows that payment yet');
    expect(told).toContain("Payments on other networks don't count");
    await mia.clicks('Cancel', { message: card.id });
  });

  it('with a malformed signature is refused with a sentence', async () => {
    const { card } = await order(mia);
    const garbage = 'I paid you yesterday, honest, ask my sister';
    expect(await claims(card, garbage, 'Something went wrong')).toContain("isn't a Solana signature");
    await mia.clicks('Cancel', { message: card.id });
  });

  it('can be claimed, renewed or checked only by its member', async () => {
    const { card } = await order(mia);
    const sam = world.actor.as('sam');
    for (const button of ['Check now', 'Paid, but not seen?', 'Cancel']) {
      const pressed = sam.clicks(button, { message: card.id, channel: 'welcome' });
      await answerTo(sam, pressed, "This isn't your card");
    }
    await mia.clicks('Cancel', { message: card.id });
  });
});
