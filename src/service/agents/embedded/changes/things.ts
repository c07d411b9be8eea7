import { phraseOf } from '../words/lexis.js';
import { lookIn } from '../words/looks.js';
import { isColour, tokensOf } from '../words/tokens.js';
import { withArticle } from './change.js';
import { add, type Character, isDenied, names, remove, stem, traitWith } from './character.js';
import { withoutRivals } from './degrees.js';
import { headOf } from './planned.js';

/** How a description names a thing of the character, or how the character looks. */

const another = /\b(?:another|second|third|extra|other|more|spare)\b/i;
const opening = /^(?:an?|the|some) /i;

/** One thing more or, where the character has one of this name, that one as it is described now. */
export function withThing(one: Character, what: string): Character {
  const noun = headOf(what);
  const same = another.test(what)
    ? undefined
    : one.traits.find((trait) => !isDenied(trait) && isSame(headOf(trait.text), noun));
  if (!same) return add(one, what);
  const words = what.replace(opening, '').split(' ');
  const looks = words.slice(0, -1);
  if (words.at(-1) === noun && looks.every((word) => lookIn(word.toLowerCase()) !== null))
    return looks.length > 0 ? describePart(one, noun, looks) : one;
  return { ...one, traits: one.traits.map((each) => (each === same ? { ...same, text: what } : each)) };
}

const isSame = (head: string, noun: string): boolean => stem(head) === stem(noun);

export const describeHead = (one: Character, words: readonly string[]): Character => ({
  ...one,
  looks: [...words, ...othersOf(one.looks, words)],
  // "A dragon, small, cute": looks may stand behind the noun as well.
  traits: one.traits.flatMap((trait) => {
    const looks = trait.text.split(' ');
    if (trait.joint.trim() !== ',' || !looks.every((look) => lookIn(look.toLowerCase()))) return [trait];
    const text = othersOf(looks, words).join(' ');
    return text === '' ? [] : [{ ...trait, text }];
  }),
});

const othersOf = (looks: readonly string[], words: readonly string[]): string[] =>
  withoutRivals(unitsOf(looks), words).filter((look) => !words.includes(look.toLowerCase()));

/** "Low poly" is one look. */
const unitsOf = (looks: readonly string[]): string[] => tokensOf(looks.join(' ')).map(({ said }) => said);

/** How far something reaches, which its length says as well: "hair down to her knees". */
const reach = / (?:(?:all the way|down|up) )?to (?:(?:his|her|its|their|the) )?[\w-]+$/i;

const isCount = (word: string): boolean =>
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)$/i.test(word);

export function describePart(one: Character, part: string, words: readonly string[]): Character {
  const trait = traitWith(one, part);
  if (!trait && names(one.kind, part) && phraseOf(words.join(' ')).isCharacter)
    return { ...describeHead(one, words.slice(0, -1)), kind: words.at(-1)! };
  if (!trait && names(one.kind, part)) return describeHead(one, words);
  const worn = trait ? null : traitWithout(one, part);
  if (worn) {
    const text = `${worn.text} with ${named(words, part)}`;
    return { ...one, traits: one.traits.map((other) => (other === worn.of ? { ...other, text } : other)) };
  }
  if (!trait) return add(one, named(words, part));
  const isLength = words.some((word) => lookIn(word.split(' ').at(-1)!)?.axes.includes('length'));
  const tinted = withoutTint(trait.text, words);
  const before = (isLength ? tinted.replace(reach, '') : tinted).split(' ');
  const at = nounIn(before, headOf(part));
  if (/^(?:of|like)$/i.test(before[at - 1] ?? '') && words.some(isCount))
    return add(remove(one, part), named(words, part));
  const kept = before.slice(0, at);
  const outer = kept.splice(0, kept.findLastIndex(isJoint) + 1);
  const article = /^(?:an?|the|some|his|her|its)$/i.test(outer.at(-1) ?? '') ? [outer.pop()!] : [];
  const counted = words.some(isCount) ? [] : kept.filter(isCount);
  const others = kept.filter((word) => !isCount(word) && !words.includes(word.toLowerCase()));
  const isNamed = words.some((word) => phraseOf(word).hasThings && !lookIn(word.replace(/[ -]/g, '')));
  const own = isNamed ? others : withoutRivals(others, words);
  const text = [
    ...outer,
    ...(words.some(isCount) ? [] : article),
    ...counted,
    ...(isNamed ? [...own, ...words] : [...words, ...own]),
    ...numbered(
      [
        words.some((word) => isCount(word) && word !== 'one') ? part : before[at]!,
        ...withoutRivals(before.slice(at + 1), words),
      ],
      words,
    ),
  ].join(' ');
  return { ...one, traits: one.traits.map((other) => (other === trait ? { ...trait, text } : other)) };
}

