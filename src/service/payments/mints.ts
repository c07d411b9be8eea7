import type { Database } from '../../base/store.js';

/** Tokens used for payments. SOL is not among them. */
export type Mints = {
  /** On sale now, or used by any earlier purchase: amounts in these tokens count as money. */
  known: readonly string[];
  /** Tokens whose account is watched: on sale, or used by a purchase that can still be paid. */
  followed: readonly string[];
};

/** How long after its expiry a purchase is still checked; see `schedule`. */
const claimableMs = 30 * 24 * 3_600_000;

/**
 * Purchases made before a change of `USDC_MINT` still name the former mint, which stays watched until none of them
 * can be paid any more.
 * @param current the token on sale besides SOL; null for none
 */
export function readMints(db: Database, current: string | null, now: number): Mints {
  const former = db
    .prepare<{ current: string | null }, { mint: string; until: number }>(
      `SELECT mint, max(expires_at) AS until FROM intent
       WHERE mint IS NOT NULL AND mint IS NOT @current GROUP BY mint ORDER BY mint`,
    )
    .all({ current });
  const onSale = current === null ? [] : [current];
  const recent = former.filter(({ until }) => until + claimableMs > now);
  return {
    known: [...onSale, ...former.map(({ mint }) => mint)],
    followed: [...onSale, ...recent.map(({ mint }) => mint)],
  };
}
