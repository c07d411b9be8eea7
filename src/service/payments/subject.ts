import { AppError } from '../../base/errors.js';

/** The part of a transaction that is for this purchase; undefined for none. */
export function theOneFor<T extends { intentId: string | null }>(
  intentId: string | undefined,
  rows: readonly T[],
): T | undefined {
  const named = rows.filter((row) => row.intentId === intentId);
  const meant =
    intentId === undefined ? rows : named.length > 0 ? named : rows.filter((row) => row.intentId === null);
  if (meant.length > 1)
    throw new AppError(
      'invalid_request',
      `That transaction paid for several purchases. Name one: ${meant.map((row) => row.intentId ?? 'none').join(', ')}.`,
    );
  return meant[0];
}
