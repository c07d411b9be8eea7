import { type CharacterSpec, itemOrPartOf } from '../../../../engine/input/text/spec.js';
import { builds, degrees, sizes } from '../../../../engine/input/text/vocabulary.js';
import { bodyOf } from '../words/lexis.js';
import { isRival, lookIn } from '../words/looks.js';

/** How much of a look something has: "bigger", "very tall". */

/** "Bigger" than big is huge. */
const beyond: Readonly<Record<string, readonly string[]>> = {
  big: ['huge', 'giant', 'gigantic'],
  large: ['huge', 'giant', 'gigantic'],
  small: ['tiny'],
  little: ['tiny'],
  short: ['small', 'tiny'],
};

/** "Big" for "bigger" or, where it is as big already, a stronger word. */
export function inDegree(
  word: string,
  withLook: (look: string) => string,
  prompt: string,
  part: string | null,
): string {
  const look = lookIn(word.replace(/-/g, ''))!;
  const ladder = [
    look.word,
    ...(beyond[look.word] ?? []),
    ...['very', 'extremely'].map((degree) => `${degree} ${look.word}`),
  ];
  return (
    ladder.find((one) => moves(prompt, withLook(one), look.word, part)) ??
    ladder.find((one) => !prompt.includes(one)) ??
    look.word
  );
}

/** "A little longer", "way more", "ten years younger": by how much is not shown. */
export const withoutAmount = (looks: string): string =>
  looks.replace(amount, (all, compared: string) =>
    /^(?:more|less)$/i.test(compared) || lookIn(compared.toLowerCase())?.isCompared ? compared : all,
  );
const amount =
  /\b(?:(?:even|much|lots?|way|(?:(?:a|\d+|ten|twenty|thirty) )?(?:little|lil|bit|touch|tad|years?)(?: bit)?) )+([a-z]+)\b/gi;

/** A degree goes with its adjective: "very tall". */
export function withoutRivals(looks: readonly string[], words: readonly string[]): string[] {
  const isGone = (look: string | undefined) =>
    look !== undefined && words.some((word) => isRival(look, word) || isRival(look, word.split(' ').at(-1)!));
  return looks.filter((look, at) => {
    const isJoining =
      /^(?:and|&)$/i.test(look) && (isGone(looks[at + 1]) || (at > 1 && isGone(looks[at - 1])));
    const of = looks.slice(at).find((one) => !isDegree(one));
    return !isGone(look) && !isJoining && !(isDegree(look) && isGone(of));
  });
}

const isDegree = (word: string): boolean =>
  Object.hasOwn(degrees, word.toLowerCase()) || /^(?:less|way|too|so|really)$/i.test(word);

/** Whether a size in a changed description goes the way of the word: a "bigger" fox is bigger than before. */
function moves(before: string, after: string, word: string, part: string | null): boolean {
  const axes = part === null ? builds[word] : undefined;
  const factor = part === null ? undefined : sizes[word];
  if (!axes && factor === undefined) return after !== before;
  const [was, is] = [before, after]
    .map((text) => bodyOf(text).spec)
    .map((spec) => (axes ? buildOf(spec, axes) : sizeOf(spec, part!)));
  const direction = axes ? (mainOf(axes)[1] ?? 1) : factor!;
  return direction > 1 ? is! > was! * nearly : is! < was! / nearly;
}

const nearly = 1.01;
const mainOf = (axes: Readonly<Record<string, number>>): [string, number] =>
  Object.entries(axes).reduce(
    (best, one) => (Math.abs(Math.log(one[1])) > Math.abs(Math.log(best[1])) ? one : best),
    ['height', 1] as [string, number],
  );
const buildOf = ({ build = {} }: CharacterSpec, axes: Readonly<Record<string, number>>): number =>
  build[mainOf(axes)[0] as keyof typeof build] ?? 1;
function sizeOf({ parts = [], garments = [], props = [] }: CharacterSpec, part: string): number {
  const item = itemOrPartOf(part.toLowerCase().replace(/[ -]/g, ''));
  return [...parts, ...garments, ...props].find(({ name }) => itemOrPartOf(name) === item)?.size ?? 1;
}
