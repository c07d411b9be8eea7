import { isBareCharacter, isCaption, namesCharacter } from '../descriptions/naming.js';
import { asides, type TalkState, type Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
import { confident, likely, type Match, onlyTopicIn, sure, surest, topicOfWish, topicsIn } from './topics.js';

/** What a message is about, which may also describe a character. */

/** The score from which a topic counts more than a description in the same message. */
export function leastFor(said: string): number {
  const { isCharacter, hasThings } = phraseOf(said);
  if (!isCharacter && !hasThings) return sure;
  if (/^an? /i.test(said) && isBareCharacter(said)) return Number.POSITIVE_INFINITY; // "a skeleton"
  return namesCharacter(said) || isBareCharacter(said) || isCaption(said) ? 1 : surest;
}

/** A message of which half is certain, with a confidence of 0.5, is as near as `sure`. */
const scale = 0.1;

/** What a message is likely about, with or without its polite words. */
export function topicOf(line: string, said: string): Match | undefined {
  const main = /^(\S+(?: \S+){4,}?),? (?:if|because|since|when|unless) /i.exec(said)?.[1] ?? said;
  const isDescribed = phraseOf(said).understood.length > 0; // topics don't know the words of descriptions
  const [best] = [line, said, main]
    .flatMap((one) => topicsIn(one))
    .filter(({ confidence }) => confidence >= confident)
    .map((one) =>
      isDescribed ? one : { ...one, score: Math.max(one.score, Math.min(1, one.confidence + scale)) },
    )
    .filter(({ score }) => score >= likely)
    .sort((a, b) => b.score - a.score);
  return best;
}

/** A question that a page of the guide answers. */
export const isOnTopic = (wish: Wish): boolean => wish.kind === 'question' && topicOfWish(wish) !== null;

/** What a message is about, where nothing else comes near to it. Small talk is no such guess. */
export function onlyMeant(line: string, wish: Wish, { language }: TalkState): Wish | null {
  const isLost = wish.kind === 'unknown' || (wish.kind === 'question' && !isOnTopic(wish));
  const found = isLost && !language ? onlyTopicIn(line)?.wish : undefined;
  return found && !asides.has(found.kind) && found.kind !== 'elsewhere' ? found : null;
}
