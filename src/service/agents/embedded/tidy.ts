import { type Character, readCharacter, writeCharacter } from './character.js';
import { lookWanted } from './ideas.js';
import { isRole, isSpecies, phraseOf } from './lexis.js';
import { isHeadless, severalIn } from './naming.js';
import type { Wish } from './wish.js';

/** Takes the words of a sentence out of a description: "it's just a yellow mouse then" is "a yellow mouse". */

const opening =
  /^(?:(?:(?:it|he|she|they|that|this)(?:'?s|'?re| is| are| was| (?:should|would|could|must) be)|(?:an?|the) (?:version|one)(?: of (?:it|this|that))? (?:that(?:'?s| is)|who(?:'?s| is)|as|being)|(?:some(?:thing|one) )?like(?= an? )|just|only|maybe|perhaps|then|so|also|basically|kind of|kinda|sort of|please|ok(?:ay)?|well|um+|uh+)[\s,]+)+/i;
const closing =
  /(?:[\s,]+(?:then|instead|this time|please|pls|lol|now|tho(?:ugh)?|right|you know|from (?:it|this|that|there|these|those)|or (?:something|whatever)(?: like that)?|i (?:guess|think|mean|suppose)|(?:can|could|would|will) (?:you|u|we|i)\b.*|(?:if|when) (?:you|it|that|possible)\b.*))+$/i;
const filler =
  /^(?:just|maybe|perhaps|then|so|but|(?:it|he|she|they|that)(?:'?s|'?re)?|is|are|was|were|be|been|can|could|would|should|will|do|does|did|me|you|i|we|us|really|actually|basically|literally|please|also|too|instead|tho(?:ugh)?)$/i;
/** What members say about a description: "something my 5 year old would like". */
const remark =
  /\b(?:can|could|would|should|will) (?:you|i|we|it|he|she|they|like|love|be|have)\b|\b(?:i|we|you|she|he|they) (?:want|like|love|would|can|need|think|guess|mean)s?\b|\bnever ?mind\b/i;

const isNamed = (word: string): boolean =>
  isSpecies(word) || isRole(word) || isSpecies(word.replace(/s$/i, '')) || isRole(word.replace(/s$/i, ''));

/** A wish whose description has no words of the sentence around it. */
export function tidiedWish(wish: Wish, line: string): Wish {
  if (wish.kind === 'ideas') return { ...wish, look: lookWanted(line) };
  if (wish.kind !== 'make' && wish.kind !== 'able' && wish.kind !== 'price') return wish;
  const named = wish.kind === 'make' && wish.others ? [wish.prompt, ...wish.others] : severalIn(wish.prompt);
  const [prompt = tidied(wish.prompt), ...others] = named.map(tidied);
  if (wish.kind === 'make' && isHeadless(prompt)) return { kind: 'describe' };
  return wish.kind === 'make' && others.length > 0 ? { ...wish, prompt, others } : { ...wish, prompt };
}

export function tidied(prompt: string): string {
  const plain = prompt
    .trim()
    .replace(opening, '')
    .replace(closing, '')
    .replace(/(?<=[\p{L}\d])[.!;]+\s+(?=\p{L})/gu, ', ')
    .trim();
  const tidy = writeCharacter(withItemsApart(withoutRemarks(withoutFillers(readCharacter(namedLast(plain))))))
    .replace(/\s+/g, ' ')
    .trim();
  return tidy === '' ? prompt : tidy;
}

/** The creature is the last of the words before the things that it has: "a dragon, scary" said without the comma. */
function withoutFillers(one: Character): Character {
  const head = [...one.looks, one.kind];
  const words = head.filter((word) => !filler.test(word));
  const kind = words.at(-1);
  if (kind === undefined || words.length === head.length) return one;
  const named = words.findLastIndex(isNamed);
  const isLast = named < 0 || isNamed(kind);
  const ordered = isLast ? words : [...words.filter((_, at) => at !== named), words[named]!];
  const looks = ordered.slice(0, -1).filter((word) => !/^(?:an?|the)$/i.test(word));
  const article = one.article || (/^(?:an?|the)$/i.test(ordered[0] ?? '') ? `${ordered[0]} ` : '');
  return { ...one, article, looks, kind: ordered.at(-1)! };
}

const general =
  /^(?:an? |the |my )?(?:[\w-]+ )??(?:avatar|character|model|oc|npc|rig|mascot|figure)(?:,| -|:) (?=\S)/i;

/** "A VRChat avatar, catgirl with pink hair" is a catgirl. */
function namedLast(plain: string): string {
  const rest = plain.replace(general, '');
  const head = rest.split(/,| with /i)[0] ?? '';
  return rest !== plain && phraseOf(head).isCharacter && !/^(?:with|in) /i.test(rest) ? rest : plain;
}

/** "Pink hair black hoodie" are two things. */
function withItemsApart(one: Character): Character {
  return {
    ...one,
    traits: one.traits.flatMap((trait) =>
      apart(trait.text).map((text, at) => ({ joint: at === 0 ? trait.joint : ', ', text })),
    ),
  };
}

function apart(text: string): string[] {
  if (/\b(?:on|in|of|for|with|to|at|like|as|from|over|under|the|an?|and|or|his|her|its)\b/i.test(text))
    return [text];
  return itemsOf(text.split(' ')) ?? [text];
}

/** The words as two items or more; null where they are something else. */
function itemsOf(words: readonly string[]): string[] | null {
  for (let at = 2; at <= words.length - 2; at++) {
    const rest = words.slice(at);
    const others = isItem(words.slice(0, at)) ? (isItem(rest) ? [rest.join(' ')] : itemsOf(rest)) : null;
    if (others) return [words.slice(0, at).join(' '), ...others];
  }
  return null;
}

/** Looks and the thing that they describe. */
function isItem(words: readonly string[]): boolean {
  const { hasThings, isCharacter, unknown } = phraseOf(words.join(' '));
  const looks = phraseOf(words.slice(0, -1).join(' '));
  const isPlain = words.length > 1 && !looks.hasThings && !looks.isCharacter;
  return isPlain && hasThings && !isCharacter && unknown.length === 0 && phraseOf(words.at(-1)!).hasThings;
}

const withoutRemarks = (one: Character): Character => ({
  ...one,
  traits: one.traits.filter(({ text }) => !remark.test(text)),
});
