/** Words as strokes in a plane, in up to three lines that fill a rectangle. */
import type { Point } from '../../geometry/field/profile.js';
import { letters } from '../../input/text/vocabulary.js';
import type { Drawing } from './drawing.js';

/** In widths of a letter, which is twice as high: the gap between two, a blank, the height of a line, and half a stroke. */
const [gap, blank, line, half] = [0.55, 0.9, 2.8, 0.2];
const mostLines = 3;

const widthOf = (letter: string): number =>
  letter === ' ' ? blank : Math.max(0.1, ...letters[letter]!.flat().map(([x]) => x));

/** Of one line, in widths of a letter. */
const lengthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + widthOf(letter) + gap, -gap);

/** All ways to break the text between words into at most three lines. */
function breaks(words: readonly string[], left = mostLines): string[][] {
  const whole = [words.join(' ')];
  if (left === 1 || words.length === 1) return [whole];
  const later = words
    .slice(1)
    .flatMap((_, i) =>
      breaks(words.slice(i + 1), left - 1).map((rest) => [words.slice(0, i + 1).join(' '), ...rest]),
    );
  return [whole, ...later];
}

/** The text as large as it fits, and not taller than half the height for one line. */
export function lettering(text: string, wide: number, tall: number): Drawing {
  const sizeOf = (lines: readonly string[]) =>
    Math.min(wide / Math.max(1, ...lines.map(lengthOf)), tall / (lines.length * line - (line - 2)));
  const lines = breaks(text.split(' ')).reduce((best, one) =>
    sizeOf(one) > sizeOf(best) * 1.01 ? one : best,
  );
  const size = sizeOf(lines);
  const strokes = lines.flatMap((row, i) => {
    const y = ((lines.length - 1) / 2 - i) * line - 1;
    let x = -lengthOf(row) / 2;
    return [...row].flatMap((letter) => {
      const from = x;
      x += widthOf(letter) + gap;
      return letter === ' '
        ? []
        : letters[letter]!.map((stroke) => stroke.map(([u, v]): Point => [from + u, y + v]));
    });
  });
  const segments = strokes.flatMap((stroke) => stroke.slice(1).map((to, i) => [stroke[i]!, to] as const));
  return {
    half: [(Math.max(...lines.map(lengthOf)) / 2 + half) * size, ((lines.length * line) / 2 + half) * size],
    at(x, y) {
      const [u, v] = [x / size, y / size];
      let nearest = Number.POSITIVE_INFINITY;
      for (const [a, b] of segments) {
        const [ex, ey, wx, wy] = [b[0] - a[0], b[1] - a[1], u - a[0], v - a[1]];
        const t = Math.min(1, Math.max(0, (wx * ex + wy * ey) / (ex * ex + ey * ey || 1)));
        nearest = Math.min(nearest, (wx - ex * t) ** 2 + (wy - ey * t) ** 2);
      }
      return (Math.sqrt(nearest) - half) * size;
    },
    finest: half * 2 * size,
  };
}
