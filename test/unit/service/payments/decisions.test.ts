import { afterEach, beforeEach, expect, it } from 'vitest';
import { decidePaymentCase } from '../../../../src/contract/payment-cases.js';
import { proveRequest } from '../../../../src/contract/proof.js';
import { decisionRoute } from '../../../../src/service/payments/decisions.js';
import { createEntitlements } from '../../../../src/service/payments/entitlements.js';
import { onEveryServiceEngine } from '../../../support/service-database.js';
import { type Books, openBooks, payment } from './books.js';

const secret = 'a secret of bot and service';

/** An operator decides a case in Discord: whether a payment without a purchase pays for int_1. */
onEveryServiceEngine((openDatabase) => {
  let books: Books;
  let changed: string[];
  beforeEach(async () => {
    books = await openBooks(openDatabase);
    changed = [];
    await books.create('int_1', [500n]);
    const unmatched = { ...payment('s', 400n), standing: 'unmatched', commitment: 'finalized' } as const;
    await books.store.settlement.keepUnmatched(unmatched, { ask: true });
  });
  afterEach(() => books.db.close());

  const ask = async (actor: string, { by = secret, decision = 'credit' as 'credit' | 'waive' } = {}) => {
    const { db, clock, store } = books;
    const [open] = await db.all<{ id: number }>('SELECT id FROM review');
    const { handler } = decisionRoute({
      db,
      secret,
      operators: ['olga', 'max'],
      reviews: store.reviews,
      entitlements: createEntitlements(books),
      chain: null,
      clock,
      changed: async (id) => void changed.push(id),
    });
    const asked_at = new Date(clock.now()).toISOString();
    const about = { case_id: String(open!.id), intent_id: 'int_1', signature: null, note: null };
    const asked = { asked_at, actor, decision, ...about };
    const body = { ...asked, proof: proveRequest(by, decidePaymentCase, asked) };
    return handler({ body } as never).then(
      ({ status }) => status,
      ({ code }) => code as string,
    );
  };
  const decidedBy = async () =>
    (await books.db.get<{ by: string | null }>('SELECT decided_by AS by FROM review'))!.by;

  it('the first operator decides a case; a repeated request of theirs gets the same answer', async () => {
    expect([await ask('olga'), await ask('olga'), await ask('max')]).toEqual([200, 200, 'invalid_request']);
    expect([await decidedBy(), changed]).toEqual(['discord:olga', ['int_1']]);
    expect(await books.available()).toBe(100);
  });

  it('of two operators who decide a case at once, one does', async () => {
    const answers = await Promise.all([ask('olga'), ask('max'), ask('olga'), ask('max')]);
    expect(answers.filter((answer) => answer === 200)).toHaveLength(2);
    expect(answers[0]).toBe(answers[2]);
    expect([await books.available(), changed]).toEqual([100, ['int_1']]);
  });

  it('only an operator decides, and only with the secret of the bot', async () => {
    expect([await ask('sam'), await ask('olga', { by: 'another secret of a bot' })]).toEqual([
      'forbidden',
      'forbidden',
    ]);
    expect(await ask('olga', { decision: 'waive' })).toBe('not_found');
    expect([await decidedBy(), await books.available()]).toEqual([null, 0]);
  });
});
