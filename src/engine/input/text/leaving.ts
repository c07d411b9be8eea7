/** Skips words about surroundings, places and pictures, which do not describe the character. */
import type { Draft } from './draft.js';
import { spoken } from './joined.js';
import { dropWaiting } from './pending.js';
import { isPicture, isPlace } from './senses.js';
import { fillers, lifeless, surroundings } from './vocabulary.js';

/** @returns whether the word is about surroundings, a place or a picture, and was left out */
export function leavesContext(draft: Draft, words: readonly string[], i: number): boolean {
  const [before, word = '', after] = [words[i - 1], words[i], words[i + 1]];
  if (draft.isElsewhere || surroundings.has(word) || (word === 'background' && after === 'as'))
    leaveSurroundings(draft, word);
  else if (isPicture(words, i)) leavePicture(draft, word);
  else if (isPlace(words, i)) leavePlace(draft, word, before);
  else return false;
  return true;
}

/** "Surrounded by bones and stone": what follows, to the end of the sentence, is not the character. */
function leaveSurroundings(draft: Draft, word: string): void {
  draft.isElsewhere = true;
  dropWaiting(draft);
  if (fillers.has(word)) return;
  draft.unshown.add(spoken.get(word) ?? word);
  if (!draft.notes.includes(onlyOne)) draft.notes.push(onlyOne);
}

const onlyOne = 'I make a character without its surroundings and its story, so I left those out.';

/** Leaves out a place with its adjectives: in a dark forest. */
function leavePlace(draft: Draft, word: string, before = ''): void {
  draft.unshown.add(spoken.get(word) ?? word);
  if (!fillers.has(before)) dropWaiting(draft);
  if (lifeless.has(word)) {
    draft.lifeless.push(word);
    draft.wordCounts.known--;
  }
  if (!draft.notes.includes(onlyOne)) draft.notes.push(onlyOne);
}

/** "In dramatic lighting": words about a picture, with their adjectives, change no character. */
function leavePicture(draft: Draft, word: string): void {
  draft.unshown.add(spoken.get(word) ?? word);
  dropWaiting(draft);
  if (!draft.notes.includes(onlyBody)) draft.notes.push(onlyBody);
}

const onlyBody = 'I make a 3D character, so words about a picture or its background change nothing.';
/** "With a pink glorp", "chopping wood": the adjective belongs to what is unknown, not to the character. */
export function dropStrange(draft: Draft, word: string | undefined): void {
  const isStrange = draft.isActing || (word !== undefined && draft.unknown.has(spoken.get(word) ?? word));
  draft.isActing = false;
  if (isStrange && (draft.creature ?? draft.role ?? draft.anyone) !== null) dropWaiting(draft);
}
