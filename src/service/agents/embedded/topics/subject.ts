import { isBareCharacter, isCaption, namesCharacter } from '../descriptions/naming.js';
import type { TalkState, Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
import { confident, likely, type Match, sure, surest, topicOfWish, topicsIn } from './topics.js';

/** What a message is about, which may also describe a character. */

/** The score from which a topic counts more than a description in the same message. */
export function leastFor(said: string): number {
  const { isCharacter, hasThings } = phraseOf(said);
  if (!isCharacter && !hasThings) return sure;
  if (/^an? /i.test(said) && isBareCharacter(said)) return Number.POSITIVE_INFINITY; // "a skeleton"
  return namesCharacter(said) || isBareCharacter(said) || isCaption(said) ? 1 : surest;
}

/** Beside a plan, a less likely topic is left to what a message does. */
export const besidePlan = 0.85;

/** What a message is likely about, with or without its polite words. */
export function topicOf(line: string, said: string, { draft }: Pick<TalkState, 'draft'>): Match | undefined {
  const main = /^(\S+(?: \S+){4,}?),? (?:if|because|since|when|unless) /i.exec(said)?.[1] ?? said;
  const isDescribed = phraseOf(said).understood.length > 0; // topics don't know the words of descriptions
  const [best] = [line, said, main]
    .flatMap((one) => topicsIn(one))
    .filter(
      ({ wish, confidence }) =>
        confidence >= (draft !== null ? besidePlan : wish.kind === 'small' ? sure : confident),
    )
    .map((one) => (isDescribed ? one : { ...one, score: Math.max(one.score, one.confidence) }))
    .filter(({ score }) => score >= likely)
    .sort((a, b) => b.score - a.score);
  return best;
}

/** A question that a page of the guide answers. */
export const isOnTopic = (wish: Wish): boolean => wish.kind === 'question' && topicOfWish(wish) !== null;
