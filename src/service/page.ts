import { AppError } from '../base/errors.js';
import type { Page } from '../contract/shapes.js';

/**
 * Makes a page from rows read with `limit + 1`; the extra row tells whether more follow.
 * @param cursorOf the position of a row, as the next request will name it
 */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => number | string,
  view: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { data: shown.map(view), has_more: hasMore, next_cursor: hasMore ? String(cursorOf(last)) : null };
}

/** A list that fits on one page. */
export const wholePage = <Item>(data: Item[]): Page<Item> => ({ data, has_more: false, next_cursor: null });

/**
 * The row number of a cursor; undefined without one.
 * @throws AppError `invalid_request`
 */
export function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor))
    throw new AppError('invalid_request', "That cursor doesn't belong to this list.", {
      context: { errors: [{ path: 'cursor', message: 'use next_cursor of the page before' }] },
    });
  return Number(cursor);
}
