import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';

/** As long as Discord lets the card with the price change. */
const lifetimeMs = 15 * 60_000;

/** What a quote is for. */
type Subject = { userId: string; pipelineId: string; isPriority: boolean };

/**
 * Prices that were shown before a generation. A quote is signed and not stored: it holds its price, and only for its user
 * and pipeline.
 */
export function createQuotes({ secret, clock }: { secret: string; clock: Clock }) {
  const mac = ({ userId, pipelineId, isPriority }: Subject, credits: number, expiresAt: number) =>
    createHmac('sha256', secret)
      .update(`rig quote|${userId}|${pipelineId}|${isPriority}|${credits}|${expiresAt}`)
      .digest();
  return {
    issue(subject: Subject, credits: number): { quote: string; expiresAt: number } {
      const expiresAt = clock.now() + lifetimeMs;
      const signature = mac(subject, credits, expiresAt).toString('base64url');
      return { quote: `${credits}.${expiresAt}.${signature}`, expiresAt };
    },
    /** @throws AppError `quote_expired` when it is forged, for something else, or too old */
    creditsOf(quote: string, subject: Subject): number {
      const [credits = Number.NaN, expiresAt = Number.NaN] = quote.split('.').map(Number);
      const given = Buffer.from(quote.split('.')[2] ?? '', 'base64url');
      const expected = mac(subject, credits, expiresAt);
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
      if (isGenuine && clock.now() < expiresAt) return credits;
      throw new AppError('quote_expired');
    },
  };
}
export type Quotes = ReturnType<typeof createQuotes>;
