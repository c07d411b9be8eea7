import { expect, it } from 'vitest';
import { bornAt, byAge, createSnowflakes } from '../../../../src/playground/discord/snowflake.js';

it('ids contain their time and increase strictly, even when the clock stops or steps back', () => {
  const start = Date.UTC(2026, 0, 1);
  let now = start;
  const next = createSnowflakes(() => now);
  const ids = [next(), next()];
  now -= 60_000;
  ids.push(next());
  now = start + 5_000;
  ids.push(next());
  expect(bornAt(ids[0]!)).toBe(start);
  expect(bornAt(ids[3]!)).toBe(start + 5_000);
  expect([...ids].sort((a, b) => byAge({ id: a }, { id: b }))).toEqual(ids);
  expect(new Set(ids).size).toBe(4);
});

it('an 18-digit id is older than a 19-digit one', () => {
  expect(byAge({ id: '999999999999999999' }, { id: '1000000000000000000' })).toBeLessThan(0);
});
