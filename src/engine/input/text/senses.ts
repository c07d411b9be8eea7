/** Words with several senses, told apart by the words around them: a colour, a place, a verb or a thing. */
import { isPlacing } from './place-phrases.js';
import { creatureOf } from './species-lookup.js';
import {
  bodyItems,
  colourWords,
  fillers,
  finishes,
  itemNames,
  lifeless,
  links,
  metalColours,
  negations,
  partNames,
  patternedCreatures,
  pictures,
  poses,
  themes,
} from './vocabulary.js';
import { isItemOrPart, lookUp } from './words.js';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const whereabouts = setOf(
  'in into inside on onto at under near by through over across breathing breathes spitting',
);
const elements = setOf(
  'fire flame lava magma ice frost snow water ocean sea storm lightning thunder earth nature jungle swamp woods poison shadow space galaxy',
);
export const articles = setOf('the a an');
const owners = setOf('the a an his her its their');
/** Words that a colour or element before them doesn't describe. */
const connecting = setOf(
  'with in on at by of from near under over into onto to toward towards for between through while during who that which whose is has as wearing holding carrying behind beside above below',
);

/** "From my favourite book": who comes from it does not hold it. */
const isOrigin = (words: readonly string[], i: number): boolean =>
  works.has(words[i]!) && words.slice(Math.max(0, i - 3), i).includes('from');
const works = setOf('book books comic comics magazine newspaper painting poster');

/** "In the forest", "breathing fire": words for a place or for something spat name no colour of the character. */
export function isPlace(words: readonly string[], i: number): boolean {
  const word = words[i]!;
  if (isOrigin(words, i)) return true;
  const isElement = elements.has(word);
  const isTinted = colourWords.has(word) && lifeless.has(word);
  if ((!isElement && !isTinted) || creatureOf(word) || lookUp(itemNames, word)) return false;
  const start = startOf(words, i);
  const isBeside =
    words[start - 1] === 'of' && /^(front|top|middle|edge|shore|side|bottom)$/.test(words[start - 2] ?? '');
  const isThere = isBeside || whereabouts.has(words[start - 1] ?? '');
  const after = words[i + 1] ?? '.';
  if (isThere && Object.hasOwn(poses, after)) return true;
  if (isElement) return isThere && (isMark(after) || isConnecting(after));
  // An orange, fluffy cat; an orange and white cat.
  const next = /^(,|and|or)$/.test(after) ? (words[i + 2] ?? '.') : after;
  return start < i && (/^[.;:]$/.test(next) || articles.has(next) || isConnecting(next));
}

/** Where "the forest", "the dark forest" and "blue fire" start. */
function startOf(words: readonly string[], i: number): number {
  if (articles.has(words[i - 1] ?? '')) return i - 1;
  if (/^(breath|spit)/.test(words[i - 2] ?? '')) return i - 1;
  const article = [2, 3, 4].map((back) => i - back).find((at) => articles.has(words[at] ?? ''));
  const adjectives = article === undefined ? [] : words.slice(article + 1, i);
  return article === undefined || adjectives.some((one) => isMark(one) || isConnecting(one)) ? i : article;
}

/** "A photographer capturing a butterfly": a creature with an article of its own, unless it is compared or half of one. */
export function isSeparate(words: readonly string[], i: number): boolean {
  if (!creatureOf(words[i]!)) return false;
  const start = [1, 2, 3].map((back) => i - back).find((at) => articles.has(words[at] ?? ''));
  const before = words[(start ?? 0) - 1];
  if (start === undefined || before === undefined) return false;
  const between = words.slice(start + 1, i);
  return !between.some((one) => isMark(one) || isConnecting(one)) && !isMark(before) && !joining.has(before);
}
const joining = setOf('as like of is are was be half part between than or into called named');

/** "My dog max, he is a brown beagle": the creature says more of the one that was named. */
export function isDefining(words: readonly string[], i: number): boolean {
  const start = [1, 2, 3, 4, 5].map((back) => i - back).find((at) => articles.has(words[at] ?? ''));
  if (start === undefined || !creatureOf(words[i]!)) return false;
  const between = words.slice(start + 1, i).filter((one) => one !== 'and');
  return /^(is|hes|shes|its|was|being)$/.test(words[start - 1] ?? '') && !between.some(isConnecting);
}

export const isMark = (word: string): boolean => /^[,.;:]$/.test(word);
export const isConnecting = (word: string): boolean =>
  connecting.has(word) || links.has(word) || negations.has(word) || isPlacing(word);

/** "A girl drawing a bow" and "a boy painting his shield" are no pictures. */
export const isDrawn = (words: readonly string[], i: number): boolean =>
  /^(drawing|painting)$/.test(words[i]!) &&
  owners.has(words[i + 1] ?? '') &&
  i > 0 &&
  !articles.has(words[i - 1]!) &&
  !isMark(words[i - 1]!);

/** Words about a picture; who holds a palette paints, but a pastel palette is the picture's. */
export function isPicture(words: readonly string[], i: number): boolean {
  const before = words[i - 1];
  if (words[i] !== 'palette') return pictures.has(words[i]!) && !isDrawn(words, i);
  return before !== undefined && !owners.has(before) && !beforePalette.has(before);
}
const beforePalette = setOf(
  'my and with holding carrying using wooden wood paint painter artist big small large',
);

