import { findDataFile } from '../../../../base/data-file.js';
import { type NetworkModel, type Reader, type Reading, readerOf } from '../learning/network.js';
import { readNetwork } from '../learning/network-file.js';
import { remembering } from '../learning/remembering.js';
import { featuresOf, type Word } from './features.js';
import { messageWords } from './message-words.js';

/** What the network of data/talk/reader.bin makes of a message: what it does, and which of its words say so. */

let model: NetworkModel | null = null;
let reader: Reader | null = null;

/** Read when it is first needed. */
export const readerModel = (): NetworkModel =>
  (model ??= readNetwork(findDataFile(import.meta.dirname, 'talk', 'reader.bin')));

export type ReadMessage = Reading & { words: readonly Word[] };

/**
 * @param draft the character under discussion
 * @param language null for English
 */
export const readingOf = remembering(readNow, (line, draft, language) => [language, draft, line].join('\n'));

function readNow(line: string, draft: string | null, language: string | null): ReadMessage {
  reader ??= readerOf(readerModel());
  const words = messageWords(line, language);
  const { shares, labeled } = reader(featuresOf(words, draft));
  const known = new Map<string, ReturnType<Reading['labeled']>>();
  return {
    words,
    shares,
    labeled: (condition) => {
      const found = known.get(condition) ?? labeled(condition);
      known.set(condition, found);
      return found;
    },
  };
}
