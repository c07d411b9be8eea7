import type { Classifier } from '../learning/classifier.js';
import { likelihoodOf, type Near } from '../topics/phrasings.js';
import { nameOfMeaning } from '../topics/topic-examples.js';
import { classifierFor } from '../topics/topic-model.js';
import { blended, topicShares } from '../topics/topic-network.js';
import type { Language } from './languages.js';

/** What a message of another language means, as topics.ts finds it for English. */

/** A message in the very words of a phrasing. */
const exact = 0.99;
/** From here on the network alone counts, where no phrasing has a word of the message. */
const evident = 0.5;

const classifiers = new Map<string, Classifier<string>>();

/** @property likelihood how likely the message has this meaning, from 0 to 1 */
export type Meant = Near<string> & { likelihood: number };

/** The likeliest meanings first. */
export function meantIn(language: Language, line: string, most: number): Meant[] {
  const { name, model, phrasings, tokensOf } = language;
  const classify = classifiers.get(name) ?? classifierFor<string>(model);
  classifiers.set(name, classify);
  const tokens = tokensOf(line);
  const nearest = new Map(
    phrasings.near(tokens, Number.POSITIVE_INFINITY).map((one) => [one.means, one] as const),
  );
  const probabilities = blended(classify(tokens), topicShares(line, name), nameOfMeaning);
  return [...probabilities]
    .map(([means, probability]): Meant => {
      const {
        phrasing = language.phrases[means]?.[0] ?? '',
        score = 0,
        coverage = null,
      } = nearest.get(means) ?? {};
      const likelihood = score >= exact ? 1 : likelihoodOf({ score, coverage }, probability);
      return { means, phrasing, score, coverage, likelihood };
    })
    .filter(({ likelihood }) => nearest.size > 0 || likelihood >= evident)
    .sort((a, b) => b.likelihood - a.likelihood)
    .slice(0, most);
}
