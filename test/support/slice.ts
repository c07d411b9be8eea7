import { it, type TestOptions } from 'vitest';

/** `npm test` makes a slice of the engine's long lists of examples, `npm run engine` all of them. */
const hasAllExamples = process.env.ENGINE === 'all';

/** The rows at these positions, or every row in the long run. */
export const sliceOf = <T>(rows: readonly T[], ...positions: readonly number[]): T[] =>
  hasAllExamples
    ? [...rows]
    : positions.map((at) => {
        const row = rows[at];
        if (row === undefined) throw new Error(`the slice has no row ${at} of ${rows.length}`);
        return row;
      });

/** How many random cases a property gets: few in `npm test`, which draws others each time, many in `npm run proofs`. */
export const runsOf = (few: number, many: number): number => (process.env.PROOFS === 'full' ? many : few);

type Arguments<Row> = Row extends readonly unknown[] ? [...Row] : [Row];

/** `it.each` whose first rows belong to `npm test`, and all others to `npm run test:all`. */
export function eachOf<Row extends [unknown] | readonly unknown[] | string | number>(
  few: number,
  rows: readonly Row[],
) {
  const lists = rows.map((row): unknown[] => (Array.isArray(row) ? row : [row]));
  return (
    title: string,
    story: (...row: Arguments<Row>) => void | Promise<void>,
    options: TestOptions = {},
  ): void => {
    const play = story as (...row: unknown[]) => Promise<void>;
    it.each(lists.slice(0, few))(title, options, play);
    it.each(lists.slice(few))(title, { ...options, tags: 'slow' }, play);
  };
}

/** A test of every nth row in `npm test`, and of all rows in `npm run test:all`. */
export const sampled =
  <Row>(every: number, rows: readonly Row[]) =>
  (title: string, story: (rows: readonly Row[]) => void): void => {
    it(title, () => story(rows.filter((_, at) => at % every === 0)));
    it(`${title}: all ${rows.length}`, { tags: 'slow' }, () => story(rows));
  };
