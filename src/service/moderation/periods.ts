import type { QuotaPeriod } from '../../contract/limits.js';

/** When the hour, day or month of a time began, and when the next one begins, in UTC. */
export function periodAt(period: QuotaPeriod, now: number): { start: number; end: number } {
  const at = new Date(now);
  const [year, month, day, hour] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours()];
  if (period === 'month') return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
  if (period === 'day') return { start: Date.UTC(year, month, day), end: Date.UTC(year, month, day + 1) };
  return { start: Date.UTC(year, month, day, hour), end: Date.UTC(year, month, day, hour + 1) };
}
