import type { Queries } from '../../../base/db/database.js';

/** The sentences of all differences. `rigsmith reconcile` shows them in the operator's language. */
export const english = {
  act: 'the act of {subject} changed {credits} credits, the ledger says {ledger}',
  accepted: '{signature} is accepted without an operator decision',
  amounts: '{signature} brought "{amount}" of which "{returned}" was sent back: no amounts',
  balance: '{account} holds {balance}, its entries make {entries}',
  chain: '{signature} brought {chain} base units of {asset}, the books say {books}',
  credited: '{signature} was credited by an operator but is {standing}',
  credits: '{purchase} is {status} but the ledger has {credits} credits for it',
  dust: 'dust of {date} without a purchase is {chain} base units of {asset} on the chain, the books say {books}',
  dust_for:
    'dust of {date} for {purchase} is {chain} base units of {asset} on the chain, the books say {books}',
  entitlement:
    '{entitlement} gave {credits} credits of which {taken} were taken back; the ledger says {given} and {back}',
  gave: '{subject} gave credits but is {status}',
  no_case: '{amount} base units of {signature} are {reason} for {purchase} without a review case',
  not_bought: '{subject} gave credits but was never bought',
  not_sent: '{purchase} is {status} but nothing was sent back',
  not_taken: '{purchase} is {status} but its credits were not taken back',
  paid: '{purchase} is {status} though {paid} of {price} are paid',
  price: '{purchase} costs "{amount}", which is no amount',
  proof: 'the proof of {signature} gave {credits} credits, the ledger says {ledger}',
  purchased: '{account} bought {purchased} credits, its entries make {entries}',
  returned: '{signature} sent back {returned} base units, decisions say {decided}',
  standing: '{signature} is {standing} with {returned} of {amount} sent back',
  stuck: '{purchase} has been processing for more than an hour',
  sum: 'the accounts sum to {sum} instead of 0',
  taken: '{purchase} is {status} but its credits were taken back',
  underpaid: '{purchase} is {status} with {paid} of {price} paid',
  unproven: '{subject} gave credits but proved no wallet',
} as const;
type Code = keyof typeof english;
type Value = string | number | bigint;

/** One disagreement: its sentence names the id to look at. */
export type Difference = {
  book: 'ledger' | 'purchases' | 'chain';
  code: Code;
  values: Readonly<Record<string, string>>;
  sentence: string;
};

export function difference(
  book: Difference['book'],
  code: Code,
  given: Readonly<Record<string, Value>>,
): Difference {
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  const sentence = english[code].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return { book, code, values, sentence };
}

/** One difference for each row of a query; its columns are the values of the sentence. */
export const differencesOf = async (
  q: Queries,
  [book, code]: readonly [Difference['book'], Code],
  sql: string,
  values: Readonly<Record<string, number>> = {},
): Promise<Difference[]> =>
  (await q.all<Record<string, Value>>(sql, values)).map((row) => difference(book, code, row));

/** SQL: whether a column that should hold a whole number of base units holds something else. */
export const isNoAmount = (column: string): string =>
  `(${column} = '' OR trim(${column}, '0123456789') <> '')`;
