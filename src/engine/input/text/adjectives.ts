/** Reads adjectives. */

import { misread } from './apply.js';
import { type Draft, nothingWaiting } from './draft.js';
import {
  ageWords,
  artStyles,
  colourHex,
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
export function readAdjective(draft: Draft, word: string): boolean {
  const { waiting } = draft;
  const { degree } = waiting;
  const pattern = lookUp(patternNames, word);
  const finish = lookUp(finishes, word);
  const size = buildWord(word);
  waiting.degree = 1;
  if (Object.hasOwn(ageWords, word)) waiting.age = ageWords[word]!;
  else if (size) {
    waiting.sizes.push({ word: size, degree });
  } else if (pattern) waiting.pattern = pattern;
  else if (manners.has(word)) {
    if (waiting.manner) misread(draft, waiting.manner);
    waiting.manner = word;
  } else if (Object.hasOwn(moods, word)) {
    if (!waiting.negated) draft.mood = moods[word]!;
    if (expressions.test(word)) draft.waiting = nothingWaiting();
    waiting.negated = false;
  } else if (Object.hasOwn(poses, word)) draft.pose = poses[word]!;
  else if (Object.hasOwn(layers, word)) waiting.covering = layers[word]!.name;
  else if (Object.hasOwn(wornAs, word))
    draft.items.set(wornAs[word]!, { size: 1, ...draft.items.get(wornAs[word]!) });
  else if (finish) {
    waiting.material = singular(word).find((form) => Object.hasOwn(finishes, form))!;
    if (finish.colour && waiting.colours.length === 0) waiting.colours.push(`#${colourHex[finish.colour]}`);
  } else if (Object.hasOwn(stances, word)) draft.stance = stances[word]!;
  else if (Object.hasOwn(styles, word)) draft.style = styles[word]!;
  else if (Object.hasOwn(artStyles, word)) draft.artStyle = artStyles[word]!;
  else if (Object.hasOwn(themes, word)) draft.theme ??= themes[word]!;
  else if (word === 'bald' || word === 'shaved') draft.refused.add('hair');
  else if (/less$/.test(word)) return refuse(draft, word.replace(/less$/, ''));
  else return false;
  return true;
}

/** Nouns: a big grin is no big person. */
const expressions = /^(grin|smile|smirk|scowl|laugh|menace)s?$/;

/** Handles "hatless" and "tailless". */
function refuse(draft: Draft, word: string): boolean {
  const name = lookUp(itemNames, word) ?? lookUp(partNames, word);
  if (name) draft.refused.add(name);
  return name !== undefined;
}
