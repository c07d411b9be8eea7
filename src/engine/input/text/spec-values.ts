/** Values in a spec: one of a list of names, a colour, a factor. */
import { z } from 'zod';

const longestName = 40;

/** One of the names; the message repeats the given value. */
export const oneOf = <T extends string>(names: Iterable<T>, what: string) =>
  z.enum([...new Set(names)] as [T, ...T[]], {
    error: ({ input }) =>
      typeof input === 'string'
        ? `unknown ${what} “${input.slice(0, longestName)}”`
        : `expected the name of a ${what}`,
  });

export const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'expected a colour as # and six hex digits, for example #cf2e2a');
export const [leastFactor, mostFactor] = [0.2, 4];
export const factor = z.number().min(leastFactor).max(mostFactor);
