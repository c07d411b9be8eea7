import { randomBytes } from 'node:crypto';
import bs58 from 'bs58';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { createOperator } from '../support/operator.js';
import {
  answerTo,
  cardSays,
  creditsOf,
  find,
  openWorld,
  order,
  type TestWorld,
  text,
} from '../support/world.js';

/** Payment cases that operators decide in Discord: Olga and Max are operators here, Mia pays. */

const [max, olga] = ['700000000000000102', '700000000000000103'];
const sku = '1200000000000000042';
let world: TestWorld;
let operator: ReturnType<typeof createOperator>;
let mia: ActorPerson;
beforeAll(async () => {
  world = await openWorld({ OPERATOR_IDS: `${max},${olga}`, DISCORD_SKUS: `${sku}:100` });
  operator = createOperator(world);
  mia = await world.linked('mia');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  expect(await world.close()).toEqual([]);
});

const as = (name: string) => world.actor.as(name).in('mods');

/** Mia pays a purchase in the wrong currency. */
async function wrongAsset(): Promise<{ card: SeenMessage; seen: SeenMessage }> {
  const { card, url } = await order(mia);
  await mia.wallet.pays(url, { asset: 'usdc' });
  await cardSays(mia, card, /Payment under review/);
  const seen = await as('max').sees(find(card, /int_\w+/), { channel: 'mods' });
  await world.actor.chain.control('advance', { slots: 40 });
  return { card, seen };
}
const press = (by: ActorPerson, button: string, { id }: SeenMessage) => by.clicks(button, { message: id });

it('two operators at once make one decision, and the member gets the credits once', async () => {
  const { card, seen } = await wrongAsset();
  const both = [as('max'), as('olga')] as const;
  for (const one of both) await press(one, 'Credit', seen);
  const outcomes = await Promise.all(
    both.map(async (one) => {
      const { message_id } = await one.fills({ Note: 'agreed' });
      return text(await one.sees(/is decided|already decided/, { after: String(BigInt(message_id!) - 1n) }));
    }),
  );
  expect(outcomes.filter((said) => said.includes('is decided'))).toHaveLength(1);
  await cardSays(mia, card, /100 credits arrived/);
  await cardSays(as('max'), seen, /closed/, 'mods');
  expect(await creditsOf(mia)).toBe(100);
});

it('a refund counts only with the transaction that sent the money back', async () => {
  const { card, url } = await order(mia);
  await mia.wallet.pays(url, { amount_base_units: '50000000' });
  await cardSays(mia, card, /100 credits arrived[\s\S]*told the operator about the extra/);
  const seen = await as('olga').sees(find(card, /int_\w+/), { channel: 'mods' });
  const record = async (signature: string, says: string) => {
    await press(as('olga'), 'Record a refund', seen);
    await answerTo(as('olga'), as('olga').fills({ 'Transaction of the refund': signature }), says);
  };
  await record('not a signature', 'by its signature');
  await record(bs58.encode(randomBytes(64)), 'not final yet');
  const [surplus = ''] = /[\d.]+(?= SOL)/.exec(text(seen)) ?? [];
  const back = await operator.sendsBack((await mia.wallet.look()).address, surplus);
  await world.actor.chain.control('advance', { slots: 40 });
  await record(back, 'is decided');
  await cardSays(as('olga'), seen, /closed/, 'mods');
  expect(await creditsOf(mia)).toBe(200);
});

it('a payment without a purchase is credited to the one that the operator names', async () => {
  const had = await creditsOf(mia);
  const { card, url } = await order(mia);
  const friend = world.actor.as('noor').wallet;
  await friend.asksBeforeSigning(false);
  await friend.pays(url, { omit_reference: true, amount_base_units: '70000000' });
  const seen = await as('max').sees(/no reference[\s\S]*0\.07 SOL/, { channel: 'mods' });
  await world.actor.chain.control('advance', { slots: 40 });
  const credit = async (purchase: string, says: string) => {
    await press(as('max'), 'Credit', seen);
    await answerTo(as('max'), as('max').fills({ 'Purchase to credit': purchase }), says);
  };
  await credit('int_none', 'purchase does not exist');
  await credit(find(card, /int_\w+/), 'is decided');
  await cardSays(mia, card, /100 credits arrived/);
  await cardSays(as('max'), seen, /closed/, 'mods');
  expect(await creditsOf(mia)).toBe(had + 100);
});

it('a debt of credits that Discord refunded is waived, with a note', async () => {
  const sam = await world.linked('sam');
  const bought = await sam.buys(sku);
  await sam.sees('100 credits arrived');
  const rigs = sam.in('rigs');
  const rig = rigs.runs('/rig text', { prompt: 'a yellow duck', detail: 'low' });
  await cardSays(rigs, await answerTo(rigs, rig, /duck/), /Your character is ready/, 'rigs');
  await sam.getsRefund(bought);
  const seen = await as('olga').sees(/Discord refunded credits[\s\S]*10 of 100 credits/, { channel: 'mods' });
  await press(as('olga'), 'Waive', seen);
  await answerTo(as('olga'), as('olga').fills({ Note: 'a child' }), 'is decided');
  await cardSays(as('olga'), seen, /closed/, 'mods');
  expect(await creditsOf(sam)).toBe(0);
});

it('other members cannot decide, whatever they press', async () => {
  const { seen } = await wrongAsset();
  const sam = world.actor.as('sam');
  await expect(press(sam, 'Credit', seen)).rejects.toThrow();
  const reply = await fetch(`${world.addresses.service}/api/payments/cases/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      asked_at: new Date().toISOString(),
      proof: '0'.repeat(64),
      actor: max,
      case_id: '1',
      decision: 'credit',
      intent_id: null,
      signature: null,
      note: null,
    }),
  });
  expect(reply.status).toBe(403);
});
