/** Phrases for what is drawn on a body, as one word each: "a burn scar across the cheek", "a rose tattoo on his neck". */
import { onPlace, placeOfWords, placeSource } from './mark-places.js';
import { asWord, type MarkPhrase } from './mark-token.js';
import { itemNames, layers, marks, objects, pairs, printNames, species, speciesNames } from './vocabulary.js';

const anyOf = (words: readonly string[]): string => [...words].sort((a, b) => b.length - a.length).join('|');
/** "Sunscreen" is a bottle, and who is covered in soot has no stain of it. */
const kindOf = new Map(
  Object.entries(marks).flatMap(([kind, { words }]) =>
    words
      .filter((word) => ![itemNames, layers].some((table) => Object.hasOwn(table, word.replace(/ /g, ''))))
      .map((word) => [word, kind] as const),
  ),
);
const start = '(?<![\\p{L}\\p{N}-])';
const end = '(?![\\p{L}\\p{N}-])';
const made =
  '(?: (?:crawling|climbing|winding|wrapping|curling|all|painted|drawn|tattooed|smeared|running|going|embroidered|printed|stitched|sewn|right|just|down|engraved|carved|emblazoned))*';
const pictures = anyOf(Object.keys(printNames)).concat('');
const picture = `(?<picture>${pictures})s?`;
const sign = '(?:symbol|emblem|logo|sigil|crest|insignia|decal)s?';
/** Before a place; "a star print shirt" is read with the shirt. */
const likeness = '(?:motif|sticker|design|print|icon|drawing|picture|outline|stamp)s?';

/** A mark with or without its place. */
const marked = new RegExp(
  `${start}(${anyOf([...kindOf.keys()])})${end}(?! (?:patch|shadow|liner|mask|brow|lash))(?:${made} ${onPlace}${end})?`,
  'gu',
);
const scar = new RegExp(`${start}(?:(?:(${placeSource}) )scars?|scars?${made} ${onPlace})${end}`, 'gu');
const tattoo = new RegExp(
  `${start}(?:${picture} tattoos?|tattoos? of (?:an? |the |some )?${picture.replace('picture', 'shown')})${end}(?:${made} ${onPlace}${end})?`,
  'gu',
);
const tattooed = new RegExp(`${start}${picture} tattooed ${onPlace}${end}`, 'gu');
const symbol = new RegExp(
  `${start}(?:${picture} ${sign}|(?:${sign}|${likeness}) of (?:an? |the )?${picture.replace('picture', 'shown')})${end}(?:${made} ${onPlace}${end})?`,
  'gu',
);
/** Without a word for a picture, only where no thing would be worn. */
const bare = new RegExp(`${start}${picture}(?: ${likeness})?${made} ${onPlace}${end}`, 'gu');
const drawnPlaces =
  /^(cheek|forehead|arm|forearm|side|belly|back|leg|knee|hat|shoulder|badge|chest|shin|hand)$/;

/** "Coat buttons" are an item, and "soot covered" is an adjective. */
function isOfItem(before: string, word: string, after: string): boolean {
  const [last = ''] = /\p{L}+(?=[ -]$)/u.exec(before) ?? [];
  const [next = ''] = /^[ -](\p{L}+)/u.exec(after)?.slice(1) ?? [];
  const joined = word.replace(/ /g, '');
  return Object.hasOwn(itemNames, last + joined) || pairs.includes(`${word} ${next}`);
}

type Groups = Record<string, string | undefined>;

/** "No writing" takes away what is written. */
const unwritten =
  /(?<=\b(?:no|without(?: any| the)?|not any) )(?:writing|text|words|letters|lettering|slogan)s?\b/g;
const unpictured = /(?<=\b(?:no|without(?: any| the)?|not any) )(?:picture|symbol|emblem|print)s?\b/g;

/** @param text in lower case */
export const markMarks = (text: string): string =>
  text
    .replace(unwritten, (said) => asWord({ mark: 'writing', said: [said] }))
    .replace(unpictured, (said) => asWord({ mark: 'picture', said: [said] }))
    .replace(tattoo, (...match) => held(match, 'tattoo'))
    .replace(tattooed, (...match) => held(match, 'tattoo'))
    .replace(symbol, (...match) => held(match, 'picture'))
    .replace(bare, (...match) => bareHeld(match))
    .replace(
      marked,
      (
        said: string,
        word: string,
        side: string | undefined,
        noun: string | undefined,
        at: number,
        all: string,
      ) =>
        isOfItem(all.slice(0, at), word, all.slice(at + said.length))
          ? said
          : asWord({ mark: kindOf.get(word)!, said: wordsIn(said), ...(noun && placeOfWords(noun, side)) }),
    )
    .replace(scar, (said: string, of?: string, side?: string, noun?: string) => {
      const where = placeOfWords((of ?? noun)!, side);
      return where.place === 'eye' || where.place === 'face'
        ? said
        : asWord({ mark: 'scar', said: wordsIn(said), ...where });
    });

function held(match: readonly unknown[], mark: string): string {
  const said = match[0] as string;
  const { picture: first, shown } = match.at(-1) as Groups;
  const word = (first ?? shown)!;
  const [side, noun] = placeIn(match);
  const where = noun ? placeOfWords(noun, side) : mark === 'tattoo' ? ({ place: 'arm' } as const) : undefined;
  return asWord({ mark, said: wordsIn(said), picture: printNames[word]!, ...where });
}

/** Side and noun of a place are the last two groups without a name. */
const placeIn = (match: readonly unknown[]): [string | undefined, string | undefined] =>
  match.slice(-5, -3) as [string | undefined, string | undefined];

function bareHeld(match: readonly unknown[]): string {
  const said = match[0] as string;
  const word = (match.at(-1) as Groups).picture!;
  const [side, noun] = placeIn(match);
  const where = placeOfWords(noun!, side);
  // Pictures on shirts are read with the shirt; a spider on a shoulder is alive, and a flower on a hat grows there.
  const isOnCloth = where.place === 'chest' && !/^(breastplate|chestplate|armou?r)$/.test(noun!);
  const isThing = isCreature(word) || (/^(flower|rose|leaf)/.test(word) && where.place === 'hat');
  if (isOnCloth || isThing || !drawnPlaces.test(where.place ?? '')) return said;
  return asWord({ mark: 'picture', said: wordsIn(said), picture: printNames[word]!, ...where });
}

const isCreature = (word: string): boolean =>
  (Object.hasOwn(species, word) && !Object.hasOwn(objects, word)) || Object.hasOwn(speciesNames, word);

const wordsIn = (said: string): MarkPhrase['said'] => said.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
