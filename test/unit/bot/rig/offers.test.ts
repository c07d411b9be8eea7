import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { AppError } from '../../../../src/base/errors.js';
import { systemRandom } from '../../../../src/base/ids.js';
import { createOutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { errorText } from '../../../../src/bot/failure.js';
import { offerCard } from '../../../../src/bot/rig/cards/offer.js';
import { createRigFlow } from '../../../../src/bot/rig/flow.js';
import { createRigStores } from '../../../../src/bot/rig/stores.js';
import type { Wish } from '../../../../src/bot/rig/wish.js';
import { openBotDatabase } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { t } from '../../../support/copy.js';
import { freeServer } from '../../../support/server.js';
import { job, mia, read } from '../cards/sample.js';

let db: Database;
let clock: ManualClock;
let stores: ReturnType<typeof createRigStores>;
let flow: ReturnType<typeof createRigFlow>;
/** The service: its price now, whether it knows quotes, and the orders it took. */
let service: { price: number; available: number; hasQuotes: boolean; fails: Error | null };
let orders: { key: string; quote: unknown }[];

const answers = {
  quoteRig() {
    if (!service.hasQuotes) throw new AppError('not_found');
    const { price: credits, available } = service;
    const quote = `q${credits}`;
    return { quote, credits, available, pipeline_id: 'clay', queue_ahead: 2, eta_seconds: 9, expires_at: '' };
  },
  textToRig({ body, idempotencyKey }: { body: { quote?: string }; idempotencyKey: string }) {
    if (service.fails) throw service.fails;
    if (body.quote !== undefined && body.quote !== `q${service.price}`) throw new AppError('quote_expired');
    orders.push({ key: idempotencyKey, quote: body.quote });
    return { ...job().generation, id: `gen_of_${idempotencyKey}` };
  },
  readCredits: () => ({ available: service.available }),
};

const open = (asksByDefault = true) => {
  stores = createRigStores({
    db,
    clock,
    outbox: createOutboxStore(db, clock),
    random: systemRandom,
    pageUrl: 'https://rigsmith.example/rig',
    asksByDefault,
  });
  const clay = {
    id: 'clay',
    name: 'Clay',
    inputs: ['text'],
    credit_cost: 10,
    estimated_seconds: 4,
    parameters: [],
  };
  return createRigFlow({
    ...freeServer,
    ...stores,
    clock,
    random: systemRandom,
    fileOrigins: [],
    listen: () => true,
    http: {
      call: async ({ id }: { id: string }) => ({
        reply: { body: id === 'listPipelines' ? { data: [clay] } : clay },
      }),
    },
    sessions: {
      walletOf: async () => ({ address: 'w1' }),
      serviceOf: () => ({
        call: async ({ id }: { id: keyof typeof answers }, input: never) => ({ body: answers[id](input) }),
      }),
    },
  } as unknown as Parameters<typeof createRigFlow>[0]);
};

beforeEach(async () => {
  clock = manualClock();
  db = await openBotDatabase();
  orders = [];
  service = { price: 10, available: 35, hasQuotes: true, fails: null };
  flow = open();
});
afterEach(() => db.close());

const member = { id: mia, name: 'mia' };
const place = {
  guildId: '1',
  guildName: 'one',
  channelId: '5',
  messageId: '6',
  locale: 'en-US',
  uploadLimit: 1,
};
const fox: Wish = { kind: 'start', order: { kind: 'text', prompt: 'a fox' } };
const offer = () => flow.offer(member, place, fox, 'asked');
const confirm = () => flow.confirm(member, { ...place, messageId: '7' }, 'asked');
const refusal = (press: Promise<unknown>): Promise<string> =>
  press.then(
    () => 'made',
    (error) => errorText(error, t),
  );

describe('the price of a rig', () => {
  it('is shown with the balance afterwards and the waiting time, before anything is ordered', async () => {
    const card = read(offerCard(await offer(), t));
    expect(card).toMatch(
      /a fox[\s\S]*Price\*\* 10 credits[\s\S]*have\*\* 35 credits[\s\S]*afterwards\*\* 25 credits/,
    );
    expect(card).toMatch(/Ready in\*\* about 9 s · \*\*2\*\* ahead of you/);
    expect(orders).toEqual([]);
  });

  it('is that of the catalog where the service has no quotes', async () => {
    service.hasQuotes = false;
    expect(read(offerCard(await offer(), t))).toMatch(/Price\*\* 10 credits[\s\S]*afterwards\*\* 25/);
    await confirm();
    expect(orders).toEqual([{ key: 'asked', quote: undefined }]);
  });

  it('is refused at once when the member has too few credits', async () => {
    service.available = 3;
    expect(await refusal(offer())).toContain('10 credits and you have 3');
  });
});

describe('confirming the price', () => {
  it('orders the rig once at that price, however often it is pressed', async () => {
    await offer();
    const { job: made } = await confirm();
    expect([made.id, made.messageId]).toEqual(['gen_of_asked', '7']);
    expect(await refusal(confirm())).toContain('already confirmed');
    expect(orders).toEqual([{ key: 'asked', quote: 'q10' }]);
  });

  it('orders it once when two presses arrive together', async () => {
    await offer();
    const pressed = await Promise.all([refusal(confirm()), refusal(confirm())]);
    expect(pressed.filter((one) => one === 'made')).toHaveLength(1);
    expect(orders).toHaveLength(1);
  });

  it('asks again when the price changed meanwhile, and charges nothing', async () => {
    await offer();
    service.price = 12;
    expect(await refusal(confirm())).toContain("it's 12 credits now");
    expect(orders).toEqual([]);
    expect(read(offerCard((await flow.findOffer(mia, 'asked'))!, t))).toContain('12 credits');
    await confirm();
    expect(orders).toEqual([{ key: 'asked', quote: 'q12' }]);
  });

  it('works after a restart', async () => {
    await offer();
    flow = open();
    expect((await confirm()).job.id).toBe('gen_of_asked');
  });

  it('can be repeated after the order was refused', async () => {
    await offer();
    service.fails = new AppError('maintenance');
    expect(await refusal(confirm())).toContain('maintenance');
    service.fails = null;
    expect(await refusal(confirm())).toBe('made');
  });

  it('is taken over with the same key when the process that did it died', async () => {
    await offer();
    await stores.offers.take(mia, 'asked');
    expect(await refusal(confirm())).toContain('already in progress');
    await clock.advance(61_000);
    expect(await refusal(confirm())).toBe('made');
    expect(orders).toEqual([{ key: 'asked', quote: 'q10' }]);
  });

  it('is only for the member who asked', async () => {
    await offer();
    const other = flow.confirm({ id: '9', name: 'max' }, place, 'asked');
    expect(await refusal(other)).toContain('Start again');
    expect(orders).toEqual([]);
  });

  it('is over after the member declined', async () => {
    await offer();
    await flow.decline(mia, 'asked');
    expect(await refusal(confirm())).toContain('cancelled this one');
  });
});

describe('the choice whether to be asked', () => {
  it('is the operator’s until the member chooses', async () => {
    expect(await flow.asksFirst(mia)).toBe(true);
    await flow.chooseAsking(mia, false);
    expect(await flow.asksFirst(mia)).toBe(false);
    flow = open(false);
    expect(await flow.asksFirst('someone')).toBe(false);
    await flow.chooseAsking('someone', true);
    expect(await flow.asksFirst('someone')).toBe(true);
  });

  it('is deleted with the offers of a member', async () => {
    await offer();
    await flow.chooseAsking(mia, false);
    expect(await stores.offers.exportOf(mia)).toHaveLength(1);
    await db.transaction(async (tx) => {
      await stores.offers.forget(tx, mia);
      await stores.confirmation.forget(tx, mia);
    });
    expect(await stores.offers.exportOf(mia)).toEqual([]);
    expect(await stores.confirmation.exportOf(mia)).toEqual([]);
  });
});
