import { fold } from '../../../engine/input/text/languages/dictionary.js';
import { dictionaryFor } from '../../../engine/input/text/languages/sayings.js';
import { translate, translateFrom } from '../../../engine/input/text/languages/translate.js';
import { fragmentsIn } from './fragments.js';
import { isOfOtherLetters, type Language, languageNamed, numberSaid } from './languages.js';
import { isKnown, phraseOf } from './lexis.js';
import { picks } from './offers.js';
import { topicsIn } from './topics.js';
import { asides, isMain, type TalkState, type Wish } from './wish.js';

/** Understands messages of other languages: by the nearest phrasing of an English sentence, or as a description. */

const joining: ReadonlySet<string> = new Set(['and', 'no', 'not', 'with', 'without']);

type Described = { said: string; english: string; isCharacter: boolean };

/**
 * A description in another language: the member's words, and the English that the card shows.
 * @param name the language, where it is known
 */
export function describedAbroad(line: string, name: string | null = null): Described | null {
  const dictionary = name && dictionaryFor(name);
  const translation = dictionary ? translateFrom(dictionary, line) : translate(line);
  if (!translation) return null;
  const { text, saidFor } = translation;
  const { refusal, understood, ...named } = phraseOf(text);
  if (understood.length === 0 || (named.isCharacter && refusal !== null)) return null;
  const folded = fold(line);
  const lower = folded.length === line.length ? folded : line.toLowerCase();
  const places = understood.flatMap((word) => {
    const own = saidFor.get(word) ?? word;
    const from = lower.indexOf(own);
    return from < 0 ? [] : [[from, from + own.length] as const];
  });
  const from = Math.min(...places.map(([start]) => start));
  const to = Math.max(...places.map(([, end]) => end));
  // Words that are not translated count where they are exactly words of descriptions: "antes" are no ants.
  const isMeant = (word: string) => understood.includes(word) && (saidFor.has(word) || isKnown(word));
  const known = trimmed(text.split(' ').filter((word) => isMeant(word) || joining.has(word)));
  if (known.length === 0) return null;
  const isBorrowed = !known.some((word) => saidFor.has(word));
  const isVague = known.length === 1 && anybody.has(known[0]!);
  if ((isBorrowed || isVague) && (to - from) * leastShare < line.length) return null;
  const { isCharacter } = phraseOf(known.join(' '));
  const english = thingsFirst.has(translation.language) ? thingsLast(known) : known.join(' ');
  return { said: places.length > 0 ? line.slice(from, to) : line, english, isCharacter };
}

const trimmed = (words: readonly string[]): string[] => {
  const first = words.findIndex((word) => !joining.has(word) || word === 'with' || word === 'without');
  return first < 0 || words.every((word) => joining.has(word)) ? [] : words.slice(first);
};

/** "A table for four persons" is no wish for a person, and "play Groove Shark" none for a shark. */
const anybody: ReadonlySet<string> = new Set([
  'person',
  'persons',
  'people',
  'human',
  'man',
  'woman',
  'child',
]);
/** Such a word counts where it is at least this share of the message. */
const leastShare = 3;

/** Languages that name the things of a character before it. */
const thingsFirst: ReadonlySet<string> = new Set(['ja', 'ko', 'zh']);

/** "Glasses red dragon" is a red dragon with glasses. */
function thingsLast(words: readonly string[]): string {
  const own = words[0] === 'with' ? words.slice(1) : words;
  for (let at = 1; at < own.length; at++) {
    const things = phraseOf(own.slice(0, at).join(' '));
    const rest = phraseOf(own.slice(at).join(' '));
    if (things.hasThings && !things.isCharacter && rest.isCharacter)
      return `${own.slice(at).join(' ')} with ${own.slice(0, at).join(' ')}`;
  }
  return words.join(' ');
}

/** A new character, or a change of the one under discussion. */
export function describing(described: Described, { draft }: Pick<TalkState, 'draft'>): Wish | null {
  const { said, english, isCharacter } = described;
  const read = [{ from: said, to: english }];
  if (isCharacter) return { kind: 'make', prompt: english, read };
  const changes = draft === null ? [] : fragmentsIn(english);
  return changes.length > 0 ? { kind: 'refine', changes, read } : null;
}

type ReadEnglish = (english: string) => Wish[];

/** From here on a message means a phrasing, whatever it describes. */
const same = 0.8;
/** From here on a question means one, whatever it describes, and any message where nothing else is understood. */
const likely = 0.45;
/** The share of a message that a description must cover to count before any phrasing. */
const most = 0.8;
/** From this many words on, a question about a character asks for it: "can you make a red dragon with a hat?". */
const detailed = 3;
/** A message of so few words that is near small talk is small talk. */
const shortest = 3;
/** From here on it may. */
const near = 0.35;
/** The share of a message's words, by their weight, that a phrasing explains when the message means it. */
const explained = 0.55;
/** From here on it means one, whatever else it says. */
const evident = 0.65;

const ends = /(?<=[!?。！？])\s*(?=\S)|(?<=\.)\s+(?=\S)/u;
const mostParts = 4;

/**
 * Reads a message in the language of the conversation. Returns null if it understands none of it.
 * @param readEnglish reads the English sentences that its phrasings mean
 */
export function readAbroad(line: string, talk: TalkState, readEnglish: ReadEnglish): Wish[] | null {
  const language = languageNamed(talk.language);
  if (!language) return null;
  const greeted = greetedIn(line, language);
  const rest = (greeted ? readAbroad(greeted, talk, readEnglish) : null)?.filter(
    ({ kind }) => !asides.has(kind),
  );
  if (rest?.some(isMain)) return rest;
  const parts = line.split(ends).slice(0, mostParts);
  const wishes =
    parts.length > 1 ? parts.flatMap((part) => readPart(part, language, talk, readEnglish) ?? []) : [];
  const serious = wishes.filter(({ kind }) => !asides.has(kind) && kind !== 'unknown');
  if (serious.length > 0) return serious;
  return readPart(line, language, talk, readEnglish) ?? (wishes.length > 0 ? wishes.slice(0, 1) : null);
}

