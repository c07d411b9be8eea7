import { dictionaryFor } from '../../../../engine/input/text/languages/sayings.js';
import { editsIn } from '../changes/edits.js';
import { leastCredits } from '../questions/reckoning.js';
import { planQuestionIn } from '../tagging/plan-asked.js';
import { least } from '../topics/least.js';
import { moodOf } from '../topics/mood-examples.js';
import { moodIn } from '../topics/moods.js';
import type { Rated } from '../topics/phrasings.js';
import { wishOn } from '../topics/topics.js';
import { answeredAsides, asides, isMain, type TalkState, type Wish } from '../wish.js';
import { englishLooks, englishQuestion } from './abroad-changes.js';
import { type Described, describedAbroad } from './abroad-words.js';
import { isOfOtherLetters } from './detection.js';
import { glossed } from './gloss.js';
import { type Language, languageNamed, numberSaid, topicMeant } from './languages.js';
import { isSmallTalk, meantIn, pageNamed, wishMeant } from './meant.js';

/** Understands messages of other languages: by the nearest phrasing of an English sentence, or as a description. */

/** A new character, or a change of the one under discussion. */
export function describing(described: Described, { draft }: Pick<TalkState, 'draft'>): Wish | null {
  const { said, english, isCharacter } = described;
  const read = [{ from: said, to: english }];
  if (isCharacter) return { kind: 'make', prompt: english, read };
  const changes = draft === null ? [] : editsIn(english, draft);
  return changes.length > 0 ? { kind: 'refine', changes, read } : null;
}

type ReadEnglish = (english: string) => Wish[];

/** The share of a message that a description must cover to count before any phrasing. */
const most = 0.8;
/** From this many words on, a question about a character asks for it: "can you make a red dragon with a hat?". */
const detailed = 3;
/** A message of so few words that is near small talk is small talk. */
const shortest = 3;
/** The share of a message's words, by their weight, that a phrasing explains when the message means it. */
const explained = 0.55;

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
  return readPart(line, language, talk, readEnglish) ?? (wishes.length > 0 ? answeredAsides(wishes) : null);
}

/** What follows a greeting or an apology: "привет, сколько стоит персонаж?". */
function greetedIn(line: string, language: Language): string | null {
  const [all, said = ''] = /^(\p{L}+(?: \p{L}+)?)\s*[,!.]+\s+(?=\S)/u.exec(line) ?? [];
  const [nearest] = all ? meantIn(language, said, 1) : [];
  return all && nearest && nearest.likelihood >= least.strongly && isSmallTalk(nearest.means)
    ? line.slice(all.length)
    : null;
}

function readPart(
  line: string,
  language: Language,
  talk: TalkState,
  readEnglish: ReadEnglish,
): Wish[] | null {
  const { tokensOf, asks, says } = language;
  const [nearest] = meantIn(language, line, 1);
  const isExplained = (nearest?.coverage ?? 1) >= explained;
  const score = nearest && (isExplained || nearest.likelihood >= least.surely) ? nearest.likelihood : 0;
  const meant = () => (nearest ? said(nearest.means, line, says, readEnglish) : null);
  const isQuestion = /[?？]\s*$/.test(line) || asks.test(line);
  if (nearest && !isQuestion && isPraise(nearest, line, language.name)) return meant();
  const described = says ? null : describedAbroad(line, language.name);
  const isPriced = /\b(?:much|many|cost|price|long)\b/.test(nearest?.means ?? '');
  const isAsked = described?.isCharacter && described.english.split(' ').length >= detailed && !isPriced;
  const wish = described?.isCharacter ? describing(described, talk) : null;
  const changed = changedIn(line, language, talk, isQuestion);
  const isSure = changed?.kind === 'refine' || changed?.kind === 'body';
  if (changed && score < (isSure ? least.strongly : least.likely)) return [changed];
  if (wish && described && described.said.length >= line.length * most && !isQuestion) return [wish];
  if (score >= (isQuestion && !isAsked ? least.likely : least.strongly)) return meant();
  if (wish) return [wish];
  const isShort = tokensOf(line).length <= shortest;
  if (nearest && isShort && score >= least.maybe && isSmallTalk(nearest.means)) return meant();
  return score >= least.likely ? meant() : null;
}

/** "Mega süß danke" thanks, whatever "süß" would change. */
const isPraise = ({ means, likelihood }: Rated<string>, line: string, name: string): boolean =>
  likelihood >= least.likely &&
  moodOf(wishMeant(means)?.kind ?? '') !== null &&
  /^(?:kind|funny|glad)$/.test(moodIn(line, name, least.rather));

/** The wishes of an English sentence, with the number that the member said. */
function said(english: string, line: string, says: Language['says'], readEnglish: ReadEnglish): Wish[] {
  const topic = topicMeant(english);
  const meant = topic === null ? pageNamed(english) : wishOn(topic);
  if (meant) return [meant];
  const number = numberSaid(line);
  const wishes = readEnglish(number ? english.replace(/\b0\b/, number) : english).map((wish) => {
    const isOwn = wish.kind === 'sum' && 'credits' in wish.sum && wish.sum.credits === null;
    return isOwn && Number(number) >= leastCredits
      ? ({ kind: 'sum', sum: { credits: Number(number) } } as const)
      : wish;
  });
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

/** A question about the plan, something that it had before, or an order with unknown words, which are told. */
function changedIn(
  line: string,
  { name, glosses }: Language,
  talk: TalkState,
  isQuestion: boolean,
): Wish | null {
  const { draft } = talk;
  const dictionary = dictionaryFor(name);
  if (draft === null || !dictionary || !glosses) return null;
  const { tokens, strange, dropped } = glossed(line, dictionary, glosses);
  if (isQuestion && !tokens.some(({ english }) => /^(?:can you|i want)$/.test(english))) {
    const question = strange.length + dropped.length <= mostLeft ? englishQuestion(tokens) : null;
    return question ? planQuestionIn(question, talk) : null;
  }
  const told = strange.length + dropped.length <= mostLeft ? englishLooks(tokens) : null;
  const changes = told ? editsIn(told, draft) : [];
  if (told && changes.length > 0) return { kind: 'refine', changes, read: [{ from: line, to: told }] };
  const isOrdered = tokens.some(({ english }) => orders.test(english));
  const isTold = isOrdered && dropped.length > 0 && dropped.length <= mostLeft;
  return isTold ? { kind: 'unknown', query: line.slice(0, 300), strange: dropped } : null;
}

/** Words that ask for a change, whatever else a sentence says. */
const orders = /^(?:add|remove|swap|make|make it|should|more|too|a bit)<?$/;

/** Words of a sentence that the table lacks. */
const mostLeft = 2;

/** The answer to a message in another language that was not understood. */
export function lostAbroad(line: string, { language: name }: TalkState): Wish | null {
  const language = languageNamed(name);
  if (language?.says) return { kind: 'foreign', says: language.says.english };
  if (language) return { kind: 'unknown', query: line.slice(0, 300) };
  return isOfOtherLetters(line) ? { kind: 'foreign', says: null } : null;
}
