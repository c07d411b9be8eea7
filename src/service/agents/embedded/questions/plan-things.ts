import { countIn } from '../../../../engine/input/text/having.js';
import { readCharacter, traitWith } from '../changes/character.js';
import type { Wish } from '../wish.js';
import { bodyOf } from '../words/lexis.js';
import { sortWords } from './body-words.js';

/** What questions name of the character under discussion. */

/** Whether a message names a part of the character, or speaks of it as of a person. */
export function isOfPlan(line: string, draft: string): boolean {
  const { things, words } = sortWords(line, draft);
  return things.length > 0 || words.some(({ word }) => /^(?:he|she|him|his|her)$/.test(word));
}

/** How many it will have of a thing that may have adjectives; null for no thing. */
export function countOf(draft: string, what: string): number | null {
  const body = bodyOf(draft);
  return countIn(body, what) ?? countIn(body, lastWord(what));
}

const lastWord = (text: string): string => text.split(/\s+/).at(-1) ?? '';

/** The thing that a question asked for and the description does not name, so that "give him one" can refer to it. */
export function unnamedIn(wish: Wish, draft: string | null): string | null {
  const what =
    wish.kind === 'has'
      ? wish.what
      : wish.kind === 'body' && wish.ask.about === 'holds'
        ? wish.ask.what
        : null;
  const isNamed = what && draft && traitWith(readCharacter(draft), lastWord(what));
  return isNamed ? null : what;
}
