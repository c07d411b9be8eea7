import { expect, it } from 'vitest';
import { absorb, cookieHeader, firstExpiry, type Jar, sameCookies } from '../../../src/client/jar.js';

const now = Date.UTC(2026, 0, 1);
const bare = (value: string) => ({ value, path: '/', expiresAt: null });

it('keeps cookies under any name', () => {
  const jar = absorb({}, ['sid=a=b; Path=/api; HttpOnly', 'other=2; Secure'], now);
  expect(cookieHeader(jar, '/api/users/me')).toBe('sid=a=b; other=2');
});

it('replaces cookies and removes revoked ones', () => {
  const before: Jar = { a: bare('1'), b: bare('2'), c: bare('3'), d: bare('4') };
  const jar = absorb(
    before,
    ['a=9', 'b=; Path=/', 'c=3; Max-Age=0', 'd=4; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
    now,
  );
  expect(jar).toEqual({ a: bare('9') });
});

it('ignores lines that are not cookies', () => {
  expect(absorb({ a: bare('1') }, ['', '=x', 'nonsense'], now)).toEqual({ a: bare('1') });
  expect(cookieHeader({}, '/')).toBeUndefined();
});

it('sends a cookie only to its paths', () => {
  const jar = absorb({}, ['access=1; Path=/api', 'refresh=2; Path=/api/auth'], now);
  expect(cookieHeader(jar, '/api/auth/refresh')).toBe('access=1; refresh=2');
  expect(cookieHeader(jar, '/api/auth')).toBe('access=1; refresh=2');
  expect(cookieHeader(jar, '/api/authors')).toBe('access=1');
  expect(cookieHeader(jar, '/other')).toBeUndefined();
});

it('reports the earliest expiry; Max-Age takes precedence over Expires', () => {
  const jar = absorb(
    {},
    ['a=1; Max-Age=900; Expires=Thu, 01 Jan 2099 00:00:00 GMT', 'b=2; Max-Age=2592000', 'c=3'],
    now,
  );
  expect(firstExpiry(jar)).toBe(now + 900_000);
  expect(firstExpiry(absorb({}, ['c=3; Max-Age=soon'], now))).toBeNull();
});

it('detects a rotation by values, not by dates', () => {
  const jar = absorb({}, ['a=1; Max-Age=900', 'b=2'], now);
  expect(sameCookies(jar, absorb({}, ['b=2', 'a=1; Max-Age=900'], now + 5))).toBe(true);
  expect(sameCookies(jar, absorb(jar, ['a=3'], now))).toBe(false);
});

it('drops expired cookies', () => {
  const jar = absorb({}, ['access=1; Max-Age=900', 'balancer=2; Max-Age=60'], now);
  expect(Object.keys(absorb(jar, ['access=3; Max-Age=900'], now + 60_000))).toEqual(['access']);
});
