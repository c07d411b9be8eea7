import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createOperator } from '../support/operator.js';
import { cardSays, find, noticesOf, openWorld, order, type TestWorld, text } from '../support/world.js';

/** Review cases, as moderators see them. */

let world: TestWorld;
let operator: ReturnType<typeof createOperator>;
beforeAll(async () => {
  world = await openWorld();
  operator = createOperator(world);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  expect(await world.close()).toEqual([]);
});

it("a case is one card in the moderators' channel, which names the member and the command, and closes with it", async () => {
  const [mia, max] = [await world.linked('mia'), world.actor.as('max')];
  const { card, url } = await order(mia);
  await mia.wallet.pays(url, { asset: 'usdc' });
  await cardSays(mia, card, /Payment under review/);
  const purchase = find(card, /int_\w+/);
  const seen = await max.sees('payment under review', { channel: 'mods' });
  const number = await operator.caseOf(purchase);
  expect(text(seen)).toContain(`Case ${number}`);
  expect(text(seen)).toMatch(/not in the currency[\s\S]*Amount\*\* 3(\.\d+)? USDC[\s\S]*<@\d+>/);
  expect(text(seen)).toContain(purchase);
  expect(text(seen)).toContain(`rigsmith review credit ${number}`);
  expect(JSON.stringify(seen.components)).not.toContain('custom_id');

  await operator.review('credit', number);
  await cardSays(max, seen, /closed/, 'mods');
  expect(await max.messages('mods')).toHaveLength(1);
  expect(JSON.stringify(await mia.channels())).not.toContain('mods');
});

it('a refunded case ends for the member with the amount refunded, said once, and with what stays', {
  tags: 'slow',
}, async () => {
  const [mia, max] = [world.actor.as('mia'), world.actor.as('max')];
  const { card, url } = await order(mia);
  await mia.wallet.pays(url, { amount_base_units: '50000000' });
  await cardSays(mia, card, /100 credits arrived[\s\S]*told the operator about the extra/);
  const purchase = find(card, /int_\w+/);
  await max.sees(purchase, { channel: 'mods' });
  const number = await operator.caseOf(purchase);
  const line = (await operator.review()).split('\n').find((one) => one.startsWith(`${number} `)) ?? '';
  const [surplus = ''] = /[\d.]+(?= SOL)/.exec(line) ?? [];
  const { address } = await mia.wallet.look();
  const back = await operator.sendsBack(address, surplus);
  await world.actor.chain.control('advance', { slots: 20 });
  await operator.review('refund', number, '--by', back);
  const refunds = async () => (await noticesOf(mia, card)).filter((words) => words.includes('Refunded:'));
  const refund = expect.stringContaining(`**Refunded: ${surplus} SOL.** You keep the 100 credits`);
  await expect.poll(refunds).toEqual([refund]);
  const shown = text(await cardSays(mia, card, /Refunded/));
  expect(shown).toContain('100 credits arrived');
  expect(shown).not.toContain('the extra');
  expect(await refunds()).toHaveLength(1);
  const others = world.actor.as('sam');
  expect((await others.messages('welcome')).filter((one) => text(one).includes('Refunded'))).toEqual([]);
});

it('a case is shown to no service or bot without the shared secret', async () => {
  const asked_at = new Date().toISOString();
  const ask = async (body: object) => {
    const response = await fetch(`${world.addresses.service}/api/payments/cases`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  expect(await ask({ asked_at, proof: '0'.repeat(64) })).toEqual([403, 'forbidden']);
  expect(await ask({ asked_at: 'yesterday', proof: '0'.repeat(64) })).toEqual([400, 'invalid_request']);
});
