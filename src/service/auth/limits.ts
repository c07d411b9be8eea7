import type { Clock } from '../../base/clock.js';
import { createRateLimit } from '../../base/rate-limit.js';

/**
 * Attempts a minute, counted before anything is read or verified. A bot signs in all its members from one address,
 * so the limit by address is wide and the one by wallet or token narrow. The wallet counts together with the
 * address, so that nobody can lock a wallet out from elsewhere.
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
