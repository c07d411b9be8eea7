/** Reads adjectives. */

import { darker, hexOf, lighter } from '../../colour.js';
import { cannotRuleOut, misread, younger } from './apply.js';
import { colourOf, isMetalColour } from './colours.js';
import { type Draft, nothingWaiting } from './draft.js';
import { choose, dropWaiting, leaveWordOut } from './pending.js';
import { textureOf } from './textures.js';
import { isTorn } from './torn.js';
import {
  ageWords,
  artStyles,
  colourHex,
  coverings,
  finishes,
  itemNames,
  layers,
  manners,
  moods,
  partNames,
  patternNames,
  poses,
  stances,
  styles,
  themes,
  wornAs,
} from './vocabulary.js';
import { buildWord, lookUp, singular } from './words.js';

/**
 * Reads looks, sizes, moods, poses and other adjectives; they apply to the next noun or to the whole character.
 * @returns whether the word was one
 */
export function readAdjective(draft: Draft, said: string): boolean {
  const { waiting } = draft;
  const word = positiveOf(said);
  const { degree } = waiting;
  const pattern = lookUp(patternNames, word);
  const finish = lookUp(finishes, word);
  const size = buildWord(word);
  const texture = textureOf(word);
  const [mood, pose] = [moods, poses].map((table) => actionIn(table, word));
  waiting.degree = 1;
  if (Object.hasOwn(ageWords, word)) addAge(draft, word);
  else if (size) {
    waiting.sizes.push({ word: size, degree });
  } else if (pattern) waiting.pattern = pattern;
  else if (manners.has(word)) {
    if (waiting.manner) misread(draft, waiting.manner);
    waiting.manner = word;
  } else if (mood) {
    const isShown = expressions.test(word) || !expressions.test(draft.chosenBy.get('mood') ?? '');
    if (!isShown) leaveWordOut(draft, word);
    else if (!waiting.negated) choose(draft, 'mood', moods[mood]!, word);
    if (expressions.test(word)) dropWaiting(draft);
    waiting.negated = false;
  } else if (pose) {
    choose(draft, 'pose', poses[pose]!, word);
    if (poses[pose] === 'howl') draft.mood ??= 'shouting';
  } else if (isTorn(word)) waiting.torn = word;
  else if (texture) waiting.texture = { kind: texture, word };
  // "Covered in moss" describes the character, and "mossy" what follows.
  else if (Object.hasOwn(coverings, word) && Object.hasOwn(layers, word)) draft.look.covering ??= word;
  else if (Object.hasOwn(layers, word)) waiting.covering = layers[word]!.name;
  else if (Object.hasOwn(wornAs, word))
    draft.items.set(wornAs[word]!, { size: 1, ...draft.items.get(wornAs[word]!) });
  else if (finish) {
    const material = singular(word).find((form) => Object.hasOwn(finishes, form))!;
    if (draft.subject && draft.subject !== draft.look) {
      draft.subject.material = material;
      if (finish.colour) draft.subject.colour ??= `#${colourHex[finish.colour]}`;
      draft.subject = null;
      return true;
    }
    const before = waiting.words.findLast((one) => lookUp(finishes, one));
    if (before) leaveWordOut(draft, before);
    waiting.material = material;
    if (finish.colour) waiting.implied = `#${colourHex[finish.colour]}`;
  } else if (Object.hasOwn(stances, word)) choose(draft, 'stance', stances[word]!, word);
  else if (Object.hasOwn(styles, word)) choose(draft, 'style', styles[word]!, word);
  else if (Object.hasOwn(artStyles, word)) choose(draft, 'artStyle', artStyles[word]!, word);
  else if (Object.hasOwn(themes, word)) addTheme(draft, themes[word]!, word);
  else if (word === 'bald' || word === 'shaved') draft.refused.add('hair');
  else if (/less$/.test(word)) return refuse(draft, word.replace(/less$/, ''));
  else return false;
  return true;
}

/** "A girl of 6 years in a dress": years that were counted are hers, not those of the dress. */
function addAge(draft: Draft, word: string): void {
  const age = ageWords[word]!;
  if (/^(childlike|teenage)$/.test(word) && !draft.linked) draft.age = younger(draft.age, age);
  else draft.waiting.age = age;
}

const graded: readonly Readonly<Record<string, unknown>>[] = [moods, layers, finishes, patternNames];
const isGraded = (word: string): boolean =>
  manners.has(word) || textureOf(word) !== undefined || graded.some((table) => Object.hasOwn(table, word));

/** "Angrier" and "rustiest" are angry and rusty. Sizes have degrees of their own. */
function positiveOf(word: string): string {
  if (isGraded(word) || word === 'matter') return word;
  const stem = /^(.{3,})(?:er|est)$/.exec(word)?.[1];
  const forms = stem ? [stem, stem.replace(/(.)\1$/, '$1'), `${stem}e`, stem.replace(/i$/, 'y')] : [];
  return forms.find(isGraded) ?? word;
}

/** "Sleeps" is "sleeping". */
function actionIn(table: Readonly<Record<string, unknown>>, word: string): string | undefined {
  const stem = word.replace(/s$/, '');
  const forms = stem === word ? [] : [stem, stem.replace(/e$/, ''), stem.replace(/(.)$/, '$1$1')];
  return [word, ...forms.map((form) => `${form}ing`)].find((form) => Object.hasOwn(table, form));
}

/** The fire of a fire mage, of a fire sword, and of a sword made of fire. */
function addTheme(draft: Draft, theme: string, word: string): void {
  const { subject } = draft;
  if (subject === null || subject === draft.look) {
    draft.waiting.theme ??= theme;
    draft.chosenBy.set('theme', word);
    return;
  }
  subject.colour ??= `#${colourHex[theme]}`;
  draft.subject = null;
}

/** Nouns: a big grin doesn't mean a big person. */
const expressions = /^(grin|smile|smirk|scowl|laugh|menace)s?$/;

/** Handles "hatless" and "tailless". */
function refuse(draft: Draft, word: string): boolean {
  const name = lookUp(itemNames, word) ?? lookUp(partNames, word);
  if (name) draft.refused.add(name);
  return name !== undefined;
}

/** The colour, in the shade that was named before it. */
export function shiftedColour({ waiting }: Draft, word: string): string {
  const colour = colourOf(word);
  const shifted = waiting.shift < 0 ? darker(colour, -waiting.shift) : lighter(colour, waiting.shift);
  waiting.shift = 0;
  return hexOf(shifted);
}

/** Keeps a colour for the next noun, or gives it to the subject. */
export function addColour(draft: Draft, word: string): true {
  const { waiting } = draft;
  const shifted = shiftedColour(draft, word);
  if (isMetalColour(word)) waiting.sheen = 'metal';
  if (word.startsWith('neon')) waiting.material ??= 'neon';
  if (draft.subject) {
    if (!waiting.negated) {
      draft.subject.colour = shifted;
      if (waiting.sheen && draft.subject !== draft.look) draft.subject.material = waiting.sheen;
    } else if (draft.subject === draft.look) draft.avoid.push(shifted);
    else draft.notes.push(cannotRuleOut);
    draft.subject = null;
    draft.waiting = nothingWaiting();
  } else if (waiting.colours.length < 2) waiting.colours.push(shifted);
  else {
    draft.unshown.add(word);
    draft.notes.push(`Each thing can have two colours, so I left out ${word}.`);
  }
  return true;
}
