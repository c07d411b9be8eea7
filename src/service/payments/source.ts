import type { Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { Ledger } from '../ledger/ledger.js';

/** A paid sale of credits, under the id of its payment source. */
export type Sale = { id: string; userId: string; credits: number };

/**
 * What every payment source (chain, Discord's shop) shares: a sale is credited once, and its credits are taken back
 * once after a refund. Proof and finality are up to the source.
 */
export type PaymentSource = {
  /** False when this sale was credited before. */
  credit(t: Transaction, sale: Sale): Promise<boolean>;
  /**
   * @returns credits that could not be taken because they are spent
   * @throws AppError `insufficient_credits` where a sale is refunded whole or not at all
   */
  takeBack(t: Transaction, sale: Sale): Promise<number>;
};

export function createPaymentSource(
  ledger: Ledger,
  source: {
    /** The ledger subject of a sale. */
    subjectOf(id: string): string;
    bought?: string;
    returned: string;
    /** True when a completed refund takes back the remaining credits; false when a refund needs all of them. */
    takesWhatIsLeft: boolean;
  },
): PaymentSource {
  const { subjectOf, bought, returned: note, takesWhatIsLeft } = source;
  return {
    credit: (t, { id, ...sale }) =>
      ledger.credit(t, { ...sale, subject: subjectOf(id), ...(bought !== undefined && { note: bought }) }),
    async takeBack(t, { id, userId, credits }) {
      const { available } = await ledger.readBalance(t, userId);
      const taken = Math.min(credits, available);
      if (taken < credits && !takesWhatIsLeft)
        throw new AppError(
          'insufficient_credits',
          "The credits of that purchase are already spent, so it can't be refunded.",
        );
      if (taken > 0) await ledger.refund(t, { userId, credits: taken, subject: subjectOf(id), note });
      return credits - taken;
    },
  };
}
