import { describePrompt } from '../../../engine/input/text/grammar.js';
import {
  builds,
  colourWords,
  itemNames,
  partNames,
  roleNames,
  roles,
  sizes,
  species,
  speciesNames,
} from '../../../engine/input/text/vocabulary.js';
import { isTypoOf } from './spelling.js';

/** How the rig engine understands a phrase, so that the agent talks about characters with the engine's vocabulary. */
export type Phrase = {
  /** It names a creature or a role. */
  isCharacter: boolean;
  /** It names items that are worn, carried or grown. */
  hasThings: boolean;
  /** Words that would have an effect, and words that would have none. */
  understood: readonly string[];
  unknown: readonly string[];
  /** The engine's reason for a refusal, or null. */
  refusal: string | null;
};

const longest = 500;
const people: ReadonlySet<string> = new Set(
  'human person people man woman boy girl lady gentleman kid child baby guy granny grandma grandpa'.split(
    ' ',
  ),
);

export function phraseOf(text: string): Phrase {
  const { name, items, parts, words, refusal } = describePrompt(text.slice(0, longest));
  return {
    isCharacter: name !== 'human' || words.understood.some((word) => people.has(word)),
    hasThings: items.size + parts.size > 0,
    understood: words.understood,
    unknown: [...words.unknown, ...words.guessed], // a guess may be wrong, so the agent corrects or asks
    refusal,
  };
}

const named: readonly Readonly<Record<string, unknown>>[] = [
  ...[species, speciesNames, roles, roleNames, itemNames, partNames, builds, sizes],
];
const known: readonly string[] = [
  ...new Set([...named.flatMap((words) => Object.keys(words)), ...colourWords, 'with', 'wearing']),
];

/** Everyday words that spelling correction would turn into words of the engine. */
const everyday: ReadonlySet<string> = new Set(
  'money back string strong check range while whole even sell stack stuff sort root block tasks busy treat printed rule rules explore text demo strip point start starting scale fixes find best'.split(
    ' ',
  ),
);

/** Corrects "A drgon wiht a sord" to "a dragon with a sword"; changes only words the engine does not know. */
export function speltRight(text: string): string {
  const unknown = new Set(phraseOf(text).unknown);
  return text.replace(/[a-z]{4,}/gi, (word) => {
    const lower = word.toLowerCase();
    return unknown.has(lower) && !everyday.has(lower)
      ? (known.find((one) => isTypoOf(one, lower)) ?? word)
      : word;
  });
}
