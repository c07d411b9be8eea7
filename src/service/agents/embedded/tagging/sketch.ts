import { headOf } from '../changes/planned.js';
import { is } from '../words/cursor.js';
import { lookIn } from '../words/looks.js';
import { tokensOf } from '../words/tokens.js';
import type { Clause } from './clauses.js';
import { joinKind, type Sketch } from './sketch-kinds.js';

/** A character of the marked words, thing by thing. */

export const blankSketch = (): Sketch => ({ kind: '', also: [], looks: [], has: [], lacks: [] });

export const plain = (text: string): string =>
  text.trim().replace(/^(?:an?|the|his|her|its|their|my|our) /i, '');

export function put(sketch: Sketch, clause: Exclude<Clause, { kind: 'kind' }>): void {
  switch (clause.kind) {
    case 'also':
      if (sketch.kind === '') sketch.also.push(plain(clause.what));
      else joinKind(sketch, plain(clause.what), /\balso\b/i.test(clause.lead) ? 'both' : 'role');
      break;
    case 'add':
      sketch.has.push(clause.what.replace(/^(?:the|his|her|its|their|my) /i, ''));
      break;
    case 'swap':
      sketch.has.push(plain(clause.new));
      break;
    case 'rem':
      sketch.lacks.push(plain(clause.what));
      break;
    case 'place':
      putAt(sketch, plain(clause.what), clause.to);
      break;
    case 'look':
      if (clause.parts.length === 0) sketch.looks.push(plain(clause.look));
      for (const part of clause.parts) describeThing(sketch, plain(part), clause.look);
  }
}

const sameHead = (one: string, other: string): boolean =>
  headOf(one).toLowerCase() === headOf(other).toLowerCase();

/** "Red hair", and "only on the sides": one thing. */
function putAt(sketch: Sketch, what: string, to: string): void {
  const at = sketch.has.findIndex((one) => sameHead(one, what));
  if (at < 0) sketch.has.push(`${what} ${to}`);
  else sketch.has[at] = `${sketch.has[at]} ${to}`;
}

/** A thing that was named already is described, any other one is one more. */
function describeThing(sketch: Sketch, part: string, look: string): void {
  const at = sketch.has.findIndex((one) => sameHead(one, part));
  const text = withLook(at < 0 ? part : plain(sketch.has[at]!), look);
  if (at < 0) sketch.has.push(text);
  else sketch.has[at] = text;
}

/** "Glowing blue eyes", "beard made of moss", "one eye as a lens". */
function withLook(part: string, look: string): string {
  if (/^an? /i.test(look) && !lookIn(look.replace(/^an? /i, ''))) return `${part} as ${look}`;
  return isBefore(look) ? `${plain(look)} ${part}` : `${part} ${look}`;
}

/** Whether a look stands before its noun: one with a preposition, a comparison or a clause follows it. */
export const isBefore = (look: string): boolean => {
  const tokens = tokensOf(look);
  const [last] = tokens.slice(-1);
  return (
    !tokens.some(
      (token) => is(token, 'place', 'like', 'of', 'has', 'than', 'pronoun', 'for') || token.mark,
    ) && !is(last, 'modal', 'is')
  );
};

/** Whether a look of the whole character is an adjective: "bad attitude" and "arms crossed" stand behind the noun. */
export function isAdjectival(look: string): boolean {
  if (!isBefore(look)) return false;
  const tokens = tokensOf(look);
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (tokens.length === 1) return !first?.isThing || first.look !== null;
  const isNounFirst = first?.isThing && !first.look;
  return !isNounFirst && last !== undefined && (last.look !== null || adjective.test(last.word));
}
const adjective =
  /(?:ed|ing|y|ish|ful|less|ous|ic|al|able|ible|ive|ent|ant|ian|ese|like|style|old|proportions)$|^(?:wise|calm|proud|vain|brave|rude|kind|mad|drunk|blind|deaf|mute|dead|undead|alive|made|worn|torn)$/i;

const isFiller = (text: string): boolean =>
  tokensOf(text).every((token) => token.mark || is(token, 'filler', 'request', 'article', 'me', 'pronoun'));
const wordsIn = (text: string): string[] =>
  plain(text)
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);

/** The things that are not taken back later ("a gun? no gun"), each as it is described most fully. */
export function onceEach(has: readonly string[], lacks: readonly string[]): string[] {
  const kept = has.filter((one) => !isFiller(one) && !lacks.some((lack) => sameHead(lack, one)));
  return kept.filter(
    (one, at) =>
      !kept.some((other, i) => {
        const isPart = i !== at && wordsIn(one).every((word) => wordsIn(other).includes(word));
        return isPart && (wordsIn(other).length > wordsIn(one).length || i < at);
      }),
  );
}
