import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/base/errors.js';
import { errorText } from '../../../../src/bot/failure.js';
import { improveCard } from '../../../../src/bot/rig/cards/improve.js';
import { offerCard } from '../../../../src/bot/rig/cards/offer.js';
import type { Wish } from '../../../../src/bot/rig/wish.js';
import { t } from '../../../support/copy.js';
import { type AskedOfService, clay, openRigFlow, rigPlace as place } from '../../../support/rig-flow.js';
import { faultsOf, job, mia, read } from '../cards/sample.js';

let bot: Awaited<ReturnType<typeof openRigFlow>>;
let flow: typeof bot.flow;
/** The service: its price now, whether it knows quotes, and the orders it took. */
let service: {
  price: number;
  available: number;
  hasQuotes: boolean;
  fails: Error | null;
  first: number | null;
};
let orders: { key: string; quote: unknown; priority?: unknown }[];
/** The descriptions for which better words were asked. */
let improved: unknown[];
const better = ['a red fox', 'a fox with a gun'];

const answers: Record<string, (asked: AskedOfService) => unknown> = {
  quoteRig() {
    if (!service.hasQuotes) throw new AppError('not_found');
    const { price: credits, available } = service;
    const quote = `q${credits}`;
    const { first } = service;
    const priority = first && { quote: `p${first}`, credits: first, queue_ahead: 1, eta_seconds: 5 };
    return {
      quote,
      credits,
      available,
      pipeline_id: 'clay',
      queue_ahead: 2,
      eta_seconds: 9,
      expires_at: '',
      ...(priority && { priority }),
    };
  },
  textToRig({ body, idempotencyKey }) {
    if (service.fails) throw service.fails;
    const { quote, priority } = body;
    const valid = priority ? `p${service.first}` : `q${service.price}`;
    if (quote !== undefined && quote !== valid) throw new AppError('quote_expired');
    orders.push({ key: idempotencyKey, quote, ...(priority !== undefined && { priority }) });
    const { generation } = job();
    const input = { ...generation.input, prompt: String(body.prompt) };
    return { ...generation, input, id: `gen_of_${idempotencyKey}` };
  },
  readCredits: () => ({ available: service.available }),
  promptHelp({ body }) {
    improved.push(body.prompt);
    const corrected = [{ from: 'fxo', to: 'fox' }];
    return {
      understood: ['fox'],
      unknown: ['zorgly'],
      corrected,
      refusal: null,
      suggestions: better,
      by: 'grammar',
    };
  },
};

beforeEach(async () => {
  orders = [];
  improved = [];
  service = { price: 10, available: 35, hasQuotes: true, fails: null, first: null };
  bot = await openRigFlow({
    asksByDefault: true,
    pipeline: clay({ prompt_help: true }),
    answer: (asked) => answers[asked.id]?.(asked),
    checkText: async (_, text) => {
      if (text.includes('gun')) throw new AppError('content_rejected');
    },
  });
  flow = bot.flow;
});
afterEach(() => bot.db.close());

const member = { id: mia, name: 'mia' };
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
    flow = bot.restart();
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
    await bot.stores.offers.take(mia, 'asked');
    expect(await refusal(confirm())).toContain('already in progress');
    await bot.clock.advance(61_000);
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

describe('priority', () => {
  const confirmFirst = () => flow.confirm(member, place, 'asked', { isFirst: true });

  it('is a second button with what it costs more, where the service offers it and the member can pay', async () => {
    expect(read(offerCard(await offer(), t))).not.toContain('Make it first');
    service.first = 15;
    const card = offerCard(await flow.offer(member, place, fox, 'first'), t);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).toMatch(
      /Made first\*\* about 5 s · \*\*1\*\* ahead[\s\S]*Make it first · 5 more credits/,
    );
    service.available = 12;
    expect(read(offerCard(await flow.offer(member, place, fox, 'poor'), t))).not.toContain('Make it first');
  });

  it('is ordered at its own price, and asked about again when that changed', async () => {
    service.first = 15;
    await offer();
    service.first = 18;
    expect(await refusal(confirmFirst())).toContain("it's 18 credits now");
    expect(orders).toEqual([]);
    await confirmFirst();
    expect(orders).toEqual([{ key: 'asked', quote: 'p18', priority: true }]);
  });

  it('is not ordered when the service offers it no more', async () => {
    service.first = 15;
    await offer();
    service.first = null;
    expect(await refusal(confirmFirst())).not.toBe('made');
    expect(orders).toEqual([]);
  });
});

