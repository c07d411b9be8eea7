/** Words about the surface of what was named before, things for a head, and words that no body shows. */
import { type Draft, isSubjectNamed, nothingWaiting } from './draft.js';
import { readsObjectHead } from './object-head.js';
import { dropWaiting, leaveWordOut } from './pending.js';
import { readsPrint } from './prints.js';
import { isMark } from './senses.js';
import { creatureOf } from './species-lookup.js';
import type { Pattern } from './vocabulary/shapes.js';
import {
  bodyItems,
  colourWords,
  itemNames,
  partNames,
  patternNames,
  printNames,
  trims,
  unshownWords,
} from './vocabulary.js';
import { lookUp } from './words.js';

/** @returns whether the word was one of them */
export function readsAside(draft: Draft, words: readonly string[], i: number): boolean {
  const word = words[i]!;
  if (unshownWords.has(word) || isContent(draft, words, i) || isPictured(words, i)) leaveWordOut(draft, word);
  else if (trims.has(word)) readTrim(draft, word);
  // "White fur trim" is no white fur.
  else if (trims.has(words[i + 1] ?? '') && lookUp(partNames, word)) draft.understood.add(word);
  else if (lookUp(partNames, word) === 'coat' && isGarment(words[i + 1])) leaveWordOut(draft, word);
  else return readsWeave(draft, words, i) || readsPrint(draft, words, i) || readsObjectHead(draft, words, i);
  return true;
}

/** "A jar of honey", "a bunch of grapes": the content is not another character. */
function isContent(draft: Draft, words: readonly string[], i: number): boolean {
  if (!isSubjectNamed(draft) || creatureOf(words[i]!) === undefined) return false;
  const of = [1, 2, 3].map((back) => i - back).find((at) => words[at] === 'of') ?? 0;
  const isOther = words.slice(of + 1, i).some((one) => one === 'and' || isMark(one));
  return !isOther && containers.test(words[of - 1] ?? '');
}
const containers =
  /^(bunch|bouquet|basket|bucket|jar|bowl|pot|bag|sack|box|crate|plate|tray|platter|cup|mug|glass|bottle|can|tin|packet|stack|pile|slice|piece|handful|net|nest|vase|cart|jug|pint|carton|string)(e?s)?$/;

/** "A bat print hoodie" has no bat. */
const isPictured = (words: readonly string[], i: number): boolean =>
  creatureOf(words[i]!) !== undefined &&
  lookUp(printNames, words[i]!) === undefined &&
  /^(print|motif|logo|design|emblem|sticker|symbol|tattoo)s?$/.test(words[i + 1] ?? '');

/** "A coat with gold trim": the second colour of what was named before. */
export function readTrim(draft: Draft, word: string): void {
  const { waiting, last, look } = draft;
  const [colour] = waiting.colours;
  const trimmed = last ?? (look.colour === undefined ? null : look);
  if (colour === undefined || !trimmed || trimmed.second !== undefined) {
    dropWaiting(draft);
    leaveWordOut(draft, word);
    return;
  }
  trimmed.second = colour;
  if (trimmed.word && /\bhair|tail|bob|mane/.test(trimmed.word)) trimmed.pattern ??= 'striped';
  draft.understood.add(word);
  draft.waiting = nothingWaiting();
}

/** "A fur bikini" is no fur of the body. */
const isGarment = (word = ''): boolean => {
  const item = lookUp(itemNames, word);
  return item !== undefined && !bodyItems.has(item);
};

const prints: Readonly<Record<string, Pattern>> = {
  stripes: 'striped',
  spots: 'spotted',
  patches: 'patched',
};

const waitsAt = ({ waiting }: Draft, word = ''): boolean =>
  colourWords.has(word) || waiting.words.includes(word);

/** "A dress with white dots": the pattern of a garment, and not of who wears it. */
function readsWeave(draft: Draft, words: readonly string[], i: number): boolean {
  const word = words[i]!;
  const pattern =
    prints[lookUp(partNames, word) ?? ''] ?? (/s$/.test(word) ? lookUp(patternNames, word) : undefined);
  let at = i - 1;
  while (waitsAt(draft, words[at]) || (words[at] === 'and' && waitsAt(draft, words[at - 1]))) at--;
  const item = words[at] === 'with' ? lookUp(itemNames, words[at - 1] ?? '') : undefined;
  const { last, waiting } = draft;
  if (!pattern || item === undefined || bodyItems.has(item) || !last || waiting.negated) return false;
  last.pattern = pattern;
  const [first, other] = waiting.colours;
  if (other) last.colour ??= first;
  last.second = (last.colour === first ? other : first) ?? last.second;
  draft.waiting = nothingWaiting();
  draft.understood.add(word);
  return true;
}
