/**
 * What a prompt is about, by the last noun of its first phrase: "a pirate flag" is a flag, "a car mechanic" is a
 * mechanic. The words before it only say which one.
 */
import { isEnglish } from '../../../base/english.js';
import { countOf } from './counts.js';
import type { Draft } from './draft.js';
import { spoken } from './joined.js';
import { lifelessOf } from './machines.js';
import { isConnecting, isMark } from './senses.js';
import { creatureOf, roleOfWord } from './species-lookup.js';
import {
  anyones,
  bodyItems,
  clothing,
  colourWords,
  fillers,
  handheld,
  itemNames,
  manWords,
  negations,
  partNames,
  pictures,
  poses,
  womanWords,
} from './vocabulary.js';
import { lookUp, singular } from './words.js';

/** Words before "of" that stand for what follows: a photo of a fox, a pair of boots. */
const standsIn =
  /^(pair|set|bunch|piece|slice|wedge|loaf|stack|pile|bowl|plate|cup|glass|mug|bottle|box|view|version|model|statue|sculpture|figurine|bust|drawing|sort|kind|type)s?$/;
const articles = /^(a|an|the|my|your|his|her|our|their|this|that)$/;
/** "Next" and participles follow the noun: a flag next to a house, a mug standing on a table. */
const trailing = /^(next|near|made)$|(ing|ed)$/;

const startsThing = (word: string): boolean =>
  articles.test(word) || standsIn.test(word) || countOf(word) !== null;

type Phrase = { start: number; end: number };

const isOne = (words: ReadonlySet<string>, word: string): boolean =>
  singular(word).some((form) => words.has(form));
export const isWho = (word: string): boolean =>
  creatureOf(word) !== undefined ||
  roleOfWord(word) !== undefined ||
  lookUp(anyones, word) !== undefined ||
  isOne(womanWords, word) ||
  isOne(manWords, word);

/** "A woman werewolf" is a werewolf, but a girl fox tail is a tail. */
export function isOfKind({ creature, halved }: Draft, words: readonly string[], i: number): boolean {
  const [before = '', word = ''] = words.slice(Math.max(0, i - 1), i + 1);
  if (i === 0 || creature !== 'human' || halved || (creatureOf(word) ?? 'human') === 'human') return false;
  const after = words[i + 1] ?? '.';
  const isLast = isBefore(after) || negations.has(after) || roleOfWord(after) !== undefined;
  return isLast && !clothing.has(after) && (womanWords.has(before) || manWords.has(before));
}

const isBefore = (word: string): boolean => isMark(word) || isConnecting(word) || fillers.has(word);

/** A comma between adjectives, as in "a sleek, black hat", ends no phrase. */
function isEnd(words: readonly string[], at: number, start: number): boolean {
  const word = words[at]!;
  if (word !== ',') return isMark(word) || isConnecting(word) || articles.test(word);
  const phrase = words.slice(start, at);
  return (
    !phrase.every((one) => isEnglish(one) && !isThing(one) && !isWho(one)) || isBefore(words[at + 1] ?? '.')
  );
}

/** Without its articles. */
export function subjectPhrase(words: readonly string[]): Phrase {
  let start = 0;
  while (start < words.length && isBefore(words[start]!)) start++;
  let end = start;
  while (end < words.length && !isEnd(words, end, start)) end++;
  const phrase = words.slice(start, end);
  if (words[end] === 'of' && phrase.some((word) => standsIn.test(word) || pictures.has(word))) {
    const rest = subjectPhrase(words.slice(end));
    const inner = { start: end + rest.start, end: end + rest.end };
    // In "a bottle of wine", wine is only a colour.
    const isColour = colourWords.has(words[headOf(words, inner)] ?? '');
    if (!isColour || !phrase.some(isThing)) return inner;
  }
  return { start, end };
}

/** The last noun of the phrase, without the participles and adjectives that follow it. */
function headOf(words: readonly string[], { start, end }: Phrase): number {
  let at = end - 1;
  while (at > start && isAfterNoun(words[at]!)) at--;
  return at;
}
export const isAfterNoun = (word: string): boolean =>
  !isThing(word) &&
  !isWho(word) &&
  (trailing.test(word) || fillers.has(word) || Object.hasOwn(poses, word) || colourWords.has(word));

const isThing = (word: string): boolean =>
  lifelessOf(word) !== undefined ||
  (lookUp(itemNames, word) !== undefined && !bodyItems.has(lookUp(itemNames, word)!));

/**
 * The thing that was asked for instead of a character, as it was said; null for a character, or where it may be one.
 */
export function thingAsked(draft: Draft, words: readonly string[]): string | null {
  const phrase = subjectPhrase(words);
  const head = headOf(words, phrase);
  const word = words[head];
  if (word === undefined || !isThing(word) || isWho(word) || colourWords.has(word)) return null;
  if (clothing.has(words[head + 1] ?? '') || isAlive(draft, word)) return null;
  const outside = [...words.slice(0, phrase.start), ...words.slice(phrase.end)];
  if (outside.some(isWho)) return null;
  const owners = words.slice(phrase.start, head).filter(isWho);
  const hasArticle = words.slice(0, head).some((one, at) => startsThing(one) && at <= phrase.start);
  if (owners.length === 0) return !hasArticle && mayBeName(draft) ? null : said(word);
  // "A cowboy hat", but not "fox blue scarf", where "with" was left out.
  const isNamed = lookUp(itemNames, word) === undefined || (hasArticle && isWho(words[head - 1] ?? ''));
  return isNamed && !continues(words, phrase) ? said(word) : null;
}

/** Parts of a body, garments, a mood or an action make a character of a thing. */
function isAlive({ parts, items, mood, pose, style, refused }: Draft, word: string): boolean {
  const own = lookUp(itemNames, word);
  const others = [...items.keys()].filter((item) => item !== own);
  const isActive = pose !== null && !/^(sit|crouch)$/.test(pose);
  return (
    mood !== null ||
    isActive ||
    style !== null ||
    refused.size > 0 ||
    [...parts.keys()].some((part) => !surfaces.test(part)) ||
    others.some((item) => !handheld.has(item))
  );
}
const surfaces = /^(stripes|spots|patches|coat|socks)$/;

/** "A knight sword and shield" lists what the knight has. */
const continues = (words: readonly string[], { end }: Phrase): boolean =>
  /^(and|,)$/.test(words[end] ?? '') && words.slice(end).some(isThing);

/** An unknown word that is not English may be a name. */
const mayBeName = ({ unknown }: Draft): boolean => [...unknown].some((word) => !isEnglish(word));

const said = (word: string): string => spoken.get(word) ?? word;

/** "A tea seller" is a person. */
const agent = /(er|or|ist|ian|ess)$/;

/** Whether the prompt is about an English word that we do not know, and nothing says that it is alive. */
export function isUnknownThing(draft: Draft, words: readonly string[]): boolean {
  const word = words[headOf(words, subjectPhrase(words))] ?? '';
  const isKnown = isThing(word) || isWho(word) || lookUp(partNames, word) !== undefined || agent.test(word);
  return !isKnown && draft.unknown.has(said(word)) && isEnglish(word) && !isAlive(draft, word);
}
