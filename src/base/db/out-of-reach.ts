/**
 * Codes of a full or broken disk (SQLite), and of a server that lost the connection (08, 25P03), only reads (25006),
 * lacks resources (53), shuts down (57P), was too slow (57014) or saw too many conflicts (40).
 */
const codes =
  /^(SQLITE_(FULL|READONLY|IOERR)|08\d|25006|25P03|40001|40P01|53\d|57014|57P|ECONN(REFUSED|RESET)$|EPIPE$|ETIMEDOUT$)/;
/** The driver's own errors, which have no code. */
const sentences =
  /^(Connection terminated|PostgreSQL did not answer in time|timeout exceeded when trying to connect)/;

/** Whether a database, or a store of files, could not be used: nothing is wrong with the work, it can be done later. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && codes.test(code)) return true;
  return sentences.test(error.message) || isOutOfReach(error.cause);
}
