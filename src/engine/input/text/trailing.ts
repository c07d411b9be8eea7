/** Adjectives after their noun: "a dress blue and a crown", "hair long and black", "a robot that is red and blue". */
import { addColour, shiftedColour } from './adjectives.js';
import type { Draft, DraftLook } from './draft.js';
import { leaveWordOut } from './pending.js';
import { isConnecting, isMark } from './senses.js';
import { colourWords, fillers, finishes, mildColourModifiers, patternNames, sizes } from './vocabulary.js';
import { buildWord, isItemOrPart, lookUp, singular } from './words.js';

const isAdjective = (word: string): boolean =>
  colourWords.has(word) ||
  Object.hasOwn(mildColourModifiers, word) ||
  buildWord(word) !== undefined ||
  [finishes, patternNames].some((table) => lookUp<unknown>(table, word) !== undefined);

/** Whether nothing follows that an adjective here could describe; other adjectives may. */
function closes(words: readonly string[], i: number): boolean {
  let at = i + 1;
  while (at < words.length && isAdjective(words[at]!)) at++;
  const after = words[at];
  return after === undefined || isMark(after) || isConnecting(after) || fillers.has(after);
}

/** Only "and" and other adjectives keep it. */
export function endTrailing(draft: Draft, word: string): void {
  if (!/^(and|half|very)$/.test(word) && !isAdjective(word)) draft.trailing = null;
}

/** What an adjective here describes: the thing just named, or the one whose adjectives these are. */
function describedAt(draft: Draft, words: readonly string[], i: number): DraftLook | null {
  const { waiting, trailing, last } = draft;
  if (waiting.colours.length + waiting.sizes.length > 0 || waiting.negated || !closes(words, i)) return null;
  const before = words[i - (waiting.shift === 0 ? 1 : 2)];
  const isPlain = !last?.said?.length || (last.colour === undefined && colourWords.has(words[i]!));
  return isItemOrPart(before) && last && isPlain ? last : trailing;
}

/** Reads a colour: of what follows, or of what it follows; a second one is that of a pattern or trim. */
export function readColour(draft: Draft, words: readonly string[], i: number): void {
  const word = words[i]!;
  // "On a pile of gold": the colour of something unknown.
  if (words[i - 1] === 'of' && draft.unknown.has(words[i - 2] ?? '') && !draft.subject) {
    leaveWordOut(draft, word);
    return;
  }
  const described = draft.subject ?? describedAt(draft, words, i);
  if (described?.colour !== undefined && !draft.subject && described === draft.trailing) {
    described.second ??= shiftedColour(draft, word);
    return;
  }
  if (described?.colour === undefined) draft.subject = described;
  draft.trailing = draft.subject;
  addColour(draft, word);
}

/** Reads a size, a material or a pattern of the thing that it follows. @returns whether the word was one */
export function readsTrailingLook(draft: Draft, words: readonly string[], i: number): boolean {
  return readsTrailingSize(draft, words, i) || readsTrailingSurface(draft, words, i);
}

function readsTrailingSurface(draft: Draft, words: readonly string[], i: number): boolean {
  const word = words[i]!;
  const material = singular(word).find((form) => Object.hasOwn(finishes, form));
  const pattern = lookUp(patternNames, word);
  const isNamed = isItemOrPart(words[i - 1]) && closes(words, i) && !draft.waiting.negated;
  const described = (material ?? pattern) ? (isNamed ? draft.last : describedAt(draft, words, i)) : null;
  if (!described || described === draft.look) return false;
  if (material) described.material ??= material;
  else described.pattern ??= pattern;
  draft.trailing = described;
  return true;
}

function readsTrailingSize(draft: Draft, words: readonly string[], i: number): boolean {
  const word = buildWord(words[i]!);
  const subject = draft.subject === draft.look ? null : draft.subject;
  const described = word && sizes[word] !== undefined ? (subject ?? describedAt(draft, words, i)) : null;
  if (!word || !described || described === draft.look || described.size !== 1) return false;
  described.size = sizes[word]! ** draft.waiting.degree;
  draft.waiting.degree = 1;
  draft.trailing = described;
  draft.subject = null;
  return true;
}
