import { beforeEach, expect, it } from 'vitest';
import { AppError } from '../../../../src/base/errors.js';
import { createCatalogHttp } from '../../../../src/bot/session/catalog.js';
import { listPacks, readCredits } from '../../../../src/contract/payments.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';

/** Packs and pipelines, which a service may show to signed-in members alone. */

let clock: ManualClock;
let asked: string[];
/** How a stranger is refused; null where they are not. */
let refusal: AppError | null;
let open: { memberId: string; address: string } | null;
let http: ReturnType<typeof createCatalogHttp>;

beforeEach(() => {
  clock = manualClock();
  asked = [];
  refusal = null;
  open = { memberId: 'mia', address: 'wallet' };
  http = createCatalogHttp({
    http: {
      async call() {
        asked.push('stranger');
        if (refusal) throw refusal;
        return { reply: { status: 200, body: { data: [] } }, jar: {} };
      },
    } as never,
    sessions: {
      serviceOf: (memberId: string, address: string) => ({
        async call() {
          asked.push(`${memberId}/${address}`);
          return { status: 200, body: { data: ['pack'] } };
        },
      }),
    } as never,
    vaults: { anyOpen: async () => open },
    clock,
  });
});
const packs = async () => (await http.call(listPacks, {}, {})).reply.body.data;

it('are asked for without a session where the service shows them to everybody', async () => {
  await packs();
  expect(asked).toEqual(['stranger']);
});

it.each(['unauthenticated', 'forbidden'] as const)(
  'are asked for as a signed-in member after %s, and as a stranger again after ten minutes',
  async (code) => {
    refusal = new AppError(code);
    expect(await packs()).toEqual(['pack']);
    await packs();
    expect(asked).toEqual(['stranger', 'mia/wallet', 'mia/wallet']);
    await clock.advance(10 * 60_000);
    refusal = null;
    expect(await packs()).toEqual([]);
  },
);

it('need a link when no member is signed in', async () => {
  refusal = new AppError('unauthenticated');
  open = null;
  await expect(packs()).rejects.toMatchObject({ code: 'unauthenticated' });
});

it('are not asked for as a member while the service is out of order', async () => {
  refusal = new AppError('provider_error');
  await expect(packs()).rejects.toMatchObject({ code: 'provider_error' });
  expect(asked).toEqual(['stranger']);
});

it('alone: what belongs to a member is never asked for as another', async () => {
  refusal = new AppError('unauthenticated');
  await expect(http.call(readCredits, {}, {})).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(asked).toEqual(['stranger']);
});
