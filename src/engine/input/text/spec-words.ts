/** The words of the vocabulary for the numbers and colours of a spec. */
import { hex } from '../../colour.js';
import { spoken } from './joined.js';
import type { CharacterSpec } from './spec.js';
import { builds, colourHex, poses, sizes } from './vocabulary.js';

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, i) => value - b[i]!));

/** The one of the entries that is nearest by this measure; the first of several. */
const nearest = <T>(entries: readonly T[], far: (entry: T) => number): T =>
  entries.reduce((best, entry) => (far(entry) < far(best) ? entry : best));

const colours = Object.entries(colourHex).map(([word, digits]) => ({ word, rgb: hex(digits) }));

/** The nearest colour that has a name. */
export function colourWord(colour: string): string {
  const asked = hex(colour.slice(1));
  const { word } = nearest(colours, ({ rgb }) => distance(rgb, asked));
  return spoken.get(word) ?? word;
}

const sizeWords = Object.entries(sizes);

export const sizeWord = (size: number): string =>
  nearest(sizeWords, ([, factor]) => Math.abs(Math.log(factor / size)))[0];

/** The first word for a clip: `waving` for `wave`. */
export const poseWord = (pose: string): string =>
  Object.keys(poses).find((word) => poses[word] === pose) ?? pose;

const axes = ['height', 'girth', 'limb', 'legs', 'head'] as const;
/** As "very" raises a factor. */
const degrees = { '': 1, 'very ': 1.6 };
const buildWords = Object.entries(builds).flatMap(([word, factors]) =>
  Object.entries(degrees).map(([degree, power]) => ({
    said: [`${degree}${word}`],
    vector: axes.map((axis) => power * Math.log(factors[axis] ?? 1)),
  })),
);
/** A second word must leave at most this share of the first one's distance. */
const mostLeft = 0.6;
const hardlyAny = 0.04;

/** The one or two words that come closest to the factors of a build. */
export function wordsOfBuild(build: NonNullable<CharacterSpec['build']>): string[] {
  const asked = axes.map((axis) => Math.log(build[axis] ?? 1));
  const far = ({ vector }: { vector: readonly number[] }) => distance(asked, vector);
  const one = nearest(buildWords, far);
  const none = { said: [], vector: axes.map(() => 0) };
  if (far(none) <= Math.max(hardlyAny, far(one))) return [];
  if (far(one) <= hardlyAny) return one.said;
  const two = nearestPair(asked);
  return two.far <= far(one) * mostLeft ? two.said : one.said;
}

/** The two words whose factors together come closest; which of them is first changes nothing. */
function nearestPair(asked: readonly number[]): { said: string[]; far: number } {
  let best = { said: [] as string[], far: Number.POSITIVE_INFINITY };
  for (const [at, first] of buildWords.entries()) {
    const rest = asked.map((value, i) => value - first.vector[i]!);
    for (const second of buildWords.slice(at)) {
      const far = distance(rest, second.vector);
      if (far < best.far) best = { said: [...first.said, ...second.said], far };
    }
  }
  return best;
}
