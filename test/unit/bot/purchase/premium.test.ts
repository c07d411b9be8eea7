import { expect, it } from 'vitest';
import { AppError } from '../../../../src/base/errors.js';
import { createLog } from '../../../../src/base/log.js';
import { createPremium, type ShopPurchase } from '../../../../src/bot/premium/shop.js';
import type { Sessions } from '../../../../src/bot/session/flow.js';
import type { Http } from '../../../../src/client/http.js';
import { isProven, isReturnProven } from '../../../../src/contract/entitlement.js';
import { manualClock } from '../../../support/clock.js';
import { languages } from '../../../support/copy.js';
import { mia } from '../cards/sample.js';

/** Purchases inside Discord, with a Discord and a service that fail on demand. */

const secret = 'a secret of bot and service';

function shop() {
  const bought: ShopPurchase[] = [];
  const credited = new Map<string, number>();
  const told: string[] = [];
  const asked: string[] = [];
  let spendable = 500;
  const broken = { service: false, consume: false };
  let wallet: { address: string; userId: string } | null = { address: 'A', userId: 'usr_1' };
  const call = async (
    _endpoint: unknown,
    { body }: { body: { entitlement_id: string; credits: number; proof: string } },
  ) => {
    if (broken.service) throw new AppError('provider_error');
    const { proof, ...claim } = body;
    if (!isProven(secret, { ...claim, user_id: 'usr_1' }, proof)) throw new AppError('forbidden');
    credited.set(claim.entitlement_id, claim.credits);
  };
  const service = {
    async call(
      _endpoint: unknown,
      { params, body }: { params: { entitlement_id: string }; body: { proof: string } },
    ) {
      if (broken.service) throw new AppError('provider_error');
      const { entitlement_id: id } = params;
      if (!isReturnProven(secret, id, body.proof)) throw new AppError('forbidden');
      asked.push(id);
      const credits = credited.get(id) ?? 0;
      const owed = Math.max(0, credits - spendable);
      const returned_at = new Date(clock.now()).toISOString();
      return { reply: { body: { address: credits > 0 ? 'A' : null, credits, owed, returned_at } } };
    },
  } as unknown as Http;
  const clock = manualClock();
  const premium = createPremium({
    clock,
    http: service,
    secret,
    skus: new Map([['42', 500]]),
    applicationId: () => '9',
    log: createLog('silent'),
    rest: {
      get: async (_path, options) => {
        const { after, limit, exclude_deleted } = Object.fromEntries(options?.query ?? new URLSearchParams());
        return bought
          .filter(
            ({ id, deleted }) =>
              BigInt(id) > BigInt(after ?? '0') && !(deleted && exclude_deleted !== 'false'),
          )
          .slice(0, Number(limit));
      },
      async post(path) {
        if (broken.consume) throw new Error('Discord is away');
        const found = bought.find(({ id }) => path.includes(`/${id}/consume`));
        if (found) found.consumed = true;
      },
    },
    sessions: { walletOf: async () => wallet, serviceOf: () => ({ call }) } as unknown as Sessions,
    tellReturned: async ({ id, kind, memberId }) => {
      expect(memberId).toBe(mia);
      told.push(`${id} ${kind}`);
    },
    languages,
    sendDirect: async (_member, _card, key) => {
      told.push(key);
      return 'told';
    },
  });
  return {
    premium,
    bought,
    credited,
    told,
    asked,
    broken,
    spends(credits: number) {
      spendable -= credits;
    },
    buys(id: string, sku_id = '42'): ShopPurchase {
      const one: ShopPurchase = { id, sku_id, user_id: mia, consumed: false, deleted: false };
      bought.push(one);
      return one;
    },
    unlink() {
      wallet = null;
    },
  };
}

it('credits, announces and consumes purchases made while the bot was offline, however many', async () => {
  const { premium, buys, bought, credited } = shop();
  for (let id = 1; id <= 230; id += 1) buys(String(id));
  await premium.sweep();
  expect(credited.size).toBe(230);
  expect(bought.every(({ consumed }) => consumed)).toBe(true);
});

it.each(['service', 'consume'] as const)('resumes where it stopped when the %s failed', async (part) => {
  const { premium, buys, broken, credited, told } = shop();
  const one = buys('7');
  broken[part] = true;
  await premium.arrive(one);
  expect(one.consumed).toBe(false);
  expect(told).toEqual(part === 'service' ? [] : ['entitlement/7']);
  broken[part] = false;
  await premium.sweep();
  expect(one.consumed).toBe(true);
  expect([...credited]).toEqual([['7', 500]]);
});

it('one failing purchase delays no other', async () => {
  const { premium, buys, bought, broken } = shop();
  buys('1', '77');
  buys('2');
  await premium.sweep();
  expect(bought.map(({ consumed }) => consumed)).toEqual([false, true]);
  broken.service = true;
  buys('3');
  await expect(premium.sweep()).resolves.toBeUndefined();
});

it('waits for a wallet, and says so once', async () => {
  const { premium, buys, unlink, told } = shop();
  unlink();
  const one = buys('5');
  await premium.arrive(one);
  await premium.sweep();
  expect(one.consumed).toBe(false);
  expect(told).toEqual(['entitlement/5/waits']);
});

it.each([
  [0, 'purchase_returned'],
  [1, 'purchase_returned_spent'],
])('takes back the credits of a refund by Discord, %i spent, and says so', async (spent, kind) => {
  const { premium, buys, spends, told } = shop();
  const one = buys('7');
  await premium.arrive(one);
  spends(spent);
  one.deleted = true;
  await premium.leave(one);
  await premium.leave(one);
  expect(told).toEqual(['entitlement/7', `entitlement/7/returned ${kind}`]);
});

it('finds refunds made while the bot or the service was offline, however many', async () => {
  const { premium, buys, broken, asked, told } = shop();
  for (let id = 1; id <= 230; id += 1) buys(String(id)).deleted = id % 2 === 0;
  broken.service = true;
  await premium.sweepReturned();
  expect(asked).toEqual([]);
  broken.service = false;
  await premium.sweepReturned();
  await premium.sweepReturned();
  expect(asked).toHaveLength(115);
  expect(told).toEqual([]); // none of it had ever been credited
});

it('ignores foreign products, also when they are refunded', async () => {
  const { premium, buys, asked } = shop();
  buys('7', '77').deleted = true;
  await premium.sweepReturned();
  expect(asked).toEqual([]);
});
