/** A mark as a phrase that reads as the same mark: "red writing “BOB” on the chest". */
import type { SpecMark } from './spec-marks.js';
import { colourWord, sizeWord } from './spec-words.js';
import { marks, prints } from './vocabulary.js';

export function phraseOfMark({ mark, place, side, text, picture, colour, size }: SpecMark): string {
  const shown =
    picture && (prints[picture]!.words.find((word) => word.includes(' ')) ?? prints[picture]!.words[0]);
  const what = text
    ? `${mark} “${text}”`
    : picture
      ? `${shown} ${mark === 'tattoo' ? 'tattoo' : 'symbol'}`
      : (marks[mark]?.words[0] ?? mark);
  const noun = { badge: 'breast pocket', side: 'flank', held: 'sign' }[place as string] ?? place;
  const where =
    place && (side === 'both' ? `on both ${noun}s` : ['on the', side, noun].filter(Boolean).join(' '));
  return [colour && colourWord(colour), size && sizeWord(size), what, where].filter(Boolean).join(' ');
}
