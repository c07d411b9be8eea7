import type { Database } from '../../../base/store.js';

/** What does not agree, as a sentence with the id of what to look at. */
export type Difference = { book: 'ledger' | 'purchases' | 'chain'; sentence: string };

/** One difference for each row a query finds; the query says the sentence. */
export const found = (
  db: Database,
  book: Difference['book'],
  sql: string,
  ...values: unknown[]
): Difference[] =>
  (
    db
      .prepare(sql)
      .pluck()
      .all(...values) as string[]
  ).map((sentence) => ({ book, sentence }));

/** SQL: whether a column that should be a whole number of base units is something else. */
export const isNoAmount = (column: string): string => `(${column} = '' OR ${column} GLOB '*[^0-9]*')`;