/** What follows a greeting or an apology: "привет, сколько стоит персонаж?". */
function greetedIn(line: string, { phrasings, tokensOf }: Language): string | null {
  const [all, said = ''] = /^(\p{L}+(?: \p{L}+)?)\s*[,!.]+\s+(?=\S)/u.exec(line) ?? [];
  const [nearest] = phrasings.near(tokensOf(said), 1);
  return all && nearest && nearest.score >= same && isSmallTalk(nearest.means)
    ? line.slice(all.length)
    : null;
}

function readPart(
  line: string,
  language: Language,
  talk: TalkState,
  readEnglish: ReadEnglish,
): Wish[] | null {
  const { phrasings, tokensOf, asks, says } = language;
  const [nearest] = phrasings.near(tokensOf(line), 1);
  const isExplained = (nearest?.coverage ?? 1) >= explained;
  const score = nearest && (isExplained || nearest.score >= evident) ? nearest.score : 0;
  const meant = () => (nearest ? said(nearest.means, line, says, readEnglish) : null);
  const isQuestion = /[?？]\s*$/.test(line) || asks.test(line);
  const described = says ? null : describedAbroad(line, language.name);
  const isPriced = /\b(?:much|many|cost|price|long)\b/.test(nearest?.means ?? '');
  const isAsked = described?.isCharacter && described.english.split(' ').length >= detailed && !isPriced;
  const wish = described && (described.isCharacter || !isQuestion) ? describing(described, talk) : null;
  if (wish && described && described.said.length >= line.length * most && !isQuestion) return [wish];
  if (score >= (isQuestion && !isAsked ? likely : same)) return meant();
  const changed = talk.draft === null || isQuestion ? null : changeIn(line, language);
  if (changed) return readEnglish(changed);
  if (wish) return [wish];
  const isShort = language.tokensOf(line).length <= shortest;
  if (nearest && isShort && score >= near && isSmallTalk(nearest.means)) return meant();
  return score >= likely ? meant() : null;
}

/** The wishes of an English sentence, with the number that the member said. */
function said(english: string, line: string, says: Language['says'], readEnglish: ReadEnglish): Wish[] {
  const number = numberSaid(line);
  const wishes = readEnglish(number ? english.replace(/\b0\b/, number) : english);
  return says ? wishes.map((wish) => answered(wish, says)) : wishes;
}

/** In a language that the catalog lacks, only a few answers are known. */
function answered({ kind }: Wish, says: NonNullable<Language['says']>): Wish {
  if (kind === 'balance') return { kind: 'foreign', says: says.balance };
  return {
    kind: 'foreign',
    says: kind === 'greeting' ? says.hello : kind === 'thanks' ? says.thanks : says.english,
  };
}

/** "Nimm den Hut weg" is "remove the hat". */
function changeIn(line: string, { name, changes }: Language): string | null {
  for (const [pattern, sentence] of [
    [changes.remove, 'remove the'],
    [changes.replace, 'make it a'],
    [changes.add, 'add a'],
  ] as const) {
    const described = pattern.test(line) ? describedAbroad(line.replace(pattern, ' '), name) : null;
    if (described && (pattern !== changes.replace || described.isCharacter))
      return `${sentence} ${described.english.replace(/^(?:with|without|no|not) /, '')}`;
  }
  return null;
}

/** What an English sentence of data/talk/languages is about. */
const topicIn = (english: string) => topicsIn(english, 1)[0]?.wish.kind;
/** Small talk and the rest of the world, which are no questions to choose from. */
const isSmallTalk = (english: string): boolean => {
  const topic = topicIn(english);
  return topic !== undefined && (asides.has(topic) || ['elsewhere', 'sad', 'self'].includes(topic));
};

/** How a message that was not understood is answered: as one about something else, or as an open question. */
export function aboutAbroad(name: string, line: string): 'elsewhere' | 'question' | null {
  const language = languageNamed(name);
  if (!language) return null;
  const [nearest] = language.phrasings.near(language.tokensOf(line), 1);
  if (nearest && nearest.score >= near && topicIn(nearest.means) === 'elsewhere') return 'elsewhere';
  return /[?？]\s*$/.test(line) || language.asks.test(line) ? 'question' : null;
}

const mostListed = 3;
/** Some of the nearest are left out: they pick from a list, or contain a number that the member didn't write. */
const picksAmong = 5;
const hasNumber = /\b0\b/;

/** The phrasings nearest to a message that was not understood, and the English sentences that they mean. */
export function phrasingsNear(name: string, line: string): { said: string; english: string }[] {
  const language = languageNamed(name);
  if (!language || language.says) return [];
  return language.phrasings
    .near(language.tokensOf(line), mostListed + picksAmong)
    .filter(
      ({ means, score }) => score >= near && !picks(means) && !hasNumber.test(means) && !isSmallTalk(means),
    )
    .slice(0, mostListed)
    .map(({ means, phrasing }) => ({ said: phrasing, english: means }));
}

/** The answer to a message in another language that was not understood. */
export function lostAbroad(line: string, { language: name }: TalkState): Wish | null {
  const language = languageNamed(name);
  if (language?.says) return { kind: 'foreign', says: language.says.english };
  if (language) return { kind: 'unknown', query: line.slice(0, 300) };
  return isOfOtherLetters(line) ? { kind: 'foreign', says: null } : null;
}
