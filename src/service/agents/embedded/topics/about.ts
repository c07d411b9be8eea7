import { isBareCharacter, isCaption, namesCharacter } from '../descriptions/naming.js';
import { languageNamed } from '../languages/languages.js';
import { isExplained, meantIn, wishMeant } from '../languages/meant.js';
import { picks } from '../offers.js';
import type { TalkState, Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
import { least, nearness } from './least.js';
import { functionWords, tokensOf } from './topic-tokens.js';
import { fitIn, followed, type Match, phrasingOf, topicOfWish, topicsIn } from './topics.js';

/** Decides what a message is about, in English and other languages alike. */

type Said = Pick<TalkState, 'language' | 'topic'> & Partial<Pick<TalkState, 'asked'>>;

/** Some meanings of other languages are no topics: they pick from a list, or have a number that the member didn't write. */
const othersAmong = 5;
const hasNumber = /\b0\b/;

/** The topics that a message in the language of the conversation is most likely about, the likeliest first. */
export function topicsFor(line: string, said: Said, most = 3): Match[] {
  const { language: name, topic: before } = said;
  if (name === null) return goingOn(line, said).slice(0, most);
  const language = languageNamed(name);
  if (!language || language.says) return [];
  const meant = meantIn(language, line, most + othersAmong);
  if (meant[0] && !isExplained(meant[0], line)) return []; // of unknown words
  const suits = fitIn(line);
  return meant
    .flatMap(({ means, phrasing: said, score, coverage, likelihood }): Match[] => {
      const isOrder = picks(means) || hasNumber.test(means);
      const wish = isOrder ? null : wishMeant(means);
      if (!wish) return [];
      const topic = topicOfWish(wish) ?? means;
      const confidence = Math.min(1, followed(likelihood, { topic, score }, before) * suits(topic));
      return [{ topic, wish, phrasing: phrasingOf(topic), said, score, coverage, confidence }];
    })
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, most);
}

/** Words of a question that goes on from the one before: "do I get that bit back", "so what's the closest one". */
const referring =
  /^(?:and|so|but|or|then|ok(?:ay)?|hm+|what about|how about|which)\b|\b(?:that|those|these|this|it|them|one|ones|there|then|too|same|else|bit|instead)\b/i;
const longest = 12;
/** How much such a question counts together with the one before, and alone. */
const shareTogether = 0.7;
const mostRanked = 20;

/** The topics of a message in English. Where it is unclear alone, the question before it may say what it is about. */
function goingOn(line: string, { topic, asked = null }: Said): Match[] {
  const alone = topicsIn(line, mostRanked, topic);
  const isClear = (alone[0]?.confidence ?? 0) >= least.rather;
  if (asked === null || isClear || !referring.test(line) || line.split(/\s+/).length > longest) return alone;
  const together = topicsIn(`${asked} ${line}`, mostRanked, topic);
  const confidenceIn = (list: readonly Match[], name: string) =>
    list.find((one) => one.topic === name)?.confidence ?? 0;
  const others = together.filter((one) => !alone.some((own) => own.topic === one.topic));
  return [...alone, ...others]
    .map((one) => ({
      ...one,
      confidence:
        confidenceIn(together, one.topic) * shareTogether +
        confidenceIn(alone, one.topic) * (1 - shareTogether),
    }))
    .sort((one, other) => other.confidence - one.confidence);
}

/** A topic that is so much likelier than the next one needs to be less likely. */
const muchLikelier = 2.2;

/** Whether the first of some topics is meant, where a message may be nothing else. */
export const isMeant = ([best, next]: readonly Match[]): boolean =>
  best !== undefined &&
  (best.confidence >= least.likely ||
    (best.confidence >= least.maybe && best.confidence >= (next?.confidence ?? 0) * muchLikelier));

/** So few function words are about nothing: "then what". */
const fewest = 4;

function isNothing(line: string): boolean {
  const tokens = tokensOf(line);
  return tokens.length < fewest && tokens.every((token) => functionWords.has(token));
}

/** The only topic that a message may be about, where nothing else was understood. */
export function onlyTopicIn(line: string, said: Said = { language: null, topic: null }): Match | null {
  const topics = topicsToAsk(line, said);
  return isMeant(topics) ? topics[0]! : null;
}

/** The topics that a message may be about, where nothing else was understood. */
export const topicsToAsk = (line: string, said: Said): Match[] =>
  isNothing(line) ? [] : topicsFor(line, said).filter(({ confidence }) => confidence >= least.guess);

/** The nearness from which a topic counts more than a description in the same message. */
export function leastFor(said: string): number {
  const { isCharacter, hasThings } = phraseOf(said);
  if (!isCharacter && !hasThings) return nearness.sure;
  if (/^an? /i.test(said) && isBareCharacter(said)) return Number.POSITIVE_INFINITY; // "a skeleton"
  return namesCharacter(said) || isBareCharacter(said) || isCaption(said) ? 1 : nearness.surest;
}

/** What a message is likely about, with or without its polite words. Beside a plan, most messages change it. */
export function topicOf(line: string, said: string, { draft }: Pick<TalkState, 'draft'>): Match | undefined {
  const main = /^(\S+(?: \S+){4,}?),? (?:if|because|since|when|unless) /i.exec(said)?.[1] ?? said;
  const isDescribed = phraseOf(said).understood.length > 0; // topics don't know the words of descriptions
  const [best] = [line, said, main]
    .flatMap((one) => topicsIn(one))
    .filter(
      ({ wish, confidence }) =>
        confidence >=
        (draft !== null ? least.certainly : wish.kind === 'small' ? least.surely : least.likely),
    )
    .map((one) => (isDescribed ? one : { ...one, score: Math.max(one.score, one.confidence) }))
    .filter(({ score }) => score >= nearness.likely)
    .sort((a, b) => b.score - a.score);
  return best;
}

/** A question that a page of the guide answers. */
export const isOnTopic = (wish: Wish): boolean => wish.kind === 'question' && topicOfWish(wish) !== null;
