/** Splits a prompt into words, and looks words up in tables in singular and plural. */
import { alternatives } from './alternatives.js';
import { spellCodes } from './colour-codes.js';
import { spellEmoji } from './emoji.js';
import { innerToken } from './inner-token.js';
import { joinNames } from './joined.js';
import { markMarks } from './mark-phrases.js';
import { markPlaces } from './place-phrases.js';
import { spellOut } from './shorthand.js';
import {
  builds,
  colourWords,
  itemNames,
  numbers,
  objects,
  partNames,
  partOfAdjective,
  roleNames,
  roles,
  sizes,
  species,
  speciesNames,
  tinges,
} from './vocabulary.js';

/**
 * Lower-case words; two-word items and colours become one word, compounds become two, and "-like" comparisons go to
 * the end.
 */
export function wordsOf(prompt: string): string[] {
  const placed = spellOut(spellCodes(spellEmoji(prompt)).toLowerCase().normalize('NFC'))
    .replace(settings, ' ')
    .replace(inFeet, (_, feet, inches) => tallWord(Number(feet) * 0.3048 + Number(inches ?? 0) * 0.0254))
    .replace(inMetres, (_, many, unit) => tallWord(Number(many) / (unit === 'cm' ? 100 : 1)))
    .replace(piled, '$1')
    .replace(headsTall, (_, many) => (Number(many) <= 3 ? 'chibi' : ''))
    .replace(lined, 'with $1 trim')
    .replace(tagged, '$1 ')
    .replace(bare, (_, part) => (/^f/.test(part as string) ? 'shoeless' : 'shirtless'))
    .replace(thingAsHead, '$1 head')
    .replace(headAsThing, '$1 head')
    .replace(onHind, 'upright')
    .replace(inEach, 'two $1');
  const said = markPlaces(markMarks(placed))
    .replace(inHand, '')
    .replace(ofPeople, (_, tone) => (tone === 'white' ? 'fair-skinned' : 'dark-skinned'))
    .replace(/n['’]t\b/g, ' not')
    .replace(ownedPlace, '$1')
    .replace(/['’]s\b/g, '')
    .replace(aged, (_, ...years: unknown[]) =>
      ageWord(years.find((one) => typeof one === 'string') as string),
    );
  const text = joinNames(said)
    .replace(tinged, (_, stem) => tinges[stem as string]!)
    .replace(ofSize, (_, size, part) => compound.of([size, partOfAdjective[part as string]!]))
    .replace(ofColour, (_, colour, part) => compound.of([colour, partOfAdjective[part as string]!]))
    .replace(ofTone, (_, tone) => `${skinTones[tone as string] ?? tone} skin`);
  const words = (text.match(token) ?? []).flatMap(apart);
  const isLike = (word: string) => word.endsWith('-like');
  return [...words.filter((word) => !isLike(word)), ...words.filter(isLike).map((word) => word.slice(0, -5))];
}

/** A word, a mark that ends a phrase, or an emoji that stands for no word. */
const token = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(-like\b)?|[,.;:]|\p{Extended_Pictographic}+/gu;

/** Combining marks on Latin letters that do not form a different letter. */
const piled = /(\p{Script=Latin})\p{M}+/gu;

/** Settings of image generators: "/imagine prompt:", "--ar 3:2", and weights as in "(red hat:1.2)". */
const settings = /^\s*\/imagine(\s+prompt:?)?|\s--[a-z]+(\s+[\w.:]+)?|:\d+(\.\d+)?(?=\s*\))/g;

/** Heights: 5'10", 6 feet 2 tall, 180 cm, 1.8 m tall. The quotation mark in "the 'level 5' knight" doesn't mean feet. */
const inFeet =
  /\b([1-9]|1\d)(?:['’](?=\s*(?:\d{1,2}(?!\d)|[,.;]|$)|[\s-]*(?:tall|high|in height)\b)| (?:feet|foot|ft)(?= (?:\d|tall|high)))(?:\s*(\d{1,2})(?!\d))?(?:["”]|''| ?(?:inches|in)\b)?( tall| high| in height)?/g;
const inMetres = /\b([0-5]\.\d+|\d{2,3}) ?(cm|m)\b( tall| high| in height|(?=[,.;]|$))/g;

/** "In a child's playroom": the owner of a place is not the character. */
const ownedPlace = /\b((?:in|on|at|near|inside|from) (?:a|an|the|his|her) )\p{L}+['’]s\b/gu;

/** "A cape lined with red silk". */
const lined = /\b(?:lined|trimmed|edged|accented|piped) (?:with|in) ((?:\p{L}+ )?\p{L}+)\b(?: trim)?/gu;

/** One word for a height, which the grammar reads. @param metres tall */
const tallWord = (metres: number): string => `tall${Math.round(metres * 100)}cm `;

/** Feet without shoes, and a chest without a shirt. */
const bare = /\b(?:bare|naked)[- ]?(feet|foot(?:ed)?|chest(?:ed)?|torso|upper body)\b/g;

/** "A camera for a head", and "whose head is a camera". */
const thingAsHead =
  /\b(?:an? |the )?(\p{L}+) (?:for|as|in place of|instead of) (?:an?|his|her|its|their|the) head\b/gu;
const headAsThing =
  /\bhead (?:is|being|made of|shaped like|that is|which is|that looks like) (?:an? |the )?(\p{L}+)\b(?= *(?:[,.;]|$|and\b|with\b))/gu;

/** A dog on its hind legs does not have two legs, and who holds something in one hand has two. */
const onHind =
  /\b(standing )?(up )?on (its |his |her |their )?(two )?(hind|back|rear|two) (legs|paws|feet)\b|\bstanding up(right)?\b/g;
/** "5 to 6 heads tall" is a proportion, and "1girl" a tag. */
const headsTall =
  /\b(?:\d+(?:\.\d+)?(?: ?(?:to|-|–) ?))?(\d+(?:\.\d+)?)[- ]heads?[- ](?:tall|height|high)(?: proportions?)?/g;
const tagged = /\b(\d)(?=(?:girl|boy|man|woman|men|women)s?\b)/g;
/** "A club in each hand" are two. */
const inEach =
  /\b(?:an? |one )?(\p{L}+) in (?:each|either) (?:of (?:its|his|her|their) )?(?:hand|fist|paw)s?\b/gu;
/** Of people, it is the skin that is black or white. */
const ofPeople =
  /\b(black|white)(?= (?:wo)?m[ae]n\b| (?:girl|boy|guy|lady|person|kid|dude|teenager|child|couple)\b)/g;
const inHand = /\bin (one|each|either|both|his|her|its|their|the)( left| right| other| free)? hands?\b/g;

const number = `\\d{1,3}|${Object.keys(numbers).join('|')}`;
/** "A 5-year-old boy" is not old, and there are not five of him. */
const aged = new RegExp(
  [
    `\\b(${number})[- ]?(?:years?|yrs?)[- ](?:old|of[- ]age)\\b`,
    '\\b(\\d{1,3}) ?y/?o\\b',
    `\\bage[d]?(?: of)? (${number})\\b`,
    '\\b(?:his|her|their) (\\d0)s\\b',
  ].join('|'),
  'g',
);

/** The adjective for a number of years. */
function ageWord(said: string): string {
  const years = Object.hasOwn(numbers, said) ? numbers[said]! : Number(said);
  if (years < 3) return 'baby';
  if (years < 13) return 'childlike';
  return years < 20 ? 'teenage' : years >= 60 ? 'elderly' : '';
}

const parted = Object.keys(partOfAdjective).join('|');
const ofSize = new RegExp(
  `\\b(${Object.keys(numbers).join('|')}|\\d{1,4}|long|big|huge|small|short|large|tiny|thick|curly|spiky|messy)[- ](${parted})\\b`,
  'g',
);
const ofColour = new RegExp(`\\b(${alternatives([...colourWords])})[- ](${parted})\\b`, 'g');

/** "Two-headed" and "red-haired" as one word, so that "tall" before it is not about the hair. */
const compound = innerToken<readonly [look: string, part: string]>('compound');

/** A look and the part that it is about; null for other words. */
export const partsOfCompound = compound.read;

/** Skin that is called olive is not green. */
const ofTone = /\b(dark|light|fair|pale|tan|tanned|olive)[- ](?:skinned|skin|complexion)\b/g;
const skinTones: Record<string, string> = { fair: 'pale', tanned: 'tan', olive: 'tan' };

const tinged = new RegExp(`\\b(${Object.keys(tinges).join('|')})ish\\b`, 'g');

/** Splits "lizardman" and "catgirl" into two words. */
function apart(word: string): string[] {
  const [, first, person] = /^(\p{L}{3,})(man|men|girl|boy|woman|women|folk|knight)$/u.exec(word) ?? [];
  const isCreature =
    first !== undefined &&
    !Object.hasOwn(objects, first) &&
    (Object.hasOwn(species, first) || Object.hasOwn(speciesNames, first));
  const isOneWord = [species, speciesNames, roles, roleNames].some((table) => Object.hasOwn(table, word));
  return isCreature && !isOneWord ? [first, person!] : [word];
}

export const singular = (word: string): string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/(s|x|z|ch|sh|o)es$/, '$1'),
  word.replace(/ies$/, 'y'),
  word.replace(/ves$/, 'f'),
];
export const lookUp = <T>(table: Record<string, T>, word: string): T | undefined => {
  const key = singular(word).find((form) => Object.hasOwn(table, form));
  return key === undefined ? undefined : table[key];
};

/** Whether a word is an item or a part of a body, rather than who has it. */
export const isItemOrPart = (word = ''): boolean =>
  (lookUp(itemNames, word) ?? lookUp(partNames, word)) !== undefined;

/** A size or build word in any degree: taller, biggest, chubbier. */
export function buildWord(word: string): string | undefined {
  const stem = word.replace(/(er|est)$/, '');
  return [word, stem, stem.replace(/(.)\1$/, '$1'), `${stem}e`, stem.replace(/i$/, 'y')].find(
    (form) => Object.hasOwn(builds, form) || Object.hasOwn(sizes, form),
  );
}
