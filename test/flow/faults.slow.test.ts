import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ActorPerson, PayBody, SeenMessage } from '../../src/playground/actor/client.js';
import { type JumpingClock, jumpingClock } from '../support/clock.js';
import { createOperator } from '../support/operator.js';
import {
  answerTo,
  cardSays,
  creditsOf,
  find,
  justBefore,
  openWorld,
  order,
  type TestWorld,
  text,
} from '../support/world.js';

/** Stories that wait for timeouts and for polls without a push: `npm run stories`. */
const long = process.env.FAULTS === 'full';
/** Of similar rows, the suite plays the first and the last. */
const some = <T>(rows: readonly T[]): T[] =>
  rows.filter((_, at) => long || at === 0 || at === rows.length - 1);

/** Failures between a wallet and its credits: the text of the card, and the ledger. */

let clock: JumpingClock;
let world: TestWorld;
let mia: ActorPerson;
let sam: ActorPerson;
let operator: ReturnType<typeof createOperator>;
beforeAll(async () => {
  clock = jumpingClock();
  world = await openWorld({}, true, clock);
  mia = await world.linked('mia');
  sam = await world.linked('sam');
  operator = createOperator(world);
});
afterEach(async () => {
  await control('rpc', { mood: 'healthy' });
  await control('view');
  await control('resume_finality');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  expect(await world.close()).toEqual([]);
});

const control = (name: string, body = {}) => world.actor.chain.control(name, body);
const says = (person: ActorPerson, card: SeenMessage, words: RegExp | string) =>
  person.sees(words, { after: justBefore(card), channel: 'welcome' });
const now = async (card: SeenMessage) =>
  text((await mia.messages('welcome')).find(({ id }) => id === card.id)!);
/** Long enough that a valid payment would have been credited. */
const blocksPass = () => control('advance', { slots: 20 });
const idOf = (card: SeenMessage) => find(card, /int_\w+/);

describe('a payment that counts', () => {
  const ways: [string, PayBody, string | RegExp][] = [
    ['in two halves', { in_halves: true }, '100 credits arrived'],
    ['over', { amount_base_units: '50000000' }, /arrived[\s\S]*more than the price/],
    ['twice', { times: 2 }, /arrived[\s\S]*paid more than once/],
    ['behind a stray lamport', { junk_first: true }, '100 credits arrived'],
    ['as v0, within guards', { as_v0: true, with_guards: true }, '100 credits arrived'],
    ['without its reference, of the exact amount', { omit_reference: true }, '100 credits arrived'],
  ];
  it.each(some(ways))('%s, gives its credits once', async (_, how, words) => {
    const had = await creditsOf(mia);
    const { card, url } = await order(mia);
    await mia.wallet.pays(url, how);
    await says(mia, card, words);
    expect(await creditsOf(mia)).toBe(had + 100);
  });

  it('of a friend, gives them to the owner of the purchase', async () => {
    const had = await creditsOf(mia);
    const { card, url } = await order(mia);
    await sam.wallet.pays(url);
    await says(mia, card, '100 credits arrived');
    expect(await creditsOf(mia)).toBe(had + 100);
  });

  it('for two purchases in one transaction, gives both', async () => {
    const had = await creditsOf(mia);
    const [one, two] = [await order(mia), await order(mia)];
    await mia.wallet.pays(one.url, { along: [two.url] });
    for (const { card } of [one, two]) await cardSays(mia, card, /100 credits arrived/);
    expect(await creditsOf(mia)).toBe(had + 200);
  });
});

