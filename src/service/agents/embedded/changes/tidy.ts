import { lookWanted } from '../descriptions/ideas.js';
import { isHeadless, severalIn } from '../descriptions/naming.js';
import type { Wish } from '../wish.js';
import { is } from '../words/cursor.js';
import { type Token, tokensOf } from '../words/tokens.js';
import { type Character, readCharacter, writeCharacter } from './character.js';

/** Takes the words of a sentence out of a description: "it's just a yellow mouse then" is "a yellow mouse". */

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
  const plain = withoutTail(prompt.trim().replace(general, ''));
  const words = withoutLead(tokensOf(plain)).flatMap((token, at, all) => wordsFor(token, at, all));
  const text = words
    .join(' ')
    .replace(/ (?=[,.])/g, '')
    .replace(/(?:[,.]\s*)+(?=[,.])|[\s,.]+$/g, '')
    .replace(/\.(?= )/g, ',');
  const tidy = text === '' ? '' : writeCharacter(listed(nounLast(readCharacter(text)))).trim();
  return tidy === '' ? prompt : tidy;
}

/** "A VRChat avatar, catgirl with pink hair" is a catgirl. */
const general =
  /^(?:an? |the |my )?(?:[\w-]+ )??(?:avatar|character|model|oc|npc|rig|mascot|figure)(?:,| -|:) (?=(?!with |in )\S)/i;

/** What members say about a description, not in it: "is that too weird", "something my kid would like". */
const remark =
  /(?:,|\.|;|\?|!|\bor\b)\s*(?:is|are|was|can|could|would|will|do|does|did|please|what|how|if|when|something|thanks?|i|you|we)\b.*$|\?.*$/i;
function withoutTail(text: string): string {
  const rest = text.replace(remark, '');
  return /\p{L}{2}/u.test(rest) ? rest : text;
}

const isContent = ({ isWho, isThing, look, isCount, parts, mark }: Token): boolean =>
  isWho || isThing || look !== null || isCount || (parts.size === 0 && mark === null);

/** From the first word of the description on. */
function withoutLead(tokens: readonly Token[]): Token[] {
  const first = tokens.findIndex((token) => isContent(token) || is(token, 'article', 'has', 'lacks'));
  const isOwned =
    is(tokens[first - 1], 'whose') && !is(tokens[first - 1], 'pronoun') && !is(tokens[first], 'article');
  const start = isOwned ? first - 1 : first;
  return tokens.slice(Math.max(start, 0));
}

function wordsFor(token: Token, at: number, all: readonly Token[]): string[] {
  const [before, after] = [all[at - 1], all[at + 1]];
  if (token.mark) return /^[,.;!:]$/.test(token.mark) ? [token.mark === ',' ? ',' : '.'] : [];
  if (isContent(token)) return [token.said];
  if (is(token, 'filler', 'request', 'me') && !is(before, 'article', 'whose', 'side')) return [];
  const isRequest = is(token, 'modal') && (is(after, 'pronoun') || is(before, 'pronoun'));
  const isBeforeRequest = is(token, 'and') && is(after, 'modal') && is(all[at + 2], 'pronoun');
  if (isRequest || isBeforeRequest) return isRequest ? [','] : [];
  // "But he's a detective" and "he is dancing" go on with the description.
  if (is(token, 'itIs') && !/^that/.test(token.word)) return [','];
  const isSubject = is(token, 'pronoun') && /^(?:it|he|she|they)$/.test(token.word);
  if (isSubject && is(after, 'is', 'has')) return is(after, 'is') ? [','] : [];
  if (is(token, 'is') && before && /^(?:it|he|she|they)$/.test(before.word)) return [];
  if (token.word === 'but' && (is(after, 'itIs') || is(after, 'pronoun'))) return [];
  if (
    is(token, 'has') &&
    /^(?:has|have|had|got)$/.test(token.word) &&
    before &&
    is(before, 'pronoun') &&
    !/^(?:who|that)$/.test(before.word)
  )
    return ['with'];
  return [token.said];
}

/** "Red robe tall hat" is a list. */
const listed = (one: Character): Character => ({
  ...one,
  traits: one.traits.map((trait, at) => (at > 0 && trait.joint === ' ' ? { ...trait, joint: ', ' } : trait)),
});

/** "A dragon scary" is a scary dragon: the creature is the last of the words before its things. */
function nounLast(one: Character): Character {
  const head = [...one.looks, one.kind];
  const tokens = head.map((word) => tokensOf(word)[0]);
  const named = tokens.findLastIndex((token) => token?.isWho);
  const isOrdered =
    named < 0 || tokens.slice(named + 1).some((token) => !token?.look) || named === head.length - 1;
  if (isOrdered) return one;
  const looks = head.filter((_, at) => at !== named);
  return { ...one, looks, kind: head[named]! };
}
