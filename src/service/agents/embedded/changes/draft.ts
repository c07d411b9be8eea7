import { isRole, isSpecies, phraseOf } from '../words/lexis.js';
import { lookIn } from '../words/looks.js';
import { tokensOf } from '../words/tokens.js';
import { type DraftChange, withArticle } from './change.js';
import {
  add,
  type Character,
  names,
  only,
  readCharacter,
  remove,
  traitWith,
  writeCharacter,
} from './character.js';
import { inDegree, withoutAmount, withoutRivals } from './degrees.js';
import { headOf } from './planned.js';
import { describedBehind, describeHead, describePart, withThing } from './things.js';

const lastWord = (text: string): string => text.trim().split(/\s+/).at(-1) ?? '';

/** Works the change into the prompt: "a red fox" made blue is "a blue fox". */
export function refine(prompt: string, asked: DraftChange): string {
  const one = readCharacter(prompt);
  const change = asked.kind === 'remove' ? { ...asked, what: nameOf(asked.what, one) } : asked;
  return written(apply(one, change, prompt));
}

/** Looks of changes that change nothing: "less pointy", of what is not pointy. */
export function idleLooks(changes: readonly DraftChange[], prompt: string): string[] {
  let now = prompt;
  return changes.flatMap((one) => {
    const before = now;
    now = refine(before, one);
    const look = one.kind === 'become' ? one.words : one.kind === 'remove' ? one.what : '';
    const isLook =
      look !== '' && tokensOf(look).some((token) => token.look && !token.isThing && !token.isWho);
    return now === before && isLook && !names(now, lastWord(look)) ? [look] : [];
  });
}

const written = (one: Character): string =>
  writeCharacter({ ...one, looks: looksOnce(one) })
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\b([Aa])n? (?=(\w\w?\w?))/g, (_, a: string, first: string) =>
      /^(?:(?!uni|use|eu)[aeiou]|8|1[18])/i.test(first) ? `${a}n ` : `${a} `,
    );

/** The words before the noun: each one once, and no article but after a preposition, as in "guardian of the wood". */
const looksOnce = ({ looks, kind }: Character): string[] =>
  looks.filter((word, at) => {
    const later = [...looks.slice(at + 1), kind];
    const isRepeated = later.includes(word) && (lookIn(word) !== null || phraseOf(word).isCharacter);
    return !isRepeated && !(/^an?$/i.test(word) && !/^(?:of|like|in|on|at)$/i.test(looks[at - 1] ?? ''));
  });

function apply(one: Character, change: DraftChange, prompt: string): Character {
  switch (change.kind) {
    case 'replace':
      if (change.isRecast) return recast(one, change.what);
      return change.isRole ? inRole(one, change.what) : replaced(one, change.what);
    case 'add':
      return withThing(one, change.what);
    case 'bare':
      return { ...one, traits: [] };
    case 'only':
      return only(one, lastWord(change.what));
    case 'remove':
      return withoutLook(one, change.what) ?? remove(one, lastWord(change.what));
    case 'swap':
      return swapped(one, change.what, change.for);
    case 'move':
      return moved(one, change.what, change.to);
    case 'become': {
      if (change.isBehind) return describedBehind(one, change.part, change.words);
      const words = tokensOf(withoutAmount(change.words)).flatMap(({ said, mark }) => (mark ? [] : said));
      const isMore = (at: number) => /^more$/i.test(words[at] ?? '') && lookIn(words[at + 1] ?? '') !== null;
      const describe = (looks: readonly string[]) =>
        change.part ? describePart(one, change.part, looks) : describeHead(one, looks);
      const compare = (word: string, at: number): string =>
        lookIn(word.replace(/-/g, ''))?.isCompared || isMore(at - 1)
          ? inDegree(word, (look) => written(describe([look])), prompt, change.part)
          : word;
      return describe(words.map(compare).filter((_, at) => !isMore(at)));
    }
  }
}

