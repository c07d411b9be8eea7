import type { Queries } from '../../base/db/database.js';

/** Tokens used for payments. SOL is not among them. */
export type Mints = {
  /** On sale now, or used by any earlier purchase: amounts in these tokens count as money. */
  known: readonly string[];
  /** Tokens whose account is watched: on sale, or used by a purchase that can still be paid. */
  followed: readonly string[];
};

/** How long after its expiry a purchase is still checked; see `schedule`. */
const claimableMs = 30 * 24 * 3_600_000;

const listFormer = `SELECT mint, max(expires_at) AS until FROM intent
  WHERE mint IS NOT NULL AND mint IS DISTINCT FROM @current GROUP BY mint ORDER BY mint`;

/**
 * Purchases made before a change of `USDC_MINT` still name the former mint, which stays watched until none of them
 * can be paid any more.
 * @param current the token on sale besides SOL; null for none
 */
export async function readMints(q: Queries, current: string | null, now: number): Promise<Mints> {
  const former = await q.all<{ mint: string; until: number }>(listFormer, { current });
  const onSale = current === null ? [] : [current];
  const recent = former.filter(({ until }) => until + claimableMs > now);
  return {
    known: [...onSale, ...former.map(({ mint }) => mint)],
    followed: [...onSale, ...recent.map(({ mint }) => mint)],
  };
}
