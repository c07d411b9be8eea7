/** Puts the tokens of a sentence into the order of English. */
import { colourWords } from '../vocabulary.js';
import { clausesLast } from './clauses.js';
import type { Dictionary } from './dictionary.js';
import { countPairs } from './pairs.js';
import type { Token } from './segment.js';
import { isThing } from './things.js';

/** Words between a thing and what it belongs to: "alas de dragón". */
const genitives: ReadonlySet<string> = new Set(['de', 'd', 'du', 'des', 'del', 'da', 'do', 'das', 'dos']);

export function englishOrder(tokens: readonly Token[], dictionary: Dictionary): Token[] {
  if (dictionary.clauses) return clausesLast(tokens, dictionary.clauses);
  const ordered = dictionary.adjectivesFollow ? adjectivesFirst(possessorsFirst(tokens)) : [...tokens];
  return handsOfSides(countPairs(coloursFirst(beforeNouns(ordered)), dictionary));
}

/**
 * "Oreilles de chat" are cat ears, and "homme de chapeau" is a man with a hat: what comes first decides, because a
 * thing belongs to its owner.
 */
function possessorsFirst(tokens: readonly Token[]): Token[] {
  const ordered = [...tokens];
  for (let at = 0; at + 2 < ordered.length; at++) {
    const [first, of, second] = ordered.slice(at, at + 3) as [Token, Token, Token];
    if (first.kind !== 'noun' || second.kind !== 'noun' || !genitives.has(of.said)) continue;
    if (isThing(second)) ordered[at + 1] = { ...of, english: 'with' };
    else if (isThing(first)) {
      const said = [first, of, second].map((token) => token.said).join(' ');
      ordered.splice(at, 3, { said, english: `${second.english} ${first.english}`, kind: 'noun' });
    }
  }
  return ordered;
}

/** "Renard roux" is a red fox; "noir et blanc" stays together. */
function adjectivesFirst(tokens: readonly Token[]): Token[] {
  const ordered: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const noun = tokens[at++]!;
    const after: Token[] = [];
    while (noun.kind === 'noun' || noun.kind === 'unknown') {
      const isJoined =
        tokens[at]?.english === 'and' && tokens[at + 1]?.kind === 'adjective' && after.length > 0;
      const isDegree = tokens[at]?.english === 'very' && tokens[at + 1]?.kind === 'adjective';
      if (tokens[at]?.kind !== 'adjective' && !isJoined && !isDegree) break;
      after.push(tokens[at++]!);
    }
    ordered.push(...after, noun);
  }
  return ordered;
}

/** Moves "without" and Japanese numbers in front of the noun that they follow, and of its adjectives. */
function beforeNouns(tokens: readonly Token[]): Token[] {
  const ordered: Token[] = [];
  for (const token of tokens) {
    if (token.kind !== 'after') {
      ordered.push(token);
      continue;
    }
    let at = ordered.length;
    while (at > 0 && isEmpty(ordered[at - 1]!)) at--;
    if (at > 0) at--;
    while (at > 0 && ordered[at - 1]!.kind === 'adjective') at--;
    ordered.splice(at, 0, token);
  }
  return ordered;
}

const isColour = ({ english }: Token): boolean => colourWords.has(english.split(' ').at(-1)!);

/** "A scarf in red", and eyes that glow "green" in Russian: the colour is not of the next thing. */
function coloursFirst(tokens: readonly Token[]): Token[] {
  const ordered: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const thing = tokens[at]!;
    ordered.push(thing);
    if (thing.kind !== 'noun' || !isThing(thing)) continue;
    let from = at + 1;
    while (tokens[from] && (isEmpty(tokens[from]!) || tokens[from]!.english === 'in')) from++;
    let end = from;
    while (tokens[end]?.kind === 'adjective' && isColour(tokens[end]!)) end++;
    if (end > from && tokens[end]?.english === 'glowing') end++;
    const follows = tokens[end];
    const isLast = follows === undefined || follows.kind === 'mark' || follows.english === 'and';
    if (end === from || !isLast) continue;
    ordered.splice(-1, 0, ...tokens.slice(from, end));
    at = end - 1;
  }
  return ordered;
}

/** "A sword in the left hand, a shield in the right": the second hand is not said. */
function handsOfSides(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at) => {
    const before = tokens.slice(0, at).findLast((one) => !isEmpty(one));
    const after = tokens.slice(at + 1).find((one) => !isEmpty(one));
    const isSide = /^(?:left|right)$/.test(token.english) && before?.english === 'in';
    const isLast = after?.kind !== 'noun' && after?.kind !== 'adjective' && after?.kind !== 'unknown';
    return isSide && isLast ? { ...token, english: `${token.english} hand` } : token;
  });
}

const isEmpty = ({ kind, english }: Token): boolean => kind === 'word' && english === '';
