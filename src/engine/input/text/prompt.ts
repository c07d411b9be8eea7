/** From a description to a spec, and from a spec to what a body is built from. */
import type { SkeletonKind } from '../../types.js';
import { countOf } from './counts.js';
import type { Description, Reading } from './description.js';
import { readEnglish } from './grammar.js';
import { translate } from './languages/translate.js';
import { holdLettering } from './lettering.js';
import { withoutMarkWords } from './mark-token.js';
import { describeSpec } from './outfit.js';
import { creatureOf } from './species-lookup.js';
import { itemNames, partNames, poses } from './vocabulary.js';
import { lookUp } from './words.js';

/** @param wanted class of body that overrides the prompt */
export function describePrompt(prompt: string, wanted?: SkeletonKind): Description & Reading {
  return describeReading(readPrompt(prompt), wanted);
}

/** The description in English, as far as its language has a dictionary. */
export function inEnglish(prompt: string): string {
  const english = translate(holdLettering(prompt))?.text;
  return english ? withoutMarkWords(english, ({ said }) => `saying “${said.join(' ')}”`) : prompt;
}

/** Reads a description in English, or in a language that has a dictionary. */
export function readPrompt(prompt: string): Reading {
  const held = holdLettering(prompt);
  const translation = translate(held);
  return translation
    ? { ...readEnglish(translation.text, false), saidFor: translation.typedFor }
    : readEnglish(held);
}

/**
 * A body for the reading, with the words of the member. Words for what the body cannot show are not among those
 * understood.
 */
export function describeReading(reading: Reading, wanted?: SkeletonKind): Description & Reading {
  const { spec, words, notes, saidFor, adjectives } = reading;
  const description = describeSpec({ ...spec, ...(wanted && wanted !== 'other' && { body: wanted }) });
  const lost = new Set([...description.unshown].flatMap((name) => adjectives.get(name) ?? []));
  const isUnshown = (word: string) => description.unshown.has(meaningOf(word)) || lost.has(word);
  const said = (list: readonly string[]) => [...new Set(list.map((word) => saidFor.get(word) ?? word))];
  return {
    ...description,
    ...reading,
    notes: [...notes, ...description.notes],
    words: {
      understood: said(words.understood.filter((word) => !isUnshown(word))),
      unknown: said(words.unknown),
      guessed: said(words.guessed),
      unexpressed: said([...words.unexpressed, ...words.understood.filter(isUnshown)]),
    },
  };
}

/** What a word stands for: a creature, an item, a part, a clip or a number. */
function meaningOf(word: string): string {
  const joined = word.replace(/[ -]/g, '').replace(/less$/, '');
  const number = countOf(joined);
  const named = creatureOf(joined) ?? lookUp(itemNames, joined) ?? lookUp(partNames, joined);
  return number ? `${number.many}` : (named ?? poses[joined] ?? word);
}
