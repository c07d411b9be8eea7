import type { Classifier } from '../learning/classifier.js';
import { evident, type Rated, ratedIn } from '../topics/phrasings.js';
import { nameOfMeaning } from '../topics/topic-examples.js';
import { classifierFor } from '../topics/topic-model.js';
import { blended, topicShares } from '../topics/topic-network.js';
import type { Language } from './languages.js';

/** What a message of another language means, as topics.ts finds it for English. */

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
