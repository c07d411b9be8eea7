import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../src/base/errors.js';
import type { Log } from '../../src/base/log.js';
import type { Rpc } from '../../src/chain/rpc.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import { createPaymentsFeature } from '../../src/service/payments/payments.js';
import { eventually } from '../support/eventually.js';
import { openWorld } from './http-world.js';
import { openStreet, type Street } from './payments-world.js';

/** What `/readyz` reports to monitoring. */

describe('a chain that cannot be read', () => {
  let street: Street;
  beforeAll(async () => {
    street = await openStreet();
  });
  afterAll(() => street.close());

  test('makes the service unready after a minute, and ready again with the first good answer', async () => {
    let down = false;
    let asked = 0;
    const rpc: Rpc = {
      ...street.rpc,
      async signaturesFor(...query) {
        asked += 1;
        if (down) throw new AppError('rpc_unavailable');
        return street.rpc.signaturesFor(...query);
      },
    };
    const shop = await street.openShop({}, rpc);
    await shop.listen();
    const problems = async () => (await shop.person('anyone').get('/readyz')).json().problems;
    const later = (check: () => void | Promise<void>) =>
      eventually(async () => {
        await street.clock.advance(500);
        await check();
      });
    await later(() => expect(asked).toBeGreaterThan(0));
    expect(await problems()).toEqual([]);
    down = true;
    const since = street.clock.now();
    await later(async () =>
      expect(await problems()).toEqual([expect.stringMatching(/^no Solana node has answered for a minute/)]),
    );
    expect(street.clock.now() - since).toBeGreaterThanOrEqual(60_000);
    down = false;
    await later(async () => expect(await problems()).toEqual([]));
    await shop.close();
  });

  test('makes the service unready a minute after its start, when no node ever answered', async () => {
    let down = true;
    const rpc: Rpc = {
      ...street.rpc,
      async genesisHash() {
        if (down) throw new AppError('rpc_unavailable');
        return street.rpc.genesisHash();
      },
    };
    const lines: string[] = [];
    const note = (_fields: unknown, message?: unknown) => void lines.push(String(message));
    const quiet = () => undefined;
    const log = { debug: quiet, info: quiet, warn: note, error: note, child: () => log } as unknown as Log;
    const shop = await openWorld({
      rpc,
      clock: street.clock,
      log,
      plug: async (context) => [await createPaymentsFeature(context)],
      config: {
        merchantAddress: createTestWallet({ rpcUrl: street.chain.rpcUrl, name: 'merchant' }).address,
      },
    });
    await shop.listen();
    const problems = async () => (await shop.person('anyone').get('/readyz')).json().problems;
    expect(await problems()).toEqual([]);
    const later = (check: () => Promise<void>) =>
      eventually(async () => {
        await street.clock.advance(500);
        await check();
      });
    await later(async () =>
      expect(await problems()).toEqual([expect.stringMatching(/^no Solana node has answered for a minute/)]),
    );
    expect(lines).toEqual([expect.stringContaining('no Solana node answers')]);
    down = false;
    await later(async () => expect(await problems()).toEqual([]));
    await shop.close();
  });
});

test('repeated readiness requests from outside cause one write in five seconds', async () => {
  const world = await openWorld();
  const anyone = world.person('anyone');
  const writes = vi.spyOn(world.context.db, 'run');
  for (let turn = 0; turn < 50; turn += 1) expect((await anyone.get('/readyz')).statusCode).toBe(200);
  expect(writes).toHaveBeenCalledTimes(2); // one row written and deleted
  await world.clock.advance(5_000);
  await anyone.get('/readyz');
  expect(writes).toHaveBeenCalledTimes(4);
  await world.close();
});
