import type { ScannedRequest } from '../../chain/pay-url.js';
import type { PayOptions } from './payment.js';

/** Variations of paying one request: the form and number of transactions. */
export type PayHow = Omit<PayOptions, 'copy' | 'share' | 'along'> & {
  /** Number of payments, each in its own transaction. */
  times?: number;
  /** Two payments of half the amount. */
  inHalves?: boolean;
  /** First sends one base unit with the reference, as anyone who sees the code could. */
  junkFirst?: boolean;
  /** Links paid in the same transaction. */
  along?: readonly string[];
};

/** The transactions to send for one request, in order. */
export function sendingsOf(
  { times = 1, inHalves = false, junkFirst = false, along: _, ...how }: PayHow,
  along: readonly ScannedRequest[],
): PayOptions[] {
  const whole: PayOptions = { ...how, ...(along.length > 0 && { along }) };
  const once: PayOptions[] = inHalves
    ? [
        { ...whole, share: { part: 1, of: 2 } },
        { ...whole, share: { part: 2, of: 2 } },
      ]
    : [whole];
  const paid = Array.from({ length: times }, () => once).flat();
  const junk: PayOptions[] = junkFirst ? [{ amountBaseUnits: 1n }] : [];
  return [...junk, ...paid].map((options, copy) => ({ ...options, copy }));
}
