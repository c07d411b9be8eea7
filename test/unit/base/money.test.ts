import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toBaseUnits, toDecimal } from '../../../src/base/money.js';

it('writes base units as decimal amounts', () => {
  expect(toDecimal(20_000_000n, 'SOL')).toBe('0.02');
  expect(toDecimal(3_000_000n, 'USDC')).toBe('3');
});

it('round-trips base units for any amount', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 64n), (units) => toBaseUnits(toDecimal(units, 'SOL'), 'SOL') === units),
  );
});

it.each(['-1', '0.0000000001', 'ten', ''])('rejects %j as an amount', (text) => {
  expect(toBaseUnits(text, 'SOL')).toBeNull();
});
