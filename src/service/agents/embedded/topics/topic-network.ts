import { findDataFile } from '../../../../base/data-file.js';
import { type Reader, readerOf } from '../learning/network.js';
import { readNetwork } from '../learning/network-file.js';
import { remembering } from '../learning/remembering.js';
import { featuresOf } from '../tagging/features.js';
import { isReadable, messageWords } from '../tagging/message-words.js';
import { readerModel } from '../tagging/reading.js';

/**
 * What a message is about, by a network that `npm run topics` trains (data/talk/topics.bin). It has the vectors of words of
 * data/talk/reader.bin, so it also knows words that no phrasing has.
 */

let reader: Reader | null = null;

function topicReader(): Reader {
  const { words, layers } = readerModel();
  const own = readNetwork(findDataFile(import.meta.dirname, 'talk', 'topics.bin'));
  return readerOf({
    ...own,
    words,
    layers: { ...own.layers, 'words.weight': layers['words.weight'] },
  });
}

/** What a message is about is said in its first words. */
export const mostTelling = 60;

/**
 * How likely a message has each meaning, by the names of `topic-examples.ts`; null in a language without a dictionary.
 * @param language null for English
 */
export const topicShares = remembering(sharesIn, (line, language) => `${language}\n${line}`);

function sharesIn(line: string, language: string | null): ReadonlyMap<string, number> | null {
  if (!isReadable(language)) return null;
  reader ??= topicReader();
  const words = messageWords(line, language).slice(0, mostTelling);
  return words.length === 0 ? null : reader(featuresOf(words, null)).shares;
}

/** Keeps a meaning that one of two opinions rules out. */
const leastShare = 1e-4;

/**
 * The geometric mean of what the classifier of words and the network say; where the network does not know a meaning, the
 * classifier counts alone.
 * @param nameOf the network's name of a meaning
 */
export function blended<Meaning>(
  probabilities: ReadonlyMap<Meaning, number>,
  shares: ReadonlyMap<string, number> | null,
  nameOf: (meaning: Meaning) => string,
): ReadonlyMap<Meaning, number> {
  if (shares === null) return probabilities;
  const both = [...probabilities].map(([meaning, one]) => {
    const other = shares.get(nameOf(meaning)) ?? one;
    return [meaning, Math.sqrt((one + leastShare) * (other + leastShare))] as const;
  });
  const sum = both.reduce((total, [, one]) => total + one, 0);
  return new Map(both.map(([meaning, one]) => [meaning, one / sum]));
}
