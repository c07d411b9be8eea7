import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import type { Card } from '../../../../src/bot/cards/card.js';
import type { OutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { createPurchaseNotifier } from '../../../../src/bot/purchase/notifier.js';
import type { PurchaseStores } from '../../../../src/bot/purchase/stores.js';
import type { Intent } from '../../../../src/contract/payments.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { languages } from '../../../support/copy.js';
import { markDelivered, queued } from '../../../support/outbox.js';
import { media, mia, place, purchase, read } from '../cards/sample.js';
import { openPurchaseStores } from './stored.js';

onEveryEngine((openDatabase) => {
  /** How an outcome reaches its member: once, by the best way left, and only if it is one. */

  const wallet = purchase().intent.recipient;
  const paid = { status: 'succeeded' as const, amount_received_base_units: '20000123' };
  const minuteMs = 60_000;
  const endingMs = 13.75 * minuteMs;

  let db: Database;
  let clock: ManualClock;
  let stores: PurchaseStores;
  let outbox: OutboxStore;
  let notifier: ReturnType<typeof createPurchaseNotifier>;
  /** Direct messages. */
  let said: string[];
  let discord: {
    /** Messages whose tokens live. */
    live: Set<string>;
    isDown: boolean;
    takesDirect: boolean;
  };
  /** What each private message shows. */
  let shows: Map<string, Card>;

  beforeEach(async () => {
    clock = manualClock();
    db = await openDatabase();
    const opened = openPurchaseStores({ db, clock });
    ({ outbox, stores } = opened);
    said = [];
    shows = new Map();
    discord = { live: new Set([place.messageId]), isDown: false, takesDirect: true };
    notifier = createPurchaseNotifier({
      ...stores,
      messenger: {
        async editPrivate(messageId, post) {
          if (discord.isDown) throw new Error('503');
          if (!discord.live.has(messageId)) return 'gone';
          shows.set(messageId, post as Card);
          return 'edited';
        },
      },
      languages,
      sendDirect: async (_member, card) => {
        if (discord.isDown) throw new Error('503');
        if (discord.takesDirect) said.push(read(card));
        return discord.takesDirect ? 'told' : 'closed';
      },
    });
    await opened.begin();
  });
  afterEach(() => db.close());

  const learns = async (changes: Partial<Intent>) => {
    const before = (await stores.store.find('int_1'))!;
    const after = { intent: { ...before.intent, ...changes }, balance: null, nextCheckAt: 0 };
    await stores.store.advance(before, after);
  };
  const deliver = async () => {
    for (const { kind, subject } of await queued(db)) {
      await notifier.deliver[kind as keyof typeof notifier.deliver](subject);
      await markDelivered(outbox, kind, subject);
    }
  };
  const cardSays = (messageId = place.messageId): string => {
    const card = shows.get(messageId);
    return card ? read(card) : '';
  };
  const endsSoon = async () => {
    await stores.cards.endSoon(clock.now() - endingMs);
    await deliver();
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
    it('is shown on the private card while Discord edits it, and nowhere else', async () => {
      await learns(paid);
      await deliver();
      expect(cardSays()).toContain('100 credits arrived');
      expect(said).toEqual([]);
    });

    it('is shown on every card of the purchase', async () => {
      discord.live.add('3');
      await stores.cards.add({ messageId: '3', locale: 'en-US' }, 'int_1');
      await learns(paid);
      await deliver();
      expect([cardSays(), cardSays('3')]).toEqual(Array(2).fill(expect.stringContaining('arrived')));
    });

    it('is sent directly, once, when no card can be edited, however often it is redrawn', async () => {
      discord.live.clear();
      await learns(paid);
      await deliver();
      for (let restart = 0; restart < 3; restart += 1) {
        await clock.advance(6 * minuteMs);
        await stores.cards.redraw(0);
        await stores.cards.redrawUnless(purchase({ id: 'int_1' }));
        await deliver();
      }
      expect(said).toEqual([expect.stringContaining('100 credits arrived')]);
      expect(said[0]).toContain('/payments');
      expect(await notifier.pendingNotices(mia)).toEqual([]);
    });

    it('is sent directly after an outage, not lost with its card', async () => {
      discord.isDown = true;
      await learns(paid);
      await expect(deliver()).rejects.toThrow('503');
      discord = { ...discord, isDown: false, live: new Set() };
      await deliver();
      expect(said).toEqual([expect.stringContaining('100 credits arrived')]);
    });

    it('is shown below the next answers until Discord accepts it, where direct messages are closed', async () => {
      discord = { ...discord, live: new Set(), takesDirect: false };
      await learns(paid);
      await deliver();
      for (const isAccepted of [false, true]) {
        const [notice, ...more] = await notifier.pendingNotices(mia);
        expect(read(notice!.card)).toContain('100 credits arrived');
        expect(more).toEqual([]);
        if (isAccepted) await notice!.noteNotified();
      }
      expect(await notifier.pendingNotices(mia)).toEqual([]);
    });

    it('stays pending when it changed while Discord accepted the notice of the earlier one', async () => {
      discord = { ...discord, live: new Set(), takesDirect: false };
      await learns(paid);
      await deliver();
      const [earlier] = await notifier.pendingNotices(mia);
      await stores.news.noteNotified('int_1', 'a newer outcome', 'closed');
      await earlier!.noteNotified();
      expect(await notifier.pendingNotices(mia)).toHaveLength(1);
    });

    it('that the card showed is not repeated once the card can no longer be edited', async () => {
      const first = sent({ commitment: 'confirmed' });
      const early = { ...paid, required_commitment: 'confirmed' as const, transactions: [first] };
      await learns(early);
      await deliver();
      discord.live.clear();
      await learns({ ...early, transactions: [sent({})] });
      await deliver();
      expect(said).toEqual([]);
    });

    it('that changed before it could be sent is dropped', async () => {
      discord.live.clear();
      await learns({ status: 'partially_paid', amount_received_base_units: '10000000' });
      await learns({ status: 'processing' });
      await deliver();
      expect(said).toEqual([]);
      await learns(paid);
      await deliver();
      expect(said).toEqual([expect.stringContaining('100 credits arrived')]);
    });

    it('is not caused by anything a stranger who has the pay link can send', async () => {
      const own = sent({});
      await learns({ ...paid, transactions: [own] });
      await deliver();
      const crumb = sent({ signature: '2', payer: mia, amount_base_units: '1' });
      const other = sent({
        signature: '3',
        payer: mia,
        standing: 'wrong_asset',
        amount_base_units: '5000000',
      });
      await learns({ transactions: [own, crumb, other] });
      await deliver();
      expect(said).toEqual([]);
    });

    it('is sent for each further payment of the buyer, beside the card', async () => {
      const own = sent({});
      await learns({ ...paid, transactions: [own] });
      const again = sent({ signature: '2' });
      await learns({ exception: 'duplicate', transactions: [own, again] });
      await deliver();
      const third = sent({ signature: '3' });
      await learns({ exception: 'duplicate', transactions: [own, again, third] });
      await deliver();
      expect(said).toHaveLength(2);
      expect(cardSays()).toContain('paid more than once');
    });
  });

  describe('a card that Discord soon stops editing', () => {
    it('gives up its code in time, and says how to see it again', async () => {
      await clock.advance(13 * minuteMs);
      await endsSoon();
      expect(cardSays()).toBe('');
      await clock.advance(minuteMs);
      await endsSoon();
      expect(cardSays()).toMatch(/15 minutes[\s\S]*Show the code/);
      expect(cardSays()).not.toContain('solana:');
      expect(media(shows.get(place.messageId)!)).toEqual([]);
    });

    it('needs no message when the offer expires, because it keeps no code', async () => {
      await clock.advance(14 * minuteMs);
      await endsSoon();
      discord.live.clear();
      await learns({ status: 'expired' });
      await deliver();
      expect(said).toEqual([]);
    });

    it('is live again after a press on it', async () => {
      await clock.advance(14 * minuteMs);
      await endsSoon();
      await stores.cards.add(place, 'int_1');
      await learns({ status: 'partially_paid', amount_received_base_units: '10000000' });
      await deliver();
      expect(cardSays()).toContain('solana:');
      await clock.advance(13 * minuteMs);
      await endsSoon();
      expect(cardSays()).toContain('solana:');
    });

    it('that kept a code over an outage is followed by a message when the offer expires, once', async () => {
      discord.isDown = true;
      await clock.advance(14 * minuteMs);
      await endsSoon().catch(() => undefined);
      discord = { ...discord, isDown: false, live: new Set() };
      await deliver();
      await learns({ status: 'expired' });
      await deliver();
      await stores.cards.redraw(0);
      await deliver();
      expect(said).toEqual([expect.stringMatching(/This offer expired[\s\S]*Don't pay this code/)]);
      await learns({ ...paid, exception: 'paid_late' });
      await deliver();
      expect(said).toEqual([expect.anything(), expect.stringContaining('It arrived late')]);
    });
  });
});
