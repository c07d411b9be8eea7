/** Guesses what an unlisted word means. */
import { addColour, readAdjective } from './adjectives.js';
import { dropCount } from './counts.js';
import type { Draft } from './draft.js';
import { spoken } from './joined.js';
import { lifelessOf } from './machines.js';
import { readNoun } from './nouns.js';
import { isAnother, leaveOut } from './species-lookup.js';
import { nearestKind } from './typos.js';
import { colourWords, itemNames, partNames } from './vocabulary.js';
import { lookUp } from './words.js';

/** Limit on guesses: unknown words of another language are not typos. */
const mostGuesses = 24;

/** "Two icicle daggers" are two daggers. */
const isCountable = (word: string): boolean =>
  (lookUp(itemNames, word) ?? lookUp(partNames, word)) !== undefined;

/** Reads an unlisted word: a typo, a species of a known family, or unknown. */
export function readStranger(draft: Draft, word: string, after = ''): void {
  const isNew = !draft.unknown.has(word) && !draft.guesses.has(word);
  const thing = lifelessOf(word);
  draft.wordCounts.known--;
  if (!isCountable(after)) dropCount(draft);
  if (!draft.guesses.has(word)) draft.unknown.add(spoken.get(word) ?? word);
  if (thing) {
    draft.lifeless.push(thing);
    return;
  }
  const meant =
    draft.mayGuess && isNew && draft.unknown.size + draft.guesses.size < mostGuesses
      ? nearestKind(word, draft.creature === null)
      : null;
  draft.waiting.negated = false;
  draft.isActing = /ing$/.test(word);
  if (!meant || (meant.kind === 'family' && draft.role)) return;
  const wasUnnamed = draft.creature === null && draft.role === null;
  if (isAnother(draft, meant.word, undefined)) {
    leaveOut(draft, word);
    return;
  }
  const read =
    readNoun(draft, meant.word, undefined) ||
    (colourWords.has(meant.word) && addColour(draft, meant.word)) ||
    readAdjective(draft, meant.word);
  if (!read) return;
  draft.unknown.delete(spoken.get(word) ?? word);
  draft.guesses.add(word);
  draft.wordCounts.known++;
  draft.wordCounts.guessed ||= wasUnnamed && (draft.creature !== null || draft.role !== null);
  draft.notes.push(
    meant.kind === 'typo'
      ? `I read “${word}” as “${meant.word}”.`
      : `I don't know “${word}”, so I used the closest kind: ${meant.word}.`,
  );
}
