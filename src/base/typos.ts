/** One typing mistake. `doubled` is an added letter that repeats the one before it. */
export type Typo = 'swapped' | 'missing' | 'doubled' | 'added' | 'wrong';

/**
 * The fewest typing mistakes that turn `meant` into `typed`: neighbouring letters swapped, a letter missing, added or
 * wrong (optimal string alignment). Callers decide which mistakes they accept in words of which length.
 * @returns null when it takes more than `most`
 */
export function typosBetween(meant: string, typed: string, most = 1): readonly Typo[] | null {
  if (Math.abs(meant.length - typed.length) > most) return null;
  return compare(meant, 0, typed, 0, most);
}

function compare(
  meant: string,
  meantFrom: number,
  typed: string,
  typedFrom: number,
  most: number,
): readonly Typo[] | null {
  let [i, j] = [meantFrom, typedFrom];
  while (i < meant.length && meant[i] === typed[j]) {
    i += 1;
    j += 1;
  }
  const [hasMore, hasMoreTyped] = [i < meant.length, j < typed.length];
  if (!hasMore && !hasMoreTyped) return [];
  if (most === 0) return null;

  const isSwapped = hasMoreTyped && meant[i] === typed[j + 1] && meant[i + 1] === typed[j];
  const explanations: [isPossible: boolean, typo: Typo, i: number, j: number][] = [
    [isSwapped, 'swapped', i + 2, j + 2],
    [hasMore, 'missing', i + 1, j],
    [hasMoreTyped, j > 0 && typed[j] === typed[j - 1] ? 'doubled' : 'added', i, j + 1],
    [hasMore && hasMoreTyped, 'wrong', i + 1, j + 1],
  ];
  let fewest: readonly Typo[] | null = null;
  for (const [isPossible, typo, nextI, nextJ] of explanations) {
    if (!isPossible) continue;
    const rest = compare(meant, nextI, typed, nextJ, most - 1);
    if (rest && (fewest === null || rest.length + 1 < fewest.length)) fewest = [typo, ...rest];
  }
  return fewest;
}

/** The one mistake that turns `meant` into `typed`; null when they are equal or further apart. */
export const typoBetween = (meant: string, typed: string): Typo | null =>
  typosBetween(meant, typed)?.[0] ?? null;
