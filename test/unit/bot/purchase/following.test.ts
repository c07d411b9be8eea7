import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { AppError } from '../../../../src/base/errors.js';
import { systemRandom } from '../../../../src/base/ids.js';
import { createSeal } from '../../../../src/base/seal.js';
import { createOutboxStore, type OutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { createPurchaseFlow } from '../../../../src/bot/purchase/flow.js';
import { createPurchaseStores } from '../../../../src/bot/purchase/stores.js';
import type { Sessions } from '../../../../src/bot/session/flow.js';
import type { Http } from '../../../../src/client/http.js';
import type { Intent } from '../../../../src/contract/payments.js';
import { openBotDatabase } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { markDelivered, queued } from '../../../support/outbox.js';
import { mia, place, purchase } from '../cards/sample.js';

/** How the bot follows a purchase: which requests it sends, and how often the service reads the chain for it. */

let db: Database;
let clock: ManualClock;
let asked: string[];
let answers: Record<string, () => Intent>;
let isPushed: boolean;
let onAnswer: () => unknown;
let outbox: OutboxStore;
let flow: ReturnType<typeof createPurchaseFlow>;

const intent = (changes: Partial<Intent> = {}): Intent =>
  purchase({ id: 'int_1', created_at: new Date(clock.now()).toISOString(), ...changes }).intent;

beforeEach(async () => {
  clock = manualClock();
  asked = [];
  isPushed = false;
  onAnswer = () => undefined;
  answers = { createIntent: intent, readIntent: intent, confirmIntent: intent };
  db = await openBotDatabase();
  const call = async ({ id }: { id: string }) => {
    asked.push(id);
    if (id === 'readCredits') return { body: { available: 140 } };
    const body = answers[id]?.();
    if (id === 'createIntent') await onAnswer();
    return { body };
  };
  outbox = createOutboxStore(db, clock);
  flow = createPurchaseFlow({
    stores: createPurchaseStores({
      db,
      clock,
      outbox,
      pageUrl: 'https://r.example/pay',
      seal: createSeal(['11'.repeat(32)]),
    }),
    sessions: {
      walletOf: async () => null,
      walletsOf: async () => [],
      serviceOf: () => ({ call }),
    } as unknown as Sessions,
    http: {} as Http,
    clock,
    random: systemRandom,
    network: 'localnet',
    skus: [],
    listen: () => isPushed,
  });
  const order = { packId: 'starter', currency: 'SOL' as const };
  await flow.start({ id: mia, name: 'mia' }, place, order, 'k');
  asked = [];
});
afterEach(() => db.close());

/** Rounds of the sweep at the bot's own interval. */
async function follows(ms: number) {
  for (let passed = 0; passed < ms; passed += 500) {
    await clock.advance(500);
    await flow.sweep();
  }
}
const times = (id: string) => asked.filter((one) => one === id).length;

it('reads the state and never requests a chain check, however long it waits', async () => {
  await follows(20 * 60_000);
  expect(times('readIntent')).toBeGreaterThan(100);
  expect(times('confirmIntent')).toBe(0);
});

it('polls seldom once the service pushes events, and at once when one arrives', async () => {
  isPushed = true;
  await flow.onIntent(intent());
  await follows(60_000);
  expect(asked.length).toBeLessThanOrEqual(8);
  answers.readIntent = () => intent({ status: 'succeeded' });
  await flow.onIntent(intent());
  expect(await flow.find('int_1')).toMatchObject({ intent: { status: 'succeeded' }, balance: 140 });
});

it('refuses every action of another member, and sends no request for it', async () => {
  const [before, elsewhere] = [await flow.find('int_1'), { ...place, messageId: '3' }];
  const actions = [
    () => flow.show('9', 'int_1', elsewhere),
    () => flow.check('9', 'int_1', elsewhere),
    () => flow.claim('9', 'int_1', '1'.repeat(64)),
    () => flow.renew('9', 'int_1', elsewhere),
    () => flow.cancel('9', 'int_1', elsewhere),
    () => flow.share('9', 'int_1', '3'),
  ];
  for (const act of actions) await expect(act()).rejects.toThrow('purchase.error.not_yours');
  expect(await flow.reopen('9', 'int_1', elsewhere)).toBeNull();
  expect(asked).toEqual([]);
  expect(await flow.find('int_1')).toEqual(before);
});

it('requests a chain check when a member presses the button', async () => {
  await flow.check(mia, 'int_1', place);
  expect(times('confirmIntent')).toBe(1);
});

it('shows the state of a payment when the check is refused', async () => {
  answers.confirmIntent = () => {
    throw new AppError('payment_underpaid');
  };
  answers.readIntent = () => intent({ status: 'partially_paid', exception: 'underpaid' });
  expect((await flow.check(mia, 'int_1', place)).intent.status).toBe('partially_paid');
});

it('follows by confirming at a service that has no other endpoint', async () => {
  answers.readIntent = () => {
    throw new AppError('not_found');
  };
  answers.confirmIntent = () => intent({ status: 'succeeded' });
  await follows(3_000);
  expect((await flow.find('int_1'))?.intent.status).toBe('succeeded');
});

it('reads at once which of two simultaneous events was the later', async () => {
  isPushed = true;
  const words = [intent({ status: 'succeeded' }), intent({ status: 'succeeded', exception: 'duplicate' })];
  answers.readIntent = () => words.shift() ?? intent({ status: 'succeeded', exception: 'duplicate' });
  await Promise.all([flow.onIntent(intent()), flow.onIntent(intent())]);
  await follows(500);
  expect((await flow.find('int_1'))?.intent.exception).toBe('duplicate');
});

it('ignores an outdated event: a newer read wins', async () => {
  answers.readIntent = () => intent({ status: 'succeeded', exception: 'duplicate' });
  await follows(3_000);
  await flow.onIntent(intent({ status: 'succeeded' }));
  expect((await flow.find('int_1'))?.intent.exception).toBe('duplicate');
});

it('draws the card once more when the reply to a click is older than an event', async () => {
  const drawn = await flow.check(mia, 'int_1', place);
  answers.readIntent = () => intent({ status: 'succeeded' });
  await flow.onIntent(intent());
  await markDelivered(outbox, 'purchase', 'int_1');
  await flow.answered(drawn, place);
  expect(await queued(db)).toMatchObject([{ kind: 'purchase', subject: 'int_1' }]);
});

it('keeps the card of a purchase that was paid while a new code was made', async () => {
  answers.confirmIntent = () => intent({ status: 'expired' });
  answers.createIntent = () => intent({ id: 'int_2' });
  answers.readIntent = () => intent({ status: 'succeeded' });
  const made = answers.createIntent;
  let came: Promise<void> | undefined;
  answers.createIntent = () => {
    came = flow.onIntent(intent());
    return made();
  };
  onAnswer = () => came;
  expect(await flow.renew(mia, 'int_1', place)).toMatchObject({
    id: 'int_1',
    intent: { status: 'succeeded' },
  });
  expect(await flow.find('int_2')).toBeNull();
});