/** The character or a thing without one of its adjectives: null where the word is none. */
function withoutLook(one: Character, word: string): Character | null {
  if (!lookIn(word.toLowerCase())) return null;
  const looks = one.looks.filter((look) => !names(look, word));
  if (looks.length < one.looks.length) return { ...one, looks };
  const trait = traitWith(one, word);
  if (!trait || names(headOf(trait.text), word)) return null;
  const text = trait.text
    .split(' ')
    .filter((each) => !names(each, word))
    .join(' ');
  return { ...one, traits: one.traits.map((each) => (each === trait ? { ...each, text } : each)) };
}

/** "That thing on its head" of a frog with nothing but a crown is the crown. */
const nameOf = (what: string, { traits }: Character): string =>
  /^(?:that |this )?thing\b/i.test(what) ? (traits.length === 1 ? headOf(traits[0]!.text) : what) : what;

function moved(one: Character, what: string, to: string): Character {
  const trait = traitWith(one, what);
  if (!trait) return add(one, `${withArticle(what)} ${to}`);
  const isModifier = !names(headOf(trait.text), what);
  const kept = (isModifier ? what : trait.text).replace(
    / (?:on|in|at) (?:(?:his|her|its|their|the|each|both|one|left|right|other) )*\w+$/i,
    '',
  );
  const side = /\bleft\b/i.test(trait.text) ? 'right' : 'left'; // things are in the right hand unless said otherwise
  const bare = kept.replace(/^(?:holding|carrying|wearing) /i, '');
  const joint = trait.joint.replace(/holding|carrying/i, 'with');
  const text = `${withArticle(bare)} ${to.replace(/\b(?:other|opposite)\b/i, side)}`;
  return { ...one, traits: one.traits.map((each) => (each === trait ? { joint, text } : each)) };
}

/** A fox as a king is a fox king. */
function inRole(one: Character, what: string): Character {
  const { kind, traits } = readCharacter(what);
  if (!isSpecies(one.kind) || !isRole(kind)) return replaced(one, what);
  return { ...one, looks: [...one.looks, one.kind], kind, traits: [...one.traits, ...traits] };
}

/** A skeleton pirate as a zombie is a zombie pirate. */
function recast(one: Character, what: string): Character {
  const { looks, kind, traits } = readCharacter(what);
  if (!isRole(one.kind) || !isSpecies(kind) || traits.length > 0) return replaced(one, what);
  const kept = withoutRivals(one.looks, looks).filter((look) => !isSpecies(look));
  return { ...one, looks: [...looks, ...kept, kind] };
}

/** Another creature with the same things. */
function replaced(one: Character, what: string): Character {
  const { traits, ...head } = readCharacter(what);
  const [first, ...rest] = one.traits;
  const isKept = isRole(one.kind) && one.looks.some(isSpecies) && isSpecies(head.kind) && !isRole(head.kind);
  if (isKept) return recast({ ...one, traits: [...traits, ...one.traits] }, what.split(/ (?:with|in) /)[0]!);
  const isOtherRole = isRole(head.kind) && isRole(one.kind) && head.looks.length === 0;
  if (isOtherRole) head.looks.push(...one.looks.filter(isSpecies));
  const joined =
    first && traits.length > 0 && /with\b/i.test(first.joint) ? { ...first, joint: ' and ' } : first;
  return { ...head, traits: [...traits, ...(joined ? [joined] : []), ...rest] };
}

function swapped(one: Character, what: string, other: string): Character {
  const noun = lastWord(what);
  if (names(one.kind, noun) && !traitWith(one, noun)) return replaced(one, withArticle(other));
  const fresh = readCharacter(other);
  if (names(one.kind, fresh.kind) && fresh.looks.length > 0 && !traitWith(one, noun))
    return describeHead(remove(one, noun), fresh.looks); // "not brown, a black bear"
  const kept = traitWith(one, lastWord(other));
  if (kept && kept !== traitWith(one, noun)) return remove(one, noun);
  if (traitWith(one, noun)) return add(remove(one, noun), other);
  const isLook = one.looks.some((look) => names(look, noun));
  const { hasThings, understood } = phraseOf(other);
  return isLook || (understood.length > 0 && !hasThings)
    ? describeHead(remove(one, noun), other.split(/\s+/))
    : add(remove(one, noun), other);
}
