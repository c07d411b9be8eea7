import type { Database } from '../../base/store.js';

/** The tokens payments are made in. SOL is not among them. */
export type Mints = {
  /** On sale now, or of any purchase ever: what arrives in one of them is taken for money. */
  known: readonly string[];
  /** Those whose token account is followed: on sale, or of a purchase that may still be paid. */
  followed: readonly string[];
};

/** As long as a purchase is looked up after its expiry; see `schedule`. */
const claimableMs = 30 * 24 * 3_600_000;

/**
 * After `USDC_MINT` was changed, purchases made before still name the former mint: their money must be seen until
 * nobody is expected to pay them any more.
 * @param current what is sold for now besides SOL; null for nothing
 */
export function readMints(db: Database, current: string | null, now: number): Mints {
  const former = db
    .prepare<[string | null], { mint: string; until: number }>(
      `SELECT mint, max(expires_at) AS until FROM intent
       WHERE mint IS NOT NULL AND mint IS NOT ? GROUP BY mint ORDER BY mint`,
    )
    .all(current);
  const onSale = current === null ? [] : [current];
  const recent = former.filter(({ until }) => until + claimableMs > now);
  return {
    known: [...onSale, ...former.map(({ mint }) => mint)],
    followed: [...onSale, ...recent.map(({ mint }) => mint)],
  };
}
