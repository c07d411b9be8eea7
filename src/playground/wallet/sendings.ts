import type { ScannedRequest } from '../../chain/pay-url.js';
import type { PayOptions } from './payment.js';

/** How an owner may pay one request: what each transaction is like, and how many there are. */
export type PayHow = Omit<PayOptions, 'copy' | 'share' | 'along'> & {
  /** As if the owner paid again and again, each time with a transaction of its own. */
  times?: number;
  /** Two payments of half the amount. */
  inHalves?: boolean;
  /** One base unit with the reference goes ahead, as anybody who sees the code could send it. */
  junkFirst?: boolean;
  /** Links paid in the same transaction. */
  along?: readonly string[];
};

/** The transactions that are sent for one request, in order. */
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