describe('a payment that does not count', () => {
  const ways: [string, string, PayBody][] = [
    ['because it failed', 'SOL', { fail: true }],
    ['because it went to another address', 'SOL', { to: 'max' }],
    ['because its token only looks like USDC', 'USDC', { asset: 'lookalike' }],
    ['because it is one lamport', 'SOL', { amount_base_units: '1' }],
  ];
  it.each(some(ways))(
    '%s, leaves the code open for payment, and is never called “not paid”',
    async (_, currency, how) => {
      const had = await creditsOf(mia);
      const { card, url } = await order(mia, 'starter', currency);
      await mia.wallet.pays(url, how);
      await blocksPass();
      await mia.clicks('Check now', { message: card.id });
      await says(mia, card, /Pay for 100 credits[\s\S]*Not seen yet \((checked 1 node|last checked) at/);
      expect(await creditsOf(mia)).toBe(had);
      await mia.wallet.pays(url);
      await says(mia, card, '100 credits arrived');
      expect(await creditsOf(mia)).toBe(had + 100);
    },
  );

  it('because a stranger sent another currency, blocks no payment', async () => {
    const { card, url } = await order(mia);
    await sam.wallet.pays(url, { asset: 'usdc' });
    await blocksPass();
    await mia.clicks('Check now', { message: card.id });
    await says(mia, card, 'Pay for 100 credits');
    await mia.wallet.pays(url);
    await says(mia, card, '100 credits arrived');
  });
});

describe('an unreliable chain', () => {
  const views: [string, object][] = [
    ['a lagging node', { lag_slots: 60 }],
    ['a node that has the signature and no transaction', { transactions_hidden: true }],
  ];
  it.each(views)(
    '(%s) is reported with the number of checked nodes, and the payment counts afterwards',
    async (_, view) => {
      const had = await creditsOf(mia);
      const { card, url } = await order(mia);
      await control('view', view);
      await mia.wallet.pays(url);
      await mia.clicks('Check now', { message: card.id });
      await says(mia, card, /Not seen yet \(checked 1 node at/);
      expect(await creditsOf(mia)).toBe(had);
      await control('view');
      await says(mia, card, '100 credits arrived');
      expect(await creditsOf(mia)).toBe(had + 100);
    },
  );

  it.each(long ? ['down', 'rate_limited', 'silent', 'garbled'] : ['down', 'garbled'])(
    '(a node that is %s) is reported in a sentence, and the payment counts afterwards',
    async (mood) => {
      const had = await creditsOf(mia);
      const { card, url } = await order(mia);
      await control('view', { transactions_hidden: true }); // until the node fails
      await mia.wallet.pays(url);
      await control('rpc', { mood });
      const looked = mia.clicks('Check now', { message: card.id });
      const refusal = await answerTo(
        mia,
        looked,
        "We can't reach the Solana network right now. Nothing is lost",
      );
      expect(refusal.ephemeral).toBe(true);
      expect(await now(card)).toContain('Pay for 100 credits');
      await control('rpc', { mood: 'healthy' });
      await control('view');
      await says(mia, card, '100 credits arrived');
      expect(await creditsOf(mia)).toBe(had + 100);
    },
  );

  it('shows a payment before it is final, removes it when its fork loses, and shows the next', async () => {
    const had = await creditsOf(mia);
    const { card, url } = await order(mia);
    await control('pause_finality');
    await mia.wallet.pays(url);
    expect(text(await says(mia, card, 'Payment seen'))).toContain('waiting for confirmation');
    const confirmed = /● confirmed (\d+) of 32/;
    const few = Number(find(await says(mia, card, confirmed), confirmed).match(/\d+/)?.[0]);
    await control('advance', { slots: 12 });
    await expect.poll(async () => Number((await now(card)).match(confirmed)?.[1])).toBeGreaterThan(few + 11);
    await control('advance', { slots: 40 });
    await says(mia, card, 'confirmed 31 of 32'); // finality comes from the network, whatever the count
    expect(await creditsOf(mia)).toBe(had);
    await control('rollback');
    await says(mia, card, /\*\*● seen\*\* › ○ confirmed/);
    clock.jump(100_000);
    expect(text(await says(mia, card, 'Pay for 100 credits'))).toContain('**● waiting**');
    await control('resume_finality');
    await mia.wallet.pays(url, { with_guards: true });
    await says(mia, card, '100 credits arrived');
    expect(await creditsOf(mia)).toBe(had + 100);
  });
});

describe('a payment with a review case', () => {
  const refunded = async (number: string, signature: string) => {
    await blocksPass();
    expect(await operator.review('refund', number, '--by', signature, '--note', 'sorry')).toContain(
      'refunded',
    );
  };

  it('in another currency is reported as such, and refunded', async () => {
    const had = await creditsOf(sam);
    const { card, url } = await order(sam, 'starter', 'USDC');
    await sam.wallet.pays(url, { asset: 'sol' });
    const seen = text(await says(sam, card, 'Payment under review'));
    expect(seen).toContain('A payment arrived in a currency other than USDC. Nothing is lost');
    expect(seen).not.toContain('solana:');
    const { address } = await sam.wallet.look();
    await refunded(await operator.caseOf(idOf(card)), await operator.sendsBack(address, '0.021'));
    await says(sam, card, 'Payment refunded');
    expect(await creditsOf(sam)).toBe(had);
  });

  it.runIf(long)('without its reference, of another amount, is credited by the operator', async () => {
    const had = await creditsOf(sam);
    const { card, url } = await order(sam);
    await sam.wallet.pays(url, { omit_reference: true, amount_base_units: '21000000' });
    await says(sam, card, /Payment under review[\s\S]*arrived without the reference/);
    await operator.review('credit', await operator.caseOf(idOf(card)));
    await says(sam, card, '100 credits arrived');
    expect(await creditsOf(sam)).toBe(had + 100);
  });

  it.runIf(long)('that is credited and then refunded loses its credits and is announced', async () => {
    const had = await creditsOf(sam);
    const { card, url } = await order(sam);
    const { signature } = await sam.wallet.pays(url);
    await says(sam, card, '100 credits arrived');
    const { address } = await sam.wallet.look();
    await refunded(signature, await operator.sendsBack(address, '0.021'));
    await sam.sees(/About your purchase[\s\S]*Payment refunded/, { after: card.id });
    await says(sam, card, 'Payment refunded');
    expect(await creditsOf(sam)).toBe(had);
  });
});
