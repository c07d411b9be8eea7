import { describe } from '../../../engine/text/grammar.js';

/** What the rig engine makes of a phrase: the agent speaks of characters with the words the engine knows. */
export type Phrase = {
  /** It names a creature or a role. */
  isCharacter: boolean;
  /** It names things worn, carried or grown. */
  hasThings: boolean;
  /** Words that would have an effect, and words that would have none. */
  understood: readonly string[];
  unknown: readonly string[];
};

const longest = 500;

export function phraseOf(text: string): Phrase {
  const { name, items, parts, words } = describe(text.slice(0, longest));
  return {
    isCharacter: name !== 'human' || words.understood.includes('human'),
    hasThings: items.size + parts.size > 0,
    ...words,
  };
}