/** Words that name an item or a clip in one sense only: not hair in waves, nor a plate of cookies. */
export function isMisleading(words: readonly string[], i: number): boolean {
  const [before = '', word = '', after = ''] = [words[i - 1], words[i], words[i + 1]];
  if (word === 'waves')
    return (
      !/^(who|that|which|he|she|it|and)$/.test(before) && !/^(at|to|hello|goodbye|his|her|its)$/.test(after)
    );
  if (/^(plate|mail)s?$/.test(word)) return after === 'of' || !/^(in|wearing|wears|heavy)$/.test(before);
  if (/^stilettos?$/.test(word))
    return /^(in|wearing|wears)$/.test(before) || /^(high)?(heel|shoe|boot|pump|sandal)s?$/.test(after);
  if (word === 'boss') return /^(for|fight|battle|enemy|monster|npc|character|creature)$/.test(after);
  if (word === 'guard') return /^(stand|stands|standing|stood|on)$/.test(before);
  if (word === 'sprite')
    return /^(character|game|pixel)$/.test(before) || /^(sheet|aesthetic)s?$/.test(after);
  if (word === 'top') return /^(on|the|at)$/.test(before) || /^(down|view|of)$/.test(after);
  if (word === 'feet') return /^(few|couple)$/.test(before) || /^(away|apart|long|deep)$/.test(after);
  if (word === 'flying') return articles.has(after) || owners.has(after);
  if (word !== 'bass') return false;
  const isHeld = words
    .slice(Math.max(0, i - 3), i)
    .some((one) => /^(with|holding|playing|plays|carrying)$/.test(one));
  return !isHeld || /^(voice|singer|line|fish|clef)$/.test(after);
}

/** "Its black and the mane": what follows is about the character. */
export const isAbout = (words: readonly string[], i: number): boolean =>
  /^(its|hes|shes|theyre)$/.test(words[i]!) &&
  (colourWords.has(words[i + 1] ?? '') || Object.hasOwn(finishes, words[i + 1] ?? '')) &&
  /^([.,;]|and|but|with|all)$/.test(words[i + 2] ?? '.');

/** "The hat is red", "a dress the colour of wine", "armour made of wood": what follows belongs to the last thing. */
export const isDescribing = (words: readonly string[], i: number): boolean =>
  /^(is|are|:)$/.test(words[i]!) ||
  (words[i] === 'of' && (/^(colou?r|made|out)$/.test(words[i - 1] ?? '') || isStuff(words, i))) ||
  (words[i] === 'from' && words[i - 1] === 'made') ||
  (words[i] === 'like' && (/^looks?$/.test(words[i - 1] ?? '') || isItemOrPart(words[i - 1])));

/** "A crown of silver" and "a crown of ice" say what it is made of. */
function isStuff(words: readonly string[], i: number): boolean {
  const [before = '', stuff = '', after = '.'] = [words[i - 1], words[i + 1], words[i + 2]];
  const isSubstance =
    metalColours.has(stuff) || Object.hasOwn(finishes, stuff) || Object.hasOwn(themes, stuff);
  const isEnd = isMark(after) || isConnecting(after) || fillers.has(after);
  return isSubstance && isEnd && lookUp(itemNames, before) !== undefined;
}

/** Half of a face, and half in blue, are no half of a creature. */
export const isHalfOfPart = (words: readonly string[], i: number): boolean =>
  colourWords.has(words[i + 1] ?? '') ||
  (words[i + 1] === 'of' && words.slice(i + 2, i + 4).some((word) => lookUp(partNames, word)));

/** Salmon, raven and rose are colours before a noun, and nouns at the end of a phrase. */
export function isNoun(words: readonly string[], i: number): boolean {
  const [before = '', word = '', after = '.'] = [words[i - 1], words[i], words[i + 1]];
  const named = creatureOf(word) ?? lookUp(itemNames, word);
  if (!named || before === 'in' || before === 'and') return false;
  return (
    isMark(after) ||
    isPlacing(after) ||
    fillers.has(after) ||
    negations.has(after) ||
    Object.hasOwn(poses, after)
  );
}

/** "The head of an eagle" is an eagle head. */
function ownersFirst(words: readonly string[]): string[] {
  const ordered: string[] = [];
  for (const word of words) {
    const [part = '', of, article = ''] = ordered.slice(-3);
    const isGrown = lookUp(partNames, part) ?? bodyItems.has(lookUp(itemNames, part) ?? '');
    // "Wings of a bat" are bat wings.
    const joined = `${word}${part}`;
    if (of === 'of' && articles.has(article) && isGrown && creatureOf(word))
      ordered.splice(-3, 3, ...(Object.hasOwn(itemNames, joined) ? [joined] : [word, part]));
    else ordered.push(word);
  }
  return ordered;
}

/** "A fat tabby" is a fat tabby cat. */
export const withNouns = (words: readonly string[]): string[] =>
  ownersFirst(words).flatMap((word, i, all) => {
    const [creature, after = '.'] = [lookUp(patternedCreatures, word), all[i + 1]];
    return creature && (isMark(after) || isConnecting(after)) ? [word, creature] : [word];
  });