/** The thing that is described by a part of it, as a "feathered cap" is by its feather, and its text without that word. */
function traitWithout(
  { traits }: Character,
  part: string,
): { of: Character['traits'][number]; text: string } | null {
  const noun = headOf(part).toLowerCase().replace(/s$/, '');
  // "Furry" and "hairy" are of the body as well, and "skinny" is of no skin.
  if (/^(?:skin|fur|hair|scale)$/.test(noun) || !/^[\p{L}-]+$/u.test(noun)) return null;
  const adjective = new RegExp(`^${noun}(?:${noun.at(-1)})?(?:e?d|y)$`, 'i');
  for (const of of traits) {
    const words = of.text.split(' ');
    const kept = words.filter((word) => !adjective.test(word));
    if (kept.some((word) => !/^an?$/i.test(word)) && kept.length < words.length)
      return { of, text: kept.join(' ') };
  }
  return null;
}

/** Where the adjectives of a noun begin: "white hair tied under a faded scarf". */
const joining = /^(?:an?|some|his|her|its|their|with|of|in|on|under|over|to|from|like|tied)$/i;
const isJoint = (word: string, at: number, all: readonly string[]): boolean =>
  joining.test(word) || (/^the$/i.test(word) && (at === 0 || joining.test(all[at - 1]!))); // but not "off the shoulder"

/** Where a thing is in its description, by the word itself or as the end or beginning of another one. */
function nounIn(words: readonly string[], noun: string): number {
  const last = stem(noun);
  const ways: ((word: string) => boolean)[] = [
    (word) => names(word, noun),
    (word) => stem(word).endsWith(last),
    (word) => stem(word).startsWith(last),
  ];
  return ways.map((isIt) => words.findIndex(isIt)).find((at) => at >= 0) ?? 0;
}

/** "A robe in silver" that becomes slate is in silver no more. */
const withoutTint = (text: string, words: readonly string[]): string =>
  words.some(isColour)
    ? text.replace(/ in ((?:[\w-]+ )*[\w-]+)$/i, (tint: string, said: string) => (isColour(said) ? '' : tint))
    : text;

/** "A robe torn at the bottom"; a character is described behind its things. */
export function describedBehind(one: Character, part: string | null, words: string): Character {
  const trait = part === null ? undefined : traitWith(one, part);
  const behind = words.replace(verb, (said) => `${said.replace(/s$/, '')}ing`);
  if (trait)
    return {
      ...one,
      traits: one.traits.map((each) =>
        each === trait ? { ...trait, text: `${trait.text} ${behind}` } : each,
      ),
    };
  return part === null
    ? { ...one, traits: [...one.traits, { joint: ', ', text: behind }] }
    : add(one, `${withArticle(part)} ${behind}`);
}

/** "End at the knee". */
const verb =
  /^(?:end|reach|stop|hang|point|fall|stick|stand|go|flow)s?(?= (?:at|to|over|above|below|down|up|out|on|in|backwards?|forwards?)\b)/i;

const named = (words: readonly string[], part: string): string =>
  words.some(isCount) ? `${words.join(' ')} ${part}` : withArticle(`${words.join(' ')} ${part}`);

/** One head of three heads. */
const numbered = ([noun = '', ...rest]: readonly string[], words: readonly string[]): string[] => [
  words.includes('one') ? noun.replace(/(?<=[^s])s$/, '') : noun,
  ...rest,
];
