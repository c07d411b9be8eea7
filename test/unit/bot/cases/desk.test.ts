import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { silentLog } from '../../../../src/base/log.js';
import { isWords } from '../../../../src/bot/cards/card.js';
import { createCaseDesk } from '../../../../src/bot/cases/desk.js';
import { createCaseStore } from '../../../../src/bot/cases/store.js';
import { createOutboxStore } from '../../../../src/bot/delivery/outbox.js';
import type { Http } from '../../../../src/client/http.js';
import type { PaymentCase } from '../../../../src/contract/payment-cases.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { manualClock } from '../../../support/clock.js';
import { t } from '../../../support/copy.js';
import { markDelivered, queued } from '../../../support/outbox.js';
import { faultsOf, mia } from '../cards/sample.js';

onEveryEngine((openDatabase) => {
  /** The operators' channel: one card for each case. */

  const one = (changes: Partial<PaymentCase> = {}): PaymentCase => ({
    id: '4',
    reason: 'duplicate',
    amount: '0.02 SOL',
    payer: 'P',
    intent_id: 'int_1',
    signature: 'S'.repeat(88),
    opened_at: '2026-01-01T12:00:00.000Z',
    ...changes,
  });

  let db: Database;
  let open: PaymentCase[];
  let hasMore: boolean;
  let cards: string[];
  let isClosed: boolean;
  let round: () => Promise<void>;

  beforeEach(async () => {
    const clock = manualClock();
    db = await openDatabase();
    [open, hasMore, cards, isClosed] = [[], false, [], false];
    const outbox = createOutboxStore(db, clock);
    const desk = createCaseDesk({
      store: createCaseStore({ db, outbox }),
      clock,
      log: silentLog,
      channelId: '9',
      secret: 's',
      network: 'mainnet',
      hasButtons: false,
      t,
      buyerOf: async (id, payer) => (id === 'int_1' ? mia : payer),
      http: { call: async () => ({ reply: { body: { data: open, has_more: hasMore } } }) } as unknown as Http,
      messenger: {
        async edit(_channel, message, post) {
          cards[Number(message)] = JSON.stringify(post);
          return 'edited';
        },
        async deliver(_channel, post) {
          if (isClosed || isWords(post)) return null;
          expect(faultsOf(post)).toEqual([]);
          return String(cards.push(JSON.stringify(post)) - 1);
        },
      },
    });
    round = async () => {
      await desk.sweep();
      for (const { kind, subject } of await queued(db)) {
        await desk.deliver(subject);
        await markDelivered(outbox, kind, subject);
      }
    };
  });
  afterEach(() => db.close());

  it('posts one card for each case, which pings no one and has no buttons', async () => {
    open = [one(), one({ id: '5', reason: 'unmatched', intent_id: null })];
    await round();
    await round();
    expect(cards).toHaveLength(2);
    expect(cards[0]).toMatch(/Case 4[\s\S]*<@\d+>[\s\S]*rigsmith review refund 4 --by SIGNATURE/);
    expect(cards[1]).toContain('rigsmith review credit 5 --purchase ID');
    expect(cards.join()).not.toContain('custom_id');
  });

  it('marks a case as closed, and posts a changed one again', async () => {
    open = [one()];
    await round();
    open = [one({ amount: '0.04 SOL' })];
    await round();
    expect(cards).toEqual([expect.stringContaining('0.04 SOL')]);
    open = [];
    await round();
    expect(cards).toEqual([expect.stringContaining('Case 4 closed')]);
  });

  it('closes no case beyond the end of a truncated list', async () => {
    open = [one()];
    await round();
    [open, hasMore] = [[], true];
    await round();
    expect(cards[0]).toContain('payment under review');
  });

  it('writes only to the log if it may not post there', async () => {
    isClosed = true;
    open = [one()];
    await round();
    open = [];
    await round();
    expect(cards).toEqual([]);
  });
});
