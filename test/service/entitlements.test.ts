import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proveEntitlement, proveReturn } from '../../src/contract/entitlement.js';
import { createEntitlements } from '../../src/service/payments/entitlements.js';
import { compareLedger } from '../../src/service/payments/reconcile/ledger.js';
import { comparePurchases } from '../../src/service/payments/reconcile/purchases.js';
import { holdCredits, openWorld, type Person, type World } from './http-world.js';

/** Credits bought inside Discord: the service accepts them only from the bot. */

const secret = 'shared by bot and service';
const path = '/api/payments/entitlements';
let world: World;
let mia: Person;
let miaId: string;

async function open(botSecret?: string): Promise<void> {
  world = await openWorld({ config: { ...(botSecret && { botSecret }) } });
  mia = world.person('mia');
  miaId = (await mia.signIn()).json().user.id;
}
beforeEach(() => open(secret));
afterEach(() => world.close());

const claim = (entitlement_id = '900', credits = 500, user_id = miaId, by = secret) => ({
  entitlement_id,
  credits,
  proof: proveEntitlement(by, { entitlement_id, credits, user_id }),
});
const available = async (person = mia): Promise<number> =>
  (await person.get('/api/users/credits')).json().available;

it('a Discord purchase is credited once, however often the bot reports it', async () => {
  for (let time = 0; time < 3; time += 1) {
    const { statusCode, body } = await mia.post(path, claim());
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ available: 500, lifetime_purchased: 500 });
  }
  await mia.post(path, claim('901', 100));
  expect(await available()).toBe(600);
});

it('credits belong to the member they were first given to', async () => {
  await mia.post(path, claim());
  const sam = world.person('sam');
  const samId = (await sam.signIn()).json().user.id;
  await sam.post(path, claim('900', 500, samId));
  expect([await available(), await available(sam)]).toEqual([500, 0]);
});

it.each([
  ['with another secret', () => claim('900', 500, miaId, 'a guess')],
  ['for another member', () => claim('900', 500, 'usr_sam')],
  ['with a raised amount', () => ({ ...claim(), credits: 5_000 })],
  ['moved to another purchase', () => ({ ...claim(), entitlement_id: '901' })],
])('a claim is refused %s', async (_how, body) => {
  expect((await mia.post(path, body())).json()).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await available()).toBe(0);
});

it.each([
  ['no number', { entitlement_id: 'x' }],
  ['nothing', { credits: 0 }],
  ['a fraction', { credits: 1.5 }],
  ['too much', { credits: 1_000_001 }],
  ['no proof', { proof: '' }],
])('a claim must be valid: %s', async (_what, changes) => {
  expect((await mia.post(path, { ...claim(), ...changes })).statusCode).toBe(400);
  expect(await available()).toBe(0);
});

it('a claim needs a signed-in member and a service that sells there', async () => {
  expect((await world.person('sam').post(path, claim())).statusCode).toBe(401);
  await world.close();
  await open();
  expect((await mia.post(path, claim())).json()).toMatchObject({ status: 404, code: 'not_found' });
});

describe('when Discord refunds the purchase', () => {
  const giveBack = (id = '900', proof = proveReturn(secret, id)) =>
    world.person('bot').post(`${path}/${id}/return`, { proof });
  const spend = (credits: number) =>
    holdCredits(world.context, { userId: miaId, credits, subject: `gen_${credits}` });
  const disagreements = () => compareLedger(world.context.db);
  const debts = () => createEntitlements(world.context).listDebts();

  it('the credits are taken back once, however often it is reported', async () => {
    await mia.post(path, claim('901', 100));
    await mia.post(path, claim());
    for (let time = 0; time < 3; time += 1)
      expect((await giveBack()).json()).toMatchObject({ address: mia.wallet.address, credits: 500, owed: 0 });
    expect([await available(), await disagreements(), await debts()]).toEqual([100, [], []]);
    await mia.post(path, claim());
    expect(await available()).toBe(100);
  });

  it('spent credits become a debt that the operator sees until it is waived', async () => {
    await mia.post(path, claim());
    await spend(420);
    expect((await giveBack()).json()).toMatchObject({ credits: 500, owed: 420 });
    expect([await available(), await disagreements()]).toEqual([0, []]);
    expect(await debts()).toMatchObject([{ id: '900', userId: miaId, credits: 500, owed: 420 }]);
    const { waive } = createEntitlements(world.context);
    expect(await waive('900', { by: 'operator', note: 'a child' })).toBe(true);
    expect(await waive('900', { by: 'operator' })).toBe(false);
    expect(await debts()).toEqual([]);
    await mia.post(path, claim('902', 50)); // a later purchase keeps its credits
    expect(await available()).toBe(50);
  });

  it('nothing is taken when all is spent, and all of it is a debt', async () => {
    await mia.post(path, claim());
    await spend(500);
    expect((await giveBack()).json()).toMatchObject({ owed: 500 });
    expect((await giveBack()).json()).toMatchObject({ owed: 500 });
    expect([await available(), await disagreements(), (await debts()).length]).toEqual([0, [], 1]);
  });

  it('before it was credited, it never is', async () => {
    expect((await giveBack()).json()).toMatchObject({ address: null, credits: 0, owed: 0 });
    expect((await mia.post(path, claim())).statusCode).toBe(200);
    expect([await available(), await debts()]).toEqual([0, []]);
  });

  it('a separate book records it and is compared with the ledger', async () => {
    const { db } = world.context;
    const differences = async () =>
      (await comparePurchases(db, world.clock.now())).map(({ sentence }) => sentence);
    await mia.post(path, claim());
    await mia.post(path, claim('901', 100));
    await spend(150);
    await giveBack();
    expect(await differences()).toEqual([]);
    await db.run("UPDATE entitlement SET owed = 0 WHERE id = '900'");
    await db.run("DELETE FROM entitlement WHERE id = '901'");
    expect(await differences()).toEqual([
      'entitlement/901 gave credits but was never bought',
      'entitlement/900 gave 500 credits of which 500 were taken back; the ledger says 500 and 450',
    ]);
  });

  it.each([
    ['with another secret', () => proveReturn('a guess', '900')],
    ['for another purchase', () => proveReturn(secret, '901')],
    ['as if it were bought', () => claim().proof],
  ])('the report is not believed %s', async (_how, proof) => {
    await mia.post(path, claim());
    expect((await giveBack('900', proof())).json()).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await available()).toBe(500);
  });

  it('nothing happens at a service that sells nothing inside Discord', async () => {
    await world.close();
    await open();
    expect((await giveBack()).json()).toMatchObject({ status: 404, code: 'not_found' });
  });
});
