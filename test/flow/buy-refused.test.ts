import { randomBytes } from 'node:crypto';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage, SeenOutcome } from '../../src/playground/actor/client.js';
import { createLocalChain } from '../../src/playground/chain/local-chain.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import { answerTo, cardSays, creditsOf, openWorld, order, type TestWorld, text } from '../support/world.js';

/** Purchases that fail: each is one sentence for the member alone, and nothing is credited. */

const secret = 'open-sesame-open-sesame';
let world: TestWorld;
let mia: ActorPerson;
let sam: ActorPerson;
let open: { card: SeenMessage; url: string };
beforeAll(async () => {
  world = await openWorld({ WEBHOOK_SECRET: secret });
  mia = await world.linked('mia');
  sam = await world.linked('sam');
  open = await order(mia);
});
afterAll(async () => {
  for (const person of [mia, sam]) expect(await creditsOf(person)).toBe(0);
  expect(await world.close()).toEqual([]);
});

/** The text of the refusal that answers the interaction. */
async function sentenceOf(person: ActorPerson, act: Promise<SeenOutcome>, words: RegExp): Promise<string> {
  const card = await answerTo(person, act, words);
  expect(card.ephemeral).toBe(true);
  expect(text(card)).not.toMatch(/undefined|\[object|Error:|at \w+ \(/);
  return text(card);
}
const claims = async (signature: string, { card } = open) => {
  await mia.clicks('Paid, but not seen?', { message: card.id });
  return sentenceOf(mia, mia.fills({ signature }), /went wrong|didn't work|Not seen yet|Not found/);
};

describe('/buy', () => {
  it('refuses an unknown pack', async () => {
    const asked = mia.runs('/buy', { pack: 'the-moon' }, { channel: 'welcome' });
    await sentenceOf(mia, asked, /There is no pack the-moon\. `\/packs` shows/);
  });

  it('accepts a pack by its name, in any notation', async () => {
    const { card } = await order(mia, ' STARTER ');
    await mia.clicks('Cancel', { message: card.id });
    await cardSays(mia, card, /Purchase cancelled/);
  });

  it('refuses a currency that is not sold: Discord does not even offer it', async () => {
    const asked = mia.runs('/buy', { pack: 'starter', currency: 'DOGE' }, { channel: 'welcome' });
    await expect(asked).rejects.toThrow(/SOL|choice/);
  });

  it('refuses a member without a wallet', async () => {
    const max = world.actor.as('max');
    const asked = max.runs('/buy', { pack: 'starter' }, { channel: 'welcome' });
    await sentenceOf(max, asked, /Use \/link to connect it/);
  });
});

describe('a card', () => {
  it('of another member can be neither seen nor pressed', async () => {
    expect((await sam.messages('welcome')).map(text).join()).not.toContain('Pay for');
    for (const button of ['Check now', 'Paid, but not seen?', 'Cancel']) {
      const pressed = sam.clicks(button, { message: open.card.id, channel: 'welcome' });
      await expect(pressed).rejects.toThrow('sam sees no message');
    }
    expect(text(await cardSays(mia, open.card, /Pay for 100 credits/))).toContain('Cancel');
  });

  it('of another member is not found among one’s own payments', async () => {
    const asked = sam.runs('/payments', {}, { channel: 'welcome' });
    await sentenceOf(sam, asked, /No payments yet/);
  });

  it('of a cancelled purchase rejects a transaction that did not pay for it', async () => {
    const cancelled = await order(mia);
    await mia.clicks('Cancel', { message: cancelled.card.id });
    expect(await claims(bs58.encode(randomBytes(64)), cancelled)).toContain('Not seen yet');
  });
});

describe('a signature', () => {
  it('that is none', async () => {
    expect(await claims('I paid you yesterday, honest, ask my sister')).toContain("isn't a Solana signature");
    const { address } = await mia.wallet.look();
    expect(await claims(`from ${address} just now`)).toContain('That is an address');
  });

  it('as unknown when it is of another network', async () => {
    const other = await createLocalChain({ port: 0 });
    const abroad = createTestWallet({ rpcUrl: other.rpcUrl, name: 'mia' });
    other.controls.fund(abroad.address);
    const shop = /solana:(\w+)/.exec(open.url)?.[1] ?? '';
    other.controls.airdropSol(shop, 1_000_000_000n);
    const { signature } = await abroad.pay(open.url);
    const told = await claims(signature);
    expect(told).toContain('No localnet node shows that payment yet');
    expect(told).toContain("Payments on other networks don't count");
    await other.close();
  });

  const landed = async (how: object, { url } = open) => {
    const { signature } = await mia.wallet.pays(url, how);
    await world.actor.chain.control('advance', { slots: 20 });
    return signature;
  };

  it('of a payment to another address', async () => {
    expect(await claims(await landed({ to: 'sam' }))).toContain('went to another address');
  });

  it('of a payment in a token that is not sold for', async () => {
    expect(await claims(await landed({ asset: 'lookalike' }))).toContain(
      'another currency than this purchase asks for',
    );
  });

  it('of a failed transaction', async () => {
    expect(await claims(await landed({ fail: true }))).toContain('failed on the chain, so no money moved');
  });

  it('of another member’s payment for another purchase', async () => {
    const { signature } = await sam.wallet.pays(open.url, {
      omit_reference: true,
      amount_base_units: '777777',
    });
    await world.actor.chain.control('advance', { slots: 20 });
    expect(await claims(signature)).toMatch(/didn't come from a wallet you linked/);
  });
});

describe('a webhook', () => {
  const post = (body: string, authorization?: string) =>
    fetch(new URL('/api/payments/webhooks/helius', world.addresses.service ?? ''), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body,
    });
  const forged = JSON.stringify([{ signature: '5'.repeat(87), nativeTransfers: [{ amount: 20_000_000 }] }]);

  it.each([
    ['without the secret', forged, undefined, 403, 'forbidden'],
    ['with a wrong one', forged, 'open-sesame-close-sesame', 403, 'forbidden'],
    ['that is no JSON', '{', secret, 400, 'invalid_request'],
  ])('%s is refused with a problem', async (_, body, authorization, status, code) => {
    const answer = await post(body, authorization);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({ status, code });
  });

  it('with the right secret is not trusted without the chain', async () => {
    expect((await post(forged, secret)).status).toBe(202);
    await mia.clicks('Check now', { message: open.card.id });
    await mia.sees('Not seen yet', { channel: 'welcome', after: String(BigInt(open.card.id) - 1n) });
  });
});
