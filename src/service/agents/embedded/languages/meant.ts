import type { Classifier } from '../learning/classifier.js';
import { least, nearness } from '../topics/least.js';
import { evident, type Rated, ratedIn } from '../topics/phrasings.js';
import { nameOfMeaning } from '../topics/topic-examples.js';
import { classifierFor } from '../topics/topic-model.js';
import { blended, topicShares } from '../topics/topic-network.js';
import { type Match, topicsIn, wishOn } from '../topics/topics.js';
import { asides } from '../wish.js';
import { type Language, topicMeant } from './languages.js';

/** What a message of another language means, as topics.ts finds it for English: a topic, or an English sentence. */

const classifiers = new Map<string, Classifier<string>>();

/** The likeliest meanings first. */
export function meantIn(language: Language, line: string, most: number): Rated<string>[] {
  const { name, model, phrases, phrasings, tokensOf } = language;
  const classify = classifiers.get(name) ?? classifierFor<string>(model);
  classifiers.set(name, classify);
  const tokens = tokensOf(line);
  const probabilities = blended(classify(tokens), topicShares(line, name), nameOfMeaning);
  const { rated, isHeard } = ratedIn(phrasings, tokens, probabilities, (means) => phrases[means]?.[0] ?? '');
  return rated
    .filter(({ likelihood }) => isHeard || likelihood >= evident)
    .sort((a, b) => b.likelihood - a.likelihood)
    .slice(0, most);
}

/** The topic of a meaning; null for an English sentence that is about none, such as an order. */
export function wishMeant(meaning: string): Match['wish'] | null {
  const topic = topicMeant(meaning);
  if (topic !== null) return wishOn(topic);
  const [best] = topicsIn(meaning, 1);
  return best && best.score >= nearness.sure ? best.wish : null;
}

const asking = /\?$|^(?:can|could|do|does|is|are|how|what|when|where|which|who|why|will|may|must|my) /i;

/** The page of the guide that has an English question among its phrasings, whatever is under discussion. */
export function pageNamed(sentence: string): Match['wish'] | null {
  const [best] = asking.test(sentence) ? topicsIn(sentence, 1) : [];
  return best?.wish.kind === 'question' && best.score >= nearness.verbatim ? best.wish : null;
}

/** Small talk and the rest of the world. */
export function isSmallTalk(meaning: string): boolean {
  const kind = wishMeant(meaning)?.kind;
  return kind !== undefined && (asides.has(kind) || ['elsewhere', 'sad', 'self', 'small'].includes(kind));
}

/** The least share of a message's words that a meaning has, unless it is likely; more where every letter is a word. */
const leastKnown = { words: 0.25, letters: 0.46 };

export const isExplained = ({ coverage, likelihood }: Rated<string>, line: string): boolean =>
  likelihood >= least.likely ||
  (coverage ?? 1) >= (/[\u3040-\u9fff]/u.test(line) ? leastKnown.letters : leastKnown.words);
