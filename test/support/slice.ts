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
