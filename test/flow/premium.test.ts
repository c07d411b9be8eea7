import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTo, creditsOf, find, openWorld, type TestWorld } from '../support/world.js';

/** Credits bought inside Discord, if the operator sells them there as well. */

const sku = '1200000000000000042';
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ DISCORD_SKUS: `${sku}:500` });
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

type Listed = { id: string; consumed: boolean }[];
const listed = async (): Promise<Listed> => {
  const { discord_api, discord_token } = world.addresses;
  const headers = { authorization: `Bot ${discord_token}` };
  const { id } = (await (await fetch(`${discord_api}/v10/applications/@me`, { headers })).json()) as {
    id: string;
  };
  const response = await fetch(`${discord_api}/v10/applications/${id}/entitlements`, { headers });
  return (await response.json()) as Listed;
};

describe('buying inside Discord', () => {
  it('gives the credits, consumes the purchase and says so', async () => {
    const mia = await world.linked('mia');
    const id = await mia.buys(sku);
    await mia.sees('500 credits arrived');
    expect(await creditsOf(mia)).toBe(500);
    await expect.poll(async () => (await listed()).find((one) => one.id === id)?.consumed).toBe(true);
  });

  it('is offered by /buy with premium buttons, and works', async () => {
    const mia = world.actor.as('mia');
    const asked = mia.runs('/buy', {}, { channel: 'welcome' });
    const offer = await answerTo(mia, asked, 'Or buy them in Discord');
    expect(JSON.stringify(offer.components)).toMatch(new RegExp(`"style":6,"sku_id":"${sku}"`));
    const had = await creditsOf(mia);
    await mia.buys(find(offer, /(?<="sku_id":")\d+/));
    await expect.poll(() => creditsOf(mia)).toBe(had + 500);
  });

  it('counts each purchase once', async () => {
    const mia = world.actor.as('mia');
    const had = await creditsOf(mia);
    await Promise.all([mia.buys(sku), mia.buys(sku)]);
    await expect.poll(() => creditsOf(mia)).toBe(had + 1_000);
  });

  it('keeps the purchase until a wallet is linked', async () => {
    const sam = world.actor.as('sam');
    await sam.buys(sku);
    await sam.sees('500 credits waiting for you');
    await world.linked('sam');
    await sam.sees('500 credits arrived');
    expect(await creditsOf(sam)).toBe(500);
  });

  it('takes back unspent credits when Discord refunds, says so, and once', async () => {
    const mia = world.actor.as('mia');
    const had = await creditsOf(mia);
    const id = await mia.buys(sku);
    await expect.poll(() => creditsOf(mia)).toBe(had + 500);
    await mia.getsRefund(id);
    await mia.sees('Discord refunded your purchase');
    await mia.getsRefund(id);
    expect(await creditsOf(mia)).toBe(had);
    expect((await listed()).map((one) => one.id)).not.toContain(id);
  });

  it('ignores products of other applications', async () => {
    const max = await world.linked('max');
    await fetch(`${world.addresses.web}/actor/skus`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sku: '77' }),
    });
    const id = await max.buys('77');
    expect((await listed()).find((one) => one.id === id)?.consumed).toBe(false);
    expect(await creditsOf(max)).toBe(0);
  });
});
