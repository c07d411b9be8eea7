import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Typo, typoBetween, typosBetween } from '../../../src/base/typos.js';

describe('typoBetween', () => {
  it.each<[meant: string, typed: string, typo: Typo | null]>([
    ['dragon', 'drgaon', 'swapped'],
    ['dragon', 'ragon', 'missing'],
    ['dragon', 'drago', 'missing'],
    ['dragon', 'draggon', 'doubled'],
    ['dragon', 'dragons', 'added'],
    ['dragon', 'dragin', 'wrong'],
    ['dragon', 'dragon', null],
    ['dragon', 'drgin', null],
    ['', 'a', 'added'],
  ])('explains "%s" typed as "%s" as %s', (meant, typed, typo) => {
    expect(typoBetween(meant, typed)).toBe(typo);
  });
});

describe('typosBetween', () => {
  it.each([
    ['characters', 'hcaracter', ['swapped', 'missing']],
    ['generate', 'genarete', ['wrong', 'wrong']],
  ])('explains "%s" typed as "%s" by two mistakes when two are allowed', (meant, typed, typos) => {
    expect(typosBetween(meant, typed, 2)).toEqual(typos);
    expect(typosBetween(meant, typed, 1)).toBeNull();
  });

  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

  it('counts as many mistakes as the table of optimal string alignment', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (meant, typed, most) => {
        const distance = alignment(meant, typed);
        expect(typosBetween(meant, typed, most)?.length ?? null).toBe(distance <= most ? distance : null);
      }),
      { numRuns: 5_000 },
    );
  });
});

/** The textbook table, filled row by row. */
function alignment(one: string, other: string): number {
  const table: number[][] = [];
  for (let i = 0; i <= one.length; i += 1) {
    table[i] = [];
    for (let j = 0; j <= other.length; j += 1) {
      const changed = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
      table[i]![j] = Math.min(
        i + j === 0 ? 0 : Number.POSITIVE_INFINITY,
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + changed,
        isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return table[one.length]![other.length]!;
}
