import { expect, test } from 'vitest';
import { nextReferenceCheckAt } from '../../../../src/service/payments/schedule.js';

const day = 86_400_000;
const expiresAt = 1_000_000;

test('an open purchase is checked at its expiry, one that becomes final every ten seconds', () => {
  expect(nextReferenceCheckAt('requires_payment', expiresAt, 0)).toBe(expiresAt);
  expect(nextReferenceCheckAt('processing', expiresAt, 500)).toBe(10_500);
});

test.each(['expired', 'canceled', 'partially_paid'] as const)(
  'one that is %s is checked at growing intervals, and no more after 30 days',
  (status) => {
    const looks: number[] = [];
    let at: number | null = expiresAt;
    while (at !== null) {
      looks.push(at);
      at = nextReferenceCheckAt(status, expiresAt, at);
    }
    const waits = looks.slice(1).map((look, index) => look - looks[index]!);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(looks.length).toBeLessThan(15);
    expect(looks.at(-1)! - expiresAt).toBeGreaterThanOrEqual(30 * day);
  },
);

test.each(['succeeded', 'refunded', 'requires_review'] as const)('one that is %s is not', (status) => {
  expect(nextReferenceCheckAt(status, expiresAt, expiresAt + 1)).toBeNull();
});
