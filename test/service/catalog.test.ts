import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPaymentsFeature } from '../../src/service/payments/payments.js';
import { copyCatalog, editCatalog } from '../support/catalog.js';
import { command } from '../support/command.js';
import { openStreet, price, type Street } from './payments-world.js';
import { createWorkshop, openRigWorld } from './rig-world.js';

/** An operator's own prices and pipelines, changed while the service runs. */

const root = mkdtempSync(join(tmpdir(), 'rigsmith-catalog-'));
let street: Street;
beforeAll(async () => {
  street = await openStreet();
});
afterAll(async () => {
  await street.close();
  rmSync(root, { recursive: true, force: true });
});

const newCatalog = () => copyCatalog(root);
const setPrice = (folder: string, sol: string) =>
  editCatalog(folder, 'packs.json', ([starter]) => Object.assign(starter!, { prices: { SOL: sol } }));

describe('prices that change while the service runs', () => {
  test('apply to new purchases; an open offer keeps its price and is credited for it', async () => {
    const folder = newCatalog();
    const shop = await street.openShop({ catalogDir: folder });
    await shop.listen();
    const alice = await shop.signedIn('alice');
    const before = await shop.buy(alice);
    setPrice(folder, '0.5');
    expect(price(await shop.buy(alice))).toBeLessThan(100_000_000n); // nothing was read again yet
    shop.reload();
    const after = await shop.buy(alice);
    expect(price(after)).toBeGreaterThanOrEqual(500_000_000n);
    expect(price(await shop.read(alice, before))).toBe(price(before));
    await shop.pay(alice, before);
    shop.finalise();
    await shop.untilStatus(alice, before, 'succeeded');
    expect(await shop.credits(alice)).toBe(100);
    await shop.close();
  });

  test('make a payment without a reference count that is above the new dust', async () => {
    const folder = newCatalog();
    setPrice(folder, '50');
    editCatalog(folder, 'packs.json', (packs) => packs.splice(1));
    const shop = await street.openShop({ catalogDir: folder });
    await shop.listen();
    setPrice(folder, '0.01');
    shop.reload();
    const bob = await shop.signedIn('bob');
    const intent = await shop.buy(bob);
    await shop.pay(bob, intent, { omitReference: true });
    shop.finalise();
    await shop.untilStatus(bob, intent, 'succeeded');
    await shop.close();
  });
});

describe('a catalog with a mistake', () => {
  const openBoth = async (folder: string) =>
    openRigWorld(mkdtempSync(join(root, 'data-')), {
      executor: createWorkshop(),
      config: { catalogDir: folder },
    });

  test.each([
    ['a price of nothing', (folder: string) => setPrice(folder, '0')],
    ['text that is not JSON', (folder: string) => writeFileSync(join(folder, 'packs.json'), '[')],
  ])('with %s is not read, and the prices before stay', async (_, spoil) => {
    const folder = newCatalog();
    const shop = await street.openShop({ catalogDir: folder });
    const carol = await shop.signedIn('mallory');
    spoil(folder);
    expect(() => shop.reload()).toThrow(/packs\.json/);
    expect(price(await shop.buy(carol))).toBeLessThan(100_000_000n);
    expect(await command(['catalog', 'check', folder])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('packs.json'),
    });
    await shop.close();
  });

  test('a pipeline can get another price, but is added only by a restart', async () => {
    const folder = newCatalog();
    const world = await openBoth(folder);
    const costOf = async () => (await world.alice.get('/api/rig/pipelines')).json().data[0].credit_cost;
    const before = await costOf();
    editCatalog(folder, 'pipelines.json', ([first]) => Object.assign(first!, { credit_cost: before + 5 }));
    world.reload();
    expect(await costOf()).toBe(before + 5);
    editCatalog(folder, 'pipelines.json', (all) => {
      Object.assign(all[0]!, { credit_cost: 1 });
      all.push({ ...all[0]!, id: 'another' });
    });
    expect(() => world.reload()).toThrow('restart the service to add or remove a pipeline');
    expect(await costOf()).toBe(before + 5);
    await world.close();
  });

  test('applies nothing while its files are read, because another one may be wrong', async () => {
    const folder = newCatalog();
    const shop = await street.openShop({ catalogDir: folder, dataDir: mkdtempSync(join(root, 'data-')) });
    const second = await createPaymentsFeature(shop.context);
    const dave = await shop.signedIn('alice');
    setPrice(folder, '0.7');
    const apply = second.reload?.();
    expect(price(await shop.buy(dave))).toBeLessThan(100_000_000n); // read, and not applied
    apply?.();
    await shop.close();
  });
});

describe('rigsmith catalog check', () => {
  test('lists what the shipped catalog offers', async () => {
    const { status, stdout } = await command(['catalog', 'check']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^pack starter: 100 credits for 0\.02 SOL, \d/m);
    expect(stdout).toMatch(/^pipeline \S+: 10 credits$/m);
    expect(stdout).toMatch(/^proof by transfer: /m);
  });

  test('checks CATALOG_DIR, names a missing file, and needs its action', async () => {
    const folder = newCatalog();
    rmSync(join(folder, 'guide.md'));
    expect(await command(['catalog', 'check'], { CATALOG_DIR: folder })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('guide.md is missing'),
    });
    expect(await command(['catalog'])).toMatchObject({ status: 2 });
  });
});
