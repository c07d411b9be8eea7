/** Adjectives that were read but change nothing: no longer among the words understood. */
import { type Draft, nothingWaiting, type PendingAdjectives } from './draft.js';
import { spoken } from './joined.js';
import { colourWords } from './vocabulary.js';

/** How many adjectives wait for their noun. */
export const pendingCount = ({ colours, sizes, shift, ...one }: PendingAdjectives): number =>
  colours.length +
  sizes.length +
  Number(shift !== 0) +
  [
    one.age,
    one.torn,
    one.material,
    one.theme,
    one.sheen,
    one.pattern,
    one.covering,
    one.manner,
    one.texture,
  ].filter(Boolean).length;

/** Marks a word as read but not shown. */
export function leaveWordOut(draft: Draft, word: string): void {
  const said = spoken.get(word) ?? word;
  draft.understood.delete(said);
  draft.unshown.add(said);
}

/** Forgets the adjectives of something that is left out. */
export function dropWaiting(draft: Draft): void {
  for (const word of draft.waiting.words) leaveWordOut(draft, word);
  draft.waiting = nothingWaiting();
}

/** "A red fox, blue": the first colour counts. */
export function leaveColoursOut(draft: Draft): void {
  for (const word of draft.waiting.words) if (colourWords.has(word)) leaveWordOut(draft, word);
}

type Choice = 'mood' | 'pose' | 'stance' | 'style' | 'artStyle';

/** Sets a mood, pose or style; the word of the one that it replaces is left out. */
export function choose<K extends Choice>(draft: Draft, choice: K, value: Draft[K], word: string): void {
  const before = draft.chosenBy.get(choice);
  if (before !== undefined && draft[choice] !== value) leaveWordOut(draft, before);
  draft[choice] = value;
  draft.chosenBy.set(choice, word);
}
