import { expect, it } from 'vitest';
import { proveAsking } from '../../../../src/contract/entitlement.js';
import type { PaymentCase } from '../../../../src/contract/payment-cases.js';
import { caseRoute } from '../../../../src/service/payments/cases.js';
import type { Review } from '../../../../src/service/payments/questions.js';
import { manualClock } from '../../../support/clock.js';

const secret = 'a secret of bot and service';
const review = (id: number): Review => ({
  id,
  signature: `s${id}`,
  part: 'p',
  reason: 'duplicate',
  amountBaseUnits: 20_000_123n,
  mint: null,
  payer: 'P',
  slot: 1,
  commitment: 'finalized',
  standing: 'counts',
  intentId: 'int_1',
  openedAt: 0,
  decision: null,
});

function desk(open: number, shared: string | undefined = secret) {
  const clock = manualClock();
  const { handler } = caseRoute({
    secret: shared,
    clock,
    reviews: { listOpen: async () => Array.from({ length: open }, (_, at) => review(at + 1)) },
    entitlements: {
      listDebts: async () => [{ id: '77', userId: 'usr_1', credits: 100, owed: 40, returnedAt: 1_000 }],
    },
  });
  const ask = async (agoMs = 0, by = secret) => {
    const asked_at = new Date(clock.now() - agoMs).toISOString();
    const answer = await handler({ body: { asked_at, proof: proveAsking(by, asked_at) } } as never);
    return answer.body as { data: PaymentCase[]; has_more: boolean };
  };
  return { ask };
}

it('open cases are reported to the bot, of payments and of debts', async () => {
  const { data, has_more } = await desk(1).ask();
  expect(has_more).toBe(false);
  expect(data).toEqual([
    {
      id: '1',
      reason: 'duplicate',
      amount: '0.020000123 SOL',
      payer: 'P',
      intent_id: 'int_1',
      signature: 's1',
      opened_at: '1970-01-01T00:00:00.000Z',
    },
    {
      id: '77',
      reason: 'spent',
      amount: '40 of 100 credits',
      payer: null,
      intent_id: null,
      signature: null,
      opened_at: '1970-01-01T00:00:01.000Z',
    },
  ]);
});

it('a truncated list says that there are more', async () => {
  const { data, has_more } = await desk(120).ask();
  expect([data.length, has_more]).toEqual([100, true]);
});

it('the endpoint refuses another secret, an old proof, and everyone if no secret is set', async () => {
  await expect(desk(1).ask(0, 'another secret')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(desk(1).ask(6 * 60_000)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(desk(1, '').ask()).rejects.toMatchObject({ code: 'forbidden' });
});
