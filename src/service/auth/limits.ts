import type { Clock } from '../../base/clock.js';
import { createRateLimit } from '../../base/rate-limit.js';

/**
 * Attempts per minute, counted before anything is read or verified. A bot signs in all its members from one
 * address, so the limit per address is high and the limit per wallet or token low. The wallet counts together with
 * the address, so that a stranger cannot lock out a wallet from another address.
 */
export function createLimits(clock: Clock) {
  const limit = (attempts: number) => createRateLimit({ clock, limit: attempts, windowMs: 60_000 });
  const pair = (wide: number, narrow: number) => {
    const [byIp, byKey] = [limit(wide), limit(narrow)];
    return (ip: string, key: string) => {
      byIp.take(ip);
      byKey.take(`${ip} ${key}`);
    };
  };
  return { nonces: pair(1_200, 20), proofs: pair(1_200, 20), refreshes: pair(12_000, 120) };
}