describe('better words', () => {
  const fxo: Wish = { kind: 'start', order: { kind: 'text', prompt: 'a zorgly fxo' } };
  const words = async () => flow.improve(member, place, (await flow.offer(member, place, fxo, 'asked')).id);

  it('are shown with the understood words, and ordered only when the member takes them', async () => {
    const advice = await words();
    const card = improveCard(advice, t);
    expect(faultsOf(card)).toEqual([]);
    expect(read(card)).toMatch(
      /a zorgly fxo[\s\S]*Understood\*\* fox[\s\S]*fxo \u2192 fox[\s\S]*No effect\*\* zorgly[\s\S]*1\*\* a red fox/,
    );
    const offer = await flow.reword(member, place, 'asked', 0);
    expect(read(offerCard(offer, t))).toMatch(/> a red fox[\s\S]*10 credits/);
    expect(orders).toEqual([]);
    expect((await confirm()).job.generation.input.prompt).toBe('a red fox');
  });

  it('are refused by keeping the own ones', async () => {
    await words();
    expect((await flow.reword(member, place, 'asked', null)).subject.prompt).toBe('a zorgly fxo');
    expect((await confirm()).job.generation.input.prompt).toBe('a zorgly fxo');
  });

  it('never contain what the server refuses, and such words are sent nowhere', async () => {
    expect((await words()).suggestions).toEqual(['a red fox']);
    expect(await refusal(flow.reword(member, place, 'asked', 1).then(() => ''))).not.toBe('made');
    const gun: Wish = { kind: 'start', order: { kind: 'text', prompt: 'a gun' } };
    await bot.stores.offers.put({
      ...(await offer()),
      id: 'before',
      wish: gun,
      subject: { type: 'text', prompt: 'a gun' },
    });
    await expect(flow.improve(member, place, 'before')).rejects.toMatchObject({ code: 'content_rejected' });
    expect(improved).toEqual(['a zorgly fxo']);
  });

  it('are only for the member who asked, and only until the rig is made', async () => {
    await words();
    const max = { id: '9', name: 'max' };
    expect(await refusal(flow.improve(max, place, 'asked'))).toContain('Start again');
    await confirm();
    expect(await refusal(flow.reword(member, place, 'asked', 0))).toContain('Start again');
  });

  it('are not offered for files, nor where the service has none', async () => {
    const image = { kind: 'image', image: { url: 'https://x/y.png', name: 'y.png', size: 1 } } as never;
    const subject = { type: 'image', prompt: null } as const;
    expect(read(offerCard(await offer(), t))).toContain('Improve my words');
    expect(read(offerCard({ ...(await offer()), wish: image, subject, suggestions: null }, t))).not.toContain(
      'Improve',
    );
    const other = await openRigFlow({ answer: (asked) => answers[asked.id]?.(asked) });
    expect((await other.flow.offer(member, place, fox, 'asked')).suggestions).toBeNull();
    await other.db.close();
  });
});

describe('the choice whether to be asked', () => {
  it('is the operator’s until the member chooses', async () => {
    expect(await flow.asksFirst(mia)).toBe(true);
    await flow.chooseAsking(mia, false);
    expect(await flow.asksFirst(mia)).toBe(false);
    flow = bot.restart(false);
    expect(await flow.asksFirst('someone')).toBe(false);
    await flow.chooseAsking('someone', true);
    expect(await flow.asksFirst('someone')).toBe(true);
  });

  it('is deleted with the offers of a member', async () => {
    await offer();
    await flow.chooseAsking(mia, false);
    expect(await bot.stores.offers.exportOf(mia)).toHaveLength(1);
    await bot.db.transaction(async (tx) => {
      await bot.stores.offers.forget(tx, mia);
      await bot.stores.confirmation.forget(tx, mia);
    });
    expect(await bot.stores.offers.exportOf(mia)).toEqual([]);
    expect(await bot.stores.confirmation.exportOf(mia)).toEqual([]);
  });
});
