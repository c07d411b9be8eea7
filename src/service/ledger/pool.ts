/** Pools: credits that a server holds for its members. In the ledger they have accounts like those of a user. */

/** The owner of a pool's accounts. */
export const poolOwner = (server: string): string => `pool/${server}`;
