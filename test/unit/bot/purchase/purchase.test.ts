import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import type { OutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { paymentsCsv, paymentsJson } from '../../../../src/bot/purchase/export.js';
import { purchaseMachine } from '../../../../src/bot/purchase/machine.js';
import { nextCheckAt } from '../../../../src/bot/purchase/pace.js';
import type { Purchase } from '../../../../src/bot/purchase/purchase.js';
import type { PurchaseStore } from '../../../../src/bot/purchase/store.js';
import type { PurchaseStores } from '../../../../src/bot/purchase/stores.js';
import { type Intent, intentStatus } from '../../../../src/contract/payments.js';
import { intentMachine } from '../../../../src/service/payments/machine.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { markDelivered, queued } from '../../../support/outbox.js';
import { mia, place, purchase } from '../cards/sample.js';
import { openPurchaseStores, token } from './stored.js';

onEveryEngine((openDatabase) => {
  const minuteMs = 60_000;

  let db: Database;
  let clock: ManualClock;
  let outbox: OutboxStore;
  let stores: PurchaseStores;
  let store: PurchaseStore;
  let begin: ReturnType<typeof openPurchaseStores>['begin'];

  /** The stores of a process that starts now. */
  const open = () => {
    ({ outbox, stores, begin } = openPurchaseStores({ db, clock }));
    store = stores.store;
  };
  const begun = (id = 'int_1', pageToken = token): Promise<Purchase> =>
    begin({ id, token: pageToken, card: `card of ${id}` });
  const learns = (before: Purchase, changes: Partial<Intent>, balance: number | null = null) =>
    store.advance(before, { intent: { ...before.intent, ...changes }, balance, nextCheckAt: clock.now() });
  const told = async () => (await queued(db)).map(({ kind, subject }) => `${kind} ${subject}`);
  const tell = async () => {
    for (const { kind, subject } of await queued(db)) await markDelivered(outbox, kind, subject);
  };

  beforeEach(async () => {
    clock = manualClock();
    db = await openDatabase();
    open();
  });
  afterEach(() => db.close());

  describe('the notification of a member', () => {
    it('is the card while they watch it', async () => {
      await learns(await begun(), { status: 'succeeded' });
      expect(await told()).toEqual(['purchase int_1']);
    });

    it.each([
      ['a payment after it was credited', { status: 'succeeded' }, { exception: 'duplicate' }],
      ['a moderator’s decision', { status: 'succeeded' }, { status: 'refunded' }],
      [
        'money for a cancelled purchase',
        { status: 'canceled' },
        { status: 'succeeded', exception: 'paid_late' },
      ],
      ['a payment of another currency', {}, { status: 'requires_review', exception: 'wrong_asset' }],
    ] as [string, Partial<Intent>, Partial<Intent>][])('is %s at once', async (_what, first, then) => {
      const before = await begun();
      await learns(before, first);
      await tell();
      await learns((await store.find('int_1'))!, { ...first, ...then });
      expect(await told()).toContain('purchase_notice int_1');
    });

    it('is omitted when nothing changed, or only something no card shows', async () => {
      const before = await begun();
      expect(await learns(before, { last_checked_at: '2026-01-01T00:00:09.000Z' })).toBe(true);
      expect(await told()).toEqual([]);
    });

    it('is sent once, though button and sweep learn of the change at the same time', async () => {
      const before = await begun();
      await learns(before, { status: 'succeeded' });
      const credited = (await store.find('int_1'))!;
      await tell();
      expect(await learns(credited, { exception: 'duplicate' })).toBe(true);
      await tell();
      expect(await learns(credited, { exception: 'duplicate' })).toBe(false);
      expect(await told()).toEqual([]);
    });

    it('about a second payment is sent once: when it is final, not when it is first seen', async () => {
      const paid = (signature: string, commitment: 'confirmed' | 'finalized') => ({
        signature,
        commitment,
        slot: 1,
        payer: null,
        amount_base_units: '20000123',
      });
      const first = { status: 'succeeded' as const, amount_received_base_units: '20000123' };
      await learns(await begun(), { ...first, transactions: [paid('1', 'finalized')] });
      await tell();
      const twice = { ...first, amount_received_base_units: '40000246' };
      const seen = [paid('1', 'finalized'), paid('2', 'confirmed')];
      await learns((await store.find('int_1'))!, { ...twice, transactions: seen });
      expect(await told()).toEqual(['purchase int_1']);
      const final = [paid('1', 'finalized'), paid('2', 'finalized')];
      await learns((await store.find('int_1'))!, { ...twice, exception: 'duplicate', transactions: final });
      expect(await told()).toContain('purchase_notice int_1');
    });

    it('never goes back: a credited purchase stays credited, whatever event follows', async () => {
      await learns(await begun(), { status: 'succeeded' });
      expect(await learns((await store.find('int_1'))!, { status: 'requires_payment' })).toBe(false);
      expect((await store.find('int_1'))?.intent.status).toBe('succeeded');
    });
  });

  describe('a renewed code', () => {
    it('takes over the card once; events of the old one arrive as a message, never on the card', async () => {
      await learns(await begun(), { status: 'expired' });
      await tell();
      const old = (await store.find('int_1'))!;
      const { intent, ...sample } = purchase({ id: 'int_2' });
      const next = { ...sample, id: 'int_2', intent, token: `${token}2`, createdAt: clock.now() };
      expect(await store.replace(old, next, place, clock.now())).toBe(true);
      expect(await store.replace(old, { ...next, id: 'int_3' }, place, clock.now())).toBe(false);
      expect(await store.find('int_3')).toBeNull();
      await learns((await store.find('int_1'))!, { status: 'succeeded', exception: 'paid_late' });
      expect(await told()).toEqual(['purchase int_2', 'purchase_notice int_1']);
      const shown = await stores.cards.ofPurchase('int_2');
      expect(shown.map(({ messageId }) => messageId)).toEqual(['card of int_1', place.messageId]);
      expect(await stores.cards.ofPurchase('int_1')).toEqual([]);
    });
  });

  describe('a purchase', () => {
    it('is shared once as it begins and once as it ends, and again only in the same message', async () => {
      await begun();
      const share = (what: 'buying' | 'bought', messageId: string) =>
        stores.news.share('int_1', what, messageId);
      expect(await share('buying', 'm1')).toBe(true);
      expect(await share('buying', 'm1')).toBe(true);
      expect(await share('buying', 'm2')).toBe(false);
      expect(await share('bought', 'm2')).toBe(true);
      expect(await told()).toEqual(['purchase int_1']);
      expect((await store.find('int_1'))?.shared).toBe('bought');
    });
  });

  describe('after a start', () => {
    it.each(intentStatus.options)('a purchase that is %s is followed as before', async (status) => {
      await learns(await begun(), { status });
      await tell();
      open();
      expect((await store.find('int_1'))?.intent.status).toBe(status);
      expect((await stores.checks.due(10)).map(({ id }) => id)).toEqual(['int_1']);
      await stores.cards.redraw(clock.now() - 1);
      expect(await told()).toEqual(['purchase int_1']);
    });
  });

  describe('any transition of the service', () => {
    const moves = intentMachine.states.flatMap((from) =>
      intentMachine.states
        .filter((to) => to !== from && intentMachine.allows(from, to))
        .map((to) => [from, to] as const),
    );

    it.each(moves)('from %s to %s is followed, and shown', async (from, to) => {
      const before = await begun();
      if (from !== before.intent.status) await learns(before, { status: from });
      await tell();
      expect(await learns((await store.find('int_1'))!, { status: to })).toBe(true);
      expect((await store.find('int_1'))?.intent.status).toBe(to);
      expect(await told()).toContain('purchase int_1');
    });

    it('ends the purchase when the service ends it, and not before', () => {
      const final = intentMachine.states.filter(intentMachine.isFinal);
      expect(purchaseMachine.states.filter(purchaseMachine.isFinal)).toEqual(final);
      expect(new Set(purchaseMachine.states)).toEqual(new Set(intentStatus.options));
    });
  });

  describe('the pay page’s token', () => {
    it('opens its purchase alone, and cannot be read from the database', async () => {
      await begun('int_1');
      await begun('int_2', `${token}2`);
      expect((await store.findByToken(token))?.id).toBe('int_1');
      expect((await store.findByToken(`${token}2`))?.payUrl).toBe(`https://r.example/pay#${token}2`);
      expect(await store.findByToken(token.toUpperCase())).toBeNull();
      const rows = await db.all<{ page_token: Buffer }>('SELECT * FROM purchase');
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(rows.map(({ page_token }) => page_token.includes(token))).toEqual([false, false]);
    });
  });

  describe('the polling interval of a purchase', () => {
    const created = purchase().intent;
    const start = Date.parse(created.created_at);
    const pause = (status: Intent['status'], age: number): number | null => {
      const at = nextCheckAt({ ...created, status }, start + age);
      return at === null ? null : at - (start + age);
    };

    it('is short at first, longer later, in whole milliseconds, and ends after thirty days', () => {
      expect(pause('requires_payment', 0)).toBe(2_000);
      expect(pause('requires_payment', 10 * minuteMs)).toBe(15_000);
      expect(pause('expired', 16 * minuteMs)).toBe(32_000);
      expect(pause('succeeded', 60 * 24 * 60 * minuteMs)).toBeNull();
      expect(pause('refunded', 0)).toBe(4_000);
      for (let age = 0; age < 20 * minuteMs; age += 7_777)
        for (const status of intentStatus.options) {
          const wait = pause(status, age);
          expect(wait === null || Number.isInteger(wait)).toBe(true);
        }
    });
  });

  describe('the end of an offer', () => {
    const offer = purchase().intent;
    const end = Date.parse(offer.expires_at);

    it('is checked as soon as it is due, even if the service pushes events, since one can be lost', () => {
      expect(nextCheckAt(offer, end - 5_000, true)).toBe(end + 2_000);
      expect(nextCheckAt(offer, end + 60_000, true)).toBe(end + 62_000);
    });

    it('is not checked for a paid or ended purchase', () => {
      expect(nextCheckAt({ ...offer, status: 'processing' }, end - 5_000, true)).toBeGreaterThan(end + 4_000);
      expect(nextCheckAt({ ...offer, status: 'expired' }, end + 5_000, true)).toBeGreaterThan(end + 14_000);
    });
  });

  describe('the export of a member’s payments', () => {
    const signatures = ['5'.repeat(88), '4'.repeat(88)];
    const { intent } = purchase({
      status: 'succeeded',
      exception: 'duplicate',
      pack_id: '=HYPERLINK("https://evil.example","starter")',
      amount_received_base_units: '40000246',
      receipt: { number: 'R-000007', signature: signatures[0]!, credits: 100 },
      transactions: signatures.map((signature, slot) => ({
        signature,
        slot,
        payer: mia,
        amount_base_units: '20000123',
        commitment: 'finalized' as const,
      })),
    });

    const bought = { intent, wallet: 'A1' };

    it('has a line for each, with every transaction, and nothing a spreadsheet would execute', () => {
      const [head, line, ...more] = paymentsCsv([bought]).split('\r\n');
      expect(more).toEqual(['']);
      expect(head?.split(',')).toHaveLength(17);
      expect(line).toContain(`"'=HYPERLINK(""https://evil.example"",""starter"")"`);
      expect(line).toContain('SOL,0.020000123,0.040000246,localnet');
      expect(line).toContain(signatures.join(' '));
    });

    it('is the service’s own data as JSON', () => {
      expect(JSON.parse(paymentsJson([bought]))).toEqual([{ ...intent, wallet: 'A1' }]);
    });
  });
});
