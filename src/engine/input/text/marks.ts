/** Reads what is drawn on a body: the phrases that mark-phrases.ts and lettering.ts made one word. */

import type { MarkPlace } from '../../kinds.js';
import { type Draft, nothingWaiting } from './draft.js';
import { type MarkPhrase, markIn } from './mark-token.js';
import { leaveWordOut } from './pending.js';
import { mostMarks, type SpecMark } from './spec-marks.js';
import { bodyItems, fillers, handheld, itemNames, sizes } from './vocabulary.js';
import { lookUp } from './words.js';

/** Where the text of a garment is written that does not cover the chest. */
function placeOfItem(item: string, word = item): MarkPlace | undefined {
  if (/cape|cloak|backpack/.test(item)) return 'back';
  if (/hat$|cap$|helmet|beanie|headband|bandana/.test(item)) return 'hat';
  if (item === 'trousers') return /overall|dungaree|suit|bib/.test(word) ? undefined : 'leg';
  return item === 'boots' || item === 'socks' ? 'foot' : undefined;
}

const isHeld = (item: string): boolean => handheld.has(item) || item === 'shield';
/** Whether the last thing is none that is worn, but has a shape of its own. */
const isCarried = ({ companions, last }: Draft): boolean => companions.some(({ look }) => look === last);

/** The place of the phrase, or of the garment that was named last. */
function placeOf(draft: Draft, { mark, place, text, picture }: MarkPhrase): MarkPlace | undefined {
  // A stain on the face is where stains are.
  if (place === 'face' && !text && !picture) return undefined;
  const last = [...draft.items].find(([, look]) => look === draft.last)?.[0];
  const isShown = /^(writing|picture)$/.test(mark);
  if (!place && isShown && (last === undefined ? isCarried(draft) : isHeld(last))) return 'held';
  const isOnItem = isShown && last !== undefined && !bodyItems.has(last);
  return place ?? (isOnItem ? placeOfItem(last, draft.last?.word) : undefined);
}

/** "A heart on her cape": she wears one. */
function wearBelow(draft: Draft, word: string): void {
  const item = lookUp(itemNames, word);
  if (item && wearable.test(item) && !draft.items.has(item)) draft.items.set(item, { size: 1, word });
}
const wearable = /^(cape|hat|cap|helmet|beanie|trousers|boots|apron|dress|robe|shirt)$/;

export function readMark(draft: Draft, word: string): void {
  const phrase = markIn(word);
  const { said, note, mark, side, text, picture } = phrase;
  const words = said.filter((one) => !fillers.has(one));
  const { waiting } = draft;
  draft.waiting = nothingWaiting();
  if (note || draft.marks.length >= mostMarks) {
    for (const one of words) leaveWordOut(draft, one);
    if (note) draft.notes.push(note);
    return;
  }
  for (const one of words) draft.understood.add(one);
  if (waiting.negated) {
    draft.marks = draft.marks.filter((one) => one.mark !== mark);
    draft.refused.add(mark);
    return;
  }
  wearBelow(draft, said.at(-1) ?? '');
  const place = placeOf(draft, phrase);
  const size = waiting.sizes.reduce((all, one) => all * (sizes[one.word] ?? 1) ** one.degree, 1);
  const [colour] = waiting.colours;
  draft.marks.push({
    mark,
    ...(place && { place }),
    ...(side && { side }),
    ...(text && { text }),
    ...(picture && { picture: picture as SpecMark['picture'] }),
    ...(colour && { colour }),
    ...(size !== 1 && { size: Math.min(2, Math.max(0.4, Math.round(size * 100) / 100)) }),
  });
  draft.count = null;
}
