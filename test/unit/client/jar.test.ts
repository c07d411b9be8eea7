import { expect, it } from 'vitest';
import { absorb, cookieHeader } from '../../../src/client/jar.js';

const now = Date.UTC(2026, 0, 1);

it('keeps cookies by whatever names the service gives', () => {
  const jar = absorb({}, ['sid=a=b; Path=/api; HttpOnly', 'other=2; Secure'], now);
  expect(cookieHeader(jar)).toBe('sid=a=b; other=2');
});

it('replaces, and forgets what the service takes back', () => {
  const jar = absorb(
    { a: '1', b: '2', c: '3', d: '4' },
    ['a=9', 'b=; Path=/', 'c=3; Max-Age=0', 'd=4; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
    now,
  );
  expect(jar).toEqual({ a: '9' });
});

it('passes over lines that are no cookies', () => {
  expect(absorb({ a: '1' }, ['', '=x', 'nonsense'], now)).toEqual({ a: '1' });
  expect(cookieHeader({})).toBeUndefined();
});
