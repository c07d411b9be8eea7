/** Pairs whose halves differ: "odd socks", "heterochromia". */
import { isOne, pairOf, signFor, signSaying } from './side-words.js';
import { colourWords } from './vocabulary.js';

const odd = /^(?:odd|mismatched|mismatching|mismatch|unmatched|different|differently)$/;
const oddColours = ['blue', 'amber', 'red', 'green'] as const;

/** "Odd socks" and eyes of different colours: both colours that are named near them, or two of the usual ones. */
export function oddPairs(words: readonly string[]): string[] {
  const at = words.findIndex((word, i) => /^heterochrom/.test(word) || isOddAt(words, i));
  if (at < 0) return [...words];
  const isEyes = /^heterochrom/.test(words[at]!);
  const nounAt = isEyes ? at : words.findIndex((word, i) => i > at && pairOf(word) !== undefined);
  const noun = isEyes ? 'eyes' : words[nounAt]!;
  const isEye = pairOf(noun) === 'eyes';
  const said = words.slice(at, nounAt + 1);
  const rest = words.slice(nounAt + 1);
  // "Heterochromia, one blue eye": the eyes are described.
  if (isEye && rest.slice(0, 8).some((word) => pairOf(word) === 'eyes')) {
    const understood = said.map(signSaying);
    return [...words.slice(0, at), ...understood, ...rest];
  }
  const after = rest.slice(0, 4);
  const named = [...said, ...after].filter((word) => colourWords.has(word));
  const [first, second] = named.length > 1 ? named : isEye ? oddColours : oddColours.slice(2);
  const skipped = named.length > 1 && after.some((word) => colourWords.has(word)) ? lastColour(after) + 1 : 0;
  const one = noun.replace(/s$/, '');
  const sided = (which: 'left' | 'right', colour: string) => [
    signFor({
      which,
      isOnly: false,
      said: which === 'left' ? said.filter((word) => odd.test(word) || isEyes) : [],
    }),
    colour,
    one,
  ];
  return [
    ...words.slice(0, at),
    ...sided('left', first!),
    'and',
    ...sided('right', second!),
    ...rest.slice(skipped),
  ];
}

const lastColour = (words: readonly string[]): number => words.findLastIndex((word) => colourWords.has(word));

/** "Odd socks", "differently coloured blue and red eyes". */
function isOddAt(words: readonly string[], i: number): boolean {
  if (!odd.test(words[i]!)) return false;
  let at = i + 1;
  while (/^(?:coloured|colored|colour|color|and)$/.test(words[at] ?? '') || colourWords.has(words[at] ?? ''))
    at++;
  return pairOf(words[at]) !== undefined && !isOne(words[at]!);
}
