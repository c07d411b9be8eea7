import type { Database } from '../../../base/store.js';

/** One disagreement, as a sentence with the id to look at. */
export type Difference = { book: 'ledger' | 'purchases' | 'chain'; sentence: string };

/** One difference for each row of a query; the query builds the sentence. */
export const differencesOf = (
  db: Database,
  book: Difference['book'],
  sql: string,
  values: Readonly<Record<string, number>> = {},
): Difference[] => (db.prepare(sql).pluck().all(values) as string[]).map((sentence) => ({ book, sentence }));

/** SQL: whether a column that should hold a whole number of base units holds something else. */
export const isNoAmount = (column: string): string => `(${column} = '' OR ${column} GLOB '*[^0-9]*')`;
