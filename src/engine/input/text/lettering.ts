/**
 * Words to be written on clothes: "that says KISS THE COOK", "a big letter M on the chest". They are taken out of the
 * description, in any language, before it is translated, so that a cook on an apron is no cook.
 */
import { onPlace, placeOfWords } from './mark-places.js';
import { asWord, type MarkPhrase } from './mark-token.js';
import { canWrite, mostLetters } from './spec-marks.js';
import { bodyItems, colourWords, finishes, itemNames, sizes, writing } from './vocabulary.js';
import { lookUp } from './words.js';

const { before, after, labels, letters, cloth, ends } = writing;
const anyOf = (words: readonly string[]): string => [...words].sort((a, b) => b.length - a.length).join('|');
const edge = '(?<![\\p{L}\\p{N}])';
const close = '(?![\\p{L}\\p{N}])';

const cue = new RegExp(`${edge}(?:(${anyOf(labels)})|(${anyOf(letters)})|(${anyOf(before)}))${close}`, 'giu');
const link = '\\s*[:：,]?\\s*';
const quotes = '(?:["“”„«「『](.{1,60}?)["“”»」』]|[‘\'‚](.{1,60}?)[’\'](?!\\p{L}))';
const quoted = new RegExp(`^${link}${quotes}`, 'u');
const capital = "(?:[\\p{Lu}\\d♥★][\\p{Lu}\\d♥★&'’.+/-]*[!?]*)";
const capitals = new RegExp(`^\\s*:?\\s*(${capital}(?:,? ${capital})*)(?![\\p{Ll}\\p{Lu}])`, 'u');
const named = /^\s*(?:that says|saying|reading|with|:)?\s*(\p{Lu}[\p{L}'’-]*)/u;
const single = /^\s+["“'‘]?(\p{L}|\p{Lu}{2,3}|\d{1,3})["”'’]?(?![\p{L}\p{N}])/u;
const plain = new RegExp(
  `^\\s*:?\\s*([^\\s,.;:()]+(?: (?!(?:${anyOf(ends)})${close})[^\\s,.;:()]+){0,4})`,
  'iu',
);
/** Scripts without spaces have the cue after the text. */
const quotedFirst = new RegExp(`${quotes}\\s*(?:${anyOf(after)})`, 'gu');
const quotedOn = new RegExp(
  `(?<=\\s)${quotes}(?=\\s+(?:(?:written|printed|painted|embroidered)\\s|on\\s|across\\s|(?:${cloth})${close}))`,
  'gu',
);
const loved = new RegExp(
  `${edge}i (?:hearts?|loves?|luv|♥|❤️?|<3) ([\\p{L}\\d]+(?: [\\p{L}\\d]+)?)(?= (?:${cloth})${close})`,
  'giu',
);
const capitalsOn = new RegExp(
  `${edge}(\\p{Lu}[\\p{Lu}\\d]*(?: \\p{Lu}[\\p{Lu}\\d]*)*)(?=(?: (?:written|printed|painted|embroidered))? (?:on|across) (?:the|his|her|its|their|my) (?:chest|front|back|belly|cape|hat|cap|helmet|sleeve|${cloth})${close})`,
  'gu',
);
/** "With NOPE on it". */
const capitalsWith = new RegExp(
  `(?<=\\bwith )(\\p{Lu}{2,}[!?]*(?: \\p{Lu}{2,}[!?]*)*)(?= (?:(?:written|printed) )?(?:on|across) (?:it|him|her|them)${close})`,
  'gu',
);
const capitalsWorn = new RegExp(`${edge}(\\p{Lu}{2,12})(?= (?:${cloth})${close})`, 'gu');
const tail = new RegExp(
  `^\\s+(?:(?:written|printed|painted|embroidered|stitched) )?${onPlace}${close}`,
  'iu',
);

/** Words before what may as well be spoken: a parrot that says hello. */
const spoken = /^(?:that |which )?(?:says?|saying|reads?|reading|spells|write)$|^spelling$/i;
const carrier =
  /^(sign|banner|tag|badge|tattoo|letters?|text|words?|writing|mug|logo|sticker|patch|sash|button|pin|card|back|chest|front)s?$/;

const isCarrier = (word: string): boolean => {
  const item = lookUp(itemNames, word.replace(/-/g, ''));
  return carrier.test(word) || (item !== undefined && !bodyItems.has(item));
};

/** The description with each text as one word. */
export function holdLettering(prompt: string): string {
  let held = '';
  let from = 0;
  for (const found of prompt.matchAll(cue)) {
    const [whole, label, letter] = found;
    const end = found.index + whole.length;
    if (found.index < from) continue;
    const host = prompt
      .slice(from, found.index)
      .toLowerCase()
      .split(/[^\p{L}-]+/u)
      .slice(-7)
      .some(isCarrier);
    const read = textAfter(prompt.slice(end), {
      whole,
      isLabel: label !== undefined,
      isLetter: letter !== undefined,
      host,
    });
    if (!read) continue;
    held += prompt.slice(from, found.index) + asWord(phraseOf(label ? 'name tag' : 'writing', read));
    from = end + read.length;
  }
  return holdBare(held + prompt.slice(from));
}

type Read = { text: string; length: number; place?: MarkPhrase['place']; side?: MarkPhrase['side'] };
type Cue = { whole: string; isLabel: boolean; isLetter: boolean; host: boolean };

function textAfter(rest: string, { whole, isLabel, isLetter, host }: Cue): Read | null {
  const isOpen = !spoken.test(whole) || (host && !/^read/i.test(whole));
  const found =
    quoted.exec(rest) ??
    (isLetter ? single.exec(rest) : capitals.exec(rest)) ??
    (isLabel ? named.exec(rest) : null) ??
    (!isLabel && !isLetter && (isOpen || isPlacedLater(rest)) ? plain.exec(rest) : null);
  if (!found) return null;
  const where = tail.exec(rest.slice(found[0].length));
  return {
    text: (found[1] ?? found[2])!,
    length: found[0].length + (where?.[0].length ?? 0),
    ...whereIn(where),
  };
}

/** "Write hello on his shirt". */
function isPlacedLater(rest: string): boolean {
  const found = plain.exec(rest);
  return found !== null && tail.test(rest.slice(found[0].length));
}

/** Texts in quotation marks or capitals whose place says what they are. */
function holdBare(prompt: string): string {
  const marked = hold(hold(hold(prompt, quotedFirst), quotedOn), loved, (what) => `I ♥ ${what}`);
  const [small, large] = [/\p{Ll}/gu, /\p{Lu}/gu].map((of) => prompt.match(of)?.length ?? 0);
  if (large! > small!) return marked;
  const isLook = (word: string) =>
    colourWords.has(word) || [finishes, sizes].some((table) => lookUp<unknown>(table, word) !== undefined);
  const said = (text: string) => (/^(A|I)$/.test(text) || isLook(text.toLowerCase()) ? null : text);
  return [capitalsOn, capitalsWith, capitalsWorn].reduce(
    (held, pattern) => hold(held, pattern, said),
    marked,
  );
}

/** Takes out what the pattern finds, with its place. @param textOf null for what stays */
function hold(
  prompt: string,
  pattern: RegExp,
  textOf: (found: string) => string | null = (found) => found,
): string {
  let held = '';
  let from = 0;
  for (const found of prompt.matchAll(pattern)) {
    const text = textOf((found[1] ?? found[2])!);
    if (text === null) continue;
    const end = found.index + found[0].length;
    const where = tail.exec(prompt.slice(end));
    held += prompt.slice(from, found.index) + asWord(phraseOf('writing', { text, ...whereIn(where) }));
    from = end + (where?.[0].length ?? 0);
  }
  return held + prompt.slice(from);
}

const whereIn = (where: RegExpExecArray | null) =>
  where ? placeOfWords(where[2]!.toLowerCase(), where[1]?.toLowerCase()) : {};

function phraseOf(mark: string, { text, place, side }: Omit<Read, 'length'>): MarkPhrase {
  const where = { ...(place && { place }), ...(side && { side }) };
  const written = lettersOf(text);
  const said = [text.trim()];
  if (!canWrite(written))
    return { mark, said, ...where, note: `I have no letters for “${text.trim()}”, so I left that out.` };
  if (written.length > mostLetters)
    return {
      mark,
      said,
      ...where,
      note: `I can write up to ${mostLetters} letters, so I left out “${text.trim()}”.`,
    };
  return { mark, said, ...where, text: written };
}

/** In capitals without accents. */
export const lettersOf = (text: string): string =>
  text
    .replace(/❤️?|💖|<3/gu, '♥')
    .replace(/[⭐🌟]/gu, '★')
    .replace(/[’‘]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/ß/g, 'SS')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.,]+$/, '');
