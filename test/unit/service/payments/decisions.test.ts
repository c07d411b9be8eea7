import { expect, it } from 'vitest';
import { AppError } from '../../../../src/base/errors.js';
import { decidePaymentCase } from '../../../../src/contract/payment-cases.js';
import { proveRequest } from '../../../../src/contract/proof.js';
import { decisionRoute } from '../../../../src/service/payments/decisions.js';
import { manualClock } from '../../../support/clock.js';

const secret = 'a secret of bot and service';

/** A service with one case, which the first credit decides. */
function desk() {
  const clock = manualClock();
  let decidedBy: string | null = null;
  const { handler } = decisionRoute({
    db: { get: async () => (decidedBy === null ? undefined : { by: decidedBy }) } as never,
    secret,
    operators: ['olga', 'max'],
    reviews: {
      credit: async (_: unknown, { by }: { by: string }) => {
        if (decidedBy !== null) throw new AppError('invalid_request', 'Case 1 is already decided: credited.');
        decidedBy = by;
        return { intentId: null };
      },
    } as never,
    entitlements: { waive: async () => false },
    chain: null,
    clock,
    changed: async () => undefined,
  });
  const ask = async (actor: string, by = secret, decision = 'credit') => {
    const asked_at = new Date(clock.now()).toISOString();
    const asked = { asked_at, actor, case_id: '1', decision, intent_id: null, signature: null, note: null };
    const body = { ...asked, proof: proveRequest(by, decidePaymentCase, asked) };
    return handler({ body } as never).then(
      ({ status }) => status,
      ({ code }) => code as string,
    );
  };
  return { ask, decidedBy: () => decidedBy };
}

it('the first operator decides a case; a repeated request of theirs gets the same answer', async () => {
  const { ask, decidedBy } = desk();
  expect(await ask('olga')).toBe(200);
  expect(await ask('olga')).toBe(200);
  expect(await ask('max')).toBe('invalid_request');
  expect(decidedBy()).toBe('discord:olga');
});

it('only an operator decides, and only with the secret of the bot', async () => {
  const { ask, decidedBy } = desk();
  expect([await ask('sam'), await ask('olga', 'another secret of a bot')]).toEqual([
    'forbidden',
    'forbidden',
  ]);
  expect(await ask('olga', secret, 'waive')).toBe('not_found');
  expect(decidedBy()).toBeNull();
});
