import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSeal } from '../../../../src/base/seal.js';
import { type Database, openDatabase } from '../../../../src/base/store.js';
import { isWords, type Post } from '../../../../src/bot/cards/card.js';
import { createOutboxStore } from '../../../../src/bot/outbox.js';
import { createPurchaseStore, type PurchaseStore } from '../../../../src/bot/purchase/store.js';
import { createTeller } from '../../../../src/bot/purchase/tell.js';
import { DeliveryRefused } from '../../../../src/bot/refusal.js';
import type { RefusedDelivery } from '../../../../src/bot/refused.js';
import type { Intent } from '../../../../src/contract/payments.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { mia, purchase } from '../cards/sample.js';

/** How an outcome reaches its member: once, by the best channel left, and only if it is one. */

const migrations = join(resolve(import.meta.dirname, '../../../..'), 'data', 'migrations', 'bot');
const wallet = purchase().intent.recipient;
const paid = { status: 'succeeded' as const, amount_received_base_units: '20000123' };

let db: Database;
let clock: ManualClock;
let store: PurchaseStore;
let outbox: ReturnType<typeof createOutboxStore>;
let teller: ReturnType<typeof createTeller>;
let said: string[];
let channel: {
  hasCard: boolean;
  isThere: boolean;
  takesDirect: boolean;
  /** Discord shows the card, but accepts no edits and no messages. */
  refuses: boolean;
  /** The card can still be deleted. */
  removes: boolean;
};

const words = (post: Post): string => (isWords(post) ? post.content : JSON.stringify(post.components));

beforeEach(async () => {
  clock = manualClock();
  db = await openDatabase(':memory:', migrations);
  outbox = createOutboxStore(db, clock);
  const seal = createSeal(['11'.repeat(32)]);
  store = createPurchaseStore({ db, clock, outbox, seal, pageUrl: 'https://r.example/pay' });
  said = [];
  channel = { hasCard: true, isThere: true, takesDirect: true, refuses: false, removes: false };
  teller = createTeller({
    store,
    messenger: {
      async edit() {
        if (channel.refuses) throw new DeliveryRefused('1', 'forbidden');
        return channel.hasCard && channel.isThere ? 'edited' : 'gone';
      },
      send: async (_channel, post) =>
        channel.isThere && !channel.refuses ? String(said.push(words(post))) : null,
      async remove() {
        if (channel.removes) channel.hasCard = false;
        return channel.removes;
      },
    },
    sendDirect: async (_member, card) => {
      if (channel.takesDirect) said.push(words(card));
      return channel.takesDirect ? 'told' : 'closed';
    },
  });
  const { intent, ...sample } = purchase({ id: 'int_1' });
  const token = 'abcdefghjkmnpqrstvwxyz0123456789';
  await store.add({ ...sample, id: 'int_1', address: wallet, intent, token, createdAt: clock.now() }, 0);
});
afterEach(() => db.close());

const learns = async (changes: Partial<Intent>) => {
  const before = (await store.find('int_1'))!;
  await store.advance(before, { intent: { ...before.intent, ...changes }, balance: null, nextCheckAt: 0 });
};
const deliver = async () => {
  for (const { kind, subject, revision } of await outbox.due(20)) {
    await teller.deliver[kind as keyof typeof teller.deliver](subject);
    await outbox.done(kind, subject, revision);
  }
};
const sent = (changes: Partial<Intent['transactions'][number]>): Intent['transactions'][number] => ({
  signature: '1',
  slot: 1,
  payer: wallet,
  amount_base_units: '20000123',
  commitment: 'finalized',
  standing: 'counts',
  ...changes,
});

describe('an outcome', () => {
  it('is sent once when the card is gone, however often it is redrawn', async () => {
    channel.hasCard = false;
    await learns(paid);
    await deliver();
    for (let restart = 0; restart < 3; restart += 1) {
      await clock.advance(6 * 60_000);
      await store.redraw(0);
      await deliver();
    }
    expect(said).toEqual([expect.stringContaining('100 credits arrived')]);
  });

  it('is sent directly when the channel is gone', async () => {
    channel.isThere = false;
    await learns(paid);
    await deliver();
    expect(said).toEqual([expect.stringContaining('100 credits arrived')]);
    expect(await teller.untold(mia)).toEqual([]);
  });

  it('is shown below the next answer, once, if no other way is left', async () => {
    channel = { ...channel, hasCard: false, isThere: false, takesDirect: false };
    await learns(paid);
    await deliver();
    const [card, ...more] = await teller.untold(mia);
    expect(JSON.stringify(card)).toContain('100 credits arrived');
    expect(more).toEqual([]);
    expect(await teller.untold(mia)).toEqual([]);
  });

  it('that changed before it could be sent is dropped', async () => {
    await clock.advance(16 * 60_000);
    await learns({ status: 'partially_paid', amount_received_base_units: '10000000' });
    await learns({ status: 'processing' });
    await deliver();
    expect(said).toEqual([]);
    await learns(paid);
    await deliver();
    expect(said).toEqual([expect.stringContaining('100 credits arrived')]);
  });

  it('is not caused by anything a stranger who sees the code can send', async () => {
    const own = sent({});
    await learns({ ...paid, transactions: [own] });
    await deliver();
    const crumb = sent({ signature: '2', payer: mia, amount_base_units: '1' });
    const other = sent({ signature: '3', payer: mia, standing: 'wrong_asset', amount_base_units: '5000000' });
    await learns({ transactions: [own, crumb, other] });
    await deliver();
    expect(said).toEqual([]);
  });

  it('is sent for each further payment of the buyer', async () => {
    const own = sent({});
    await learns({ ...paid, transactions: [own] });
    const again = sent({ signature: '2' });
    await learns({ exception: 'duplicate', transactions: [own, again] });
    await deliver();
    const third = sent({ signature: '3' });
    await learns({ exception: 'duplicate', transactions: [own, again, third] });
    await deliver();
    expect(said).toHaveLength(2);
  });

  it('is sent directly at once when the channel refuses the card, which waits for the channel', async () => {
    channel.refuses = true;
    await learns(paid);
    await expect(deliver()).rejects.toThrow(DeliveryRefused);
    await expect(deliver()).rejects.toThrow(DeliveryRefused);
    expect(said).toEqual([expect.stringContaining('100 credits arrived')]);
    expect(await outbox.due(20)).toHaveLength(1);
    channel.refuses = false;
    await deliver();
    expect(said).toHaveLength(1);
    expect(await outbox.due(20)).toEqual([]);
  });

  it('deletes a card that can no longer be edited and would still show a code', async () => {
    channel = { ...channel, refuses: true, removes: true };
    await learns(paid);
    await deliver();
    expect(channel.hasCard).toBe(false);
    expect(said).toEqual([expect.stringContaining('100 credits arrived')]);
  });
});

describe('a card that is refused before any payment', () => {
  const refused: RefusedDelivery = {
    kind: 'purchase',
    subject: 'int_1',
    channelId: '7',
    reason: 'hidden',
    since: 0,
    told: null,
    revision: 1,
  };

  it('is reported once its code is no longer valid', async () => {
    expect(await teller.instead('int_1', refused)).toBeNull();
    await learns({ status: 'expired' });
    const news = await teller.instead('int_1', refused);
    expect(news).toMatchObject({ memberId: mia, key: 'expired' });
    expect(JSON.stringify(news?.card)).toContain('<#7>, because I can’t see that channel any more');
  });
});
