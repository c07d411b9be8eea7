import { AppError } from '../../base/errors.js';
import type { Ledger } from '../ledger/ledger.js';

/** Credits somebody paid for, under the id they have where they were paid. */
export type Sale = { id: string; userId: string; credits: number };

/**
 * What every way to pay shares, the chain as Discord's shop: credits are given once for a sale, and taken back once
 * when its money went back. Everything else, what proves a payment and when it ends, is the way's own. Both are
 * synchronous and join the transaction of their caller.
 */
export type PaymentSource = {
  /** False when this sale was credited before. */
  credit(sale: Sale): boolean;
  /**
   * @returns credits that could not be taken, for they are spent
   * @throws AppError `insufficient_credits` where a sale goes back whole or not at all
   */
  takeBack(sale: Sale): number;
};

export function createPaymentSource(
  ledger: Ledger,
  source: {
    /** What its sales are called in the ledger. */
    subjectOf(id: string): string;
    bought?: string;
    returned: string;
    /** Whether money that is gone already takes back what is left; else the money is not returned. */
    takesWhatIsLeft: boolean;
  },
): PaymentSource {
  const { subjectOf, bought, returned: note, takesWhatIsLeft } = source;
  return {
    credit: ({ id, ...sale }) =>
      ledger.credit({ ...sale, subject: subjectOf(id), ...(bought !== undefined && { note: bought }) }),
    takeBack({ id, userId, credits }) {
      const taken = Math.min(credits, ledger.readBalance(userId).available);
      if (taken < credits && !takesWhatIsLeft)
        throw new AppError('insufficient_credits', 'The credits of that purchase have been spent.');
      if (taken > 0) ledger.refund({ userId, credits: taken, subject: subjectOf(id), note });
      return credits - taken;
    },
  };
}
