import {
  ageWords,
  artStyles,
  builds,
  colourWords,
  finishes,
  layers,
  manners,
  manWords,
  mildColourModifiers,
  moods,
  partOfAdjective,
  patternNames,
  poses,
  sizes,
  stances,
  styles,
  themes,
  womanWords,
  wornAs,
} from '../../../../engine/input/text/vocabulary.js';

/** Adjectives of the engine's vocabulary, and which of them exclude each other. */

export type Look = {
  /** "Big" for "bigger". */
  word: string;
  /** What it is about. A new look takes the place of one about the same: two colours, "tall" and "short". */
  axes: readonly string[];
  isCompared: boolean;
};

/** How much a build changes an axis of the body to be about it. */
const telling = 0.12;

function sizeAxes(word: string): string[] {
  const { height = 1, girth = 1 } = Object.hasOwn(builds, word) ? builds[word]! : {};
  const axes = [
    ...(Math.abs(Math.log(height)) > telling ? ['height'] : []),
    ...(Math.abs(Math.log(girth)) > telling && Math.abs(Math.log(height)) <= telling ? ['girth'] : []),
  ];
  if (/^(?:long|short)$/.test(word)) axes.push('length');
  if (/^(?:wide|narrow|broad|thick|thin)$/.test(word)) axes.push('width');
  return axes.length > 0 ? axes : [word];
}

const isIn = (table: object, word: string): boolean => Object.hasOwn(table, word);

function axesOf(word: string): string[] | null {
  if (word === 'young' || word === 'old' || isIn(ageWords, word)) return ['age'];
  if (isIn(builds, word) || isIn(sizes, word)) return sizeAxes(word);
  if (colourWords.has(word)) return ['colour'];
  if (isIn(mildColourModifiers, word)) return ['shade'];
  if (isIn(patternNames, word)) return ['pattern'];
  if (manners.has(word)) return ['manner'];
  if (isIn(moods, word)) return ['mood'];
  if (isIn(poses, word)) return ['pose'];
  if (isIn(layers, word) || isIn(finishes, word)) return ['surface'];
  if (isIn(stances, word)) return ['stance'];
  if (isIn(styles, word)) return ['proportions'];
  if (isIn(artStyles, word)) return ['style'];
  if (isIn(themes, word)) return ['theme'];
  if (isIn(wornAs, word) || isIn(partOfAdjective, word)) return [word];
  if (/^(?:female|male|feminine|masculine)$/.test(word)) return ['sex'];
  if (womanWords.has(word) || manWords.has(word)) return null;
  if (/^(?:bald|shaved)$/.test(word)) return ['bald'];
  return null;
}

/** Words that look like a comparative and are none. */
const plain =
  /^(?:other|matter|number|better|never|ever|over|under|order|paper|letter|her|after|finger|mother)$/;

/** Forms of which a word may be the comparative, or the verb or noun of a pose: "bigger", "sit", "sits". */
function formsOf(word: string): string[] {
  const vague = /^(.{3,}?)-?ish$/.exec(word)?.[1]; // "greenish", "purple-ish", "reddish"
  if (vague) return [vague, vague.replace(/(.)\1$/, '$1'), `${vague}e`];
  const compared = word.length > 4 && !plain.test(word) ? /^(.+?)(?:er|est)$/.exec(word)?.[1] : undefined;
  if (compared)
    return [compared, compared.replace(/(.)\1$/, '$1'), `${compared}e`, compared.replace(/i$/, 'y')];
  return [];
}

function verbForms(word: string): string[] {
  const root = word.replace(/s$/, '');
  return [root, word].flatMap((one) => [
    `${one}ing`,
    `${one.replace(/e$/, '')}ing`,
    `${one}${one.at(-1)}ing`,
  ]);
}

/** @param word without spaces and hyphens */
export function lookIn(word: string): Look | null {
  const axes = axesOf(word);
  const doing =
    axes && /^(?:mood|pose)$/.test(axes[0]!) ? verbForms(word).find((form) => axesOf(form)) : undefined;
  if (axes) return { word: doing ?? word, axes, isCompared: false };
  for (const form of formsOf(word)) {
    const axes = axesOf(form);
    if (axes) return { word: form, axes, isCompared: !/ish$/.test(word) };
  }
  for (const form of word.length > 2 ? verbForms(word) : []) {
    const axes = axesOf(form);
    if (axes?.some((axis) => axis === 'pose' || axis === 'mood' || axis === 'surface'))
      return { word: form, axes, isCompared: false };
  }
  return null;
}

const rivals: readonly (readonly string[])[] = [
  ['cute', 'scary', 'spooky', 'creepy'],
  ['gold', 'golden', 'silver', 'bronze', 'stone', 'wooden', 'marble', 'metal'],
];

/** Whether two adjectives are about the same, as two colours are. */
export function isRival(one: string, other: string): boolean {
  const [first, second] = [one, other].map((word) => lookIn(word.toLowerCase().replace(/[ -]/g, '')));
  if (rivals.some((group) => group.includes(one.toLowerCase()) && group.includes(other.toLowerCase())))
    return true;
  if (first === null || second === null) return false;
  const axes = [...first!.axes, ...second!.axes];
  if (one.toLowerCase() === 'rainbow' || other.toLowerCase() === 'rainbow') return axes.includes('colour');
  return first!.axes.some((axis) => second!.axes.includes(axis));
}

const opposites: readonly (readonly [string, string])[] = [
  ['big', 'small'],
  ['tall', 'short'],
  ['long', 'short'],
  ['fat', 'thin'],
  ['fat', 'skinny'],
  ['fat', 'slim'],
  ['thick', 'thin'],
  ['wide', 'narrow'],
  ['dark', 'light'],
  ['bright', 'dark'],
  ['old', 'young'],
  ['scary', 'friendly'],
  ['spooky', 'friendly'],
  ['creepy', 'friendly'],
  ['cute', 'scary'],
  ['angry', 'friendly'],
  ['evil', 'friendly'],
  ['mean', 'friendly'],
  ['grumpy', 'friendly'],
  ['happy', 'sad'],
  ['shiny', 'matte'],
];

/** "Small", of what is too big. */
export function opposite(word: string): string | null {
  const plain = lookIn(word)?.word ?? word;
  const [other] = opposites.flatMap(([one, two]) => (one === plain ? [two] : two === plain ? [one] : []));
  return other ?? null;
}
