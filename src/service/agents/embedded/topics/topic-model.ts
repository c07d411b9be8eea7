import {
  type Classifier,
  type ClassifierModel,
  classifierOf,
  trainClassifier,
} from '../learning/classifier.js';
import { checksumOf, modelFile, readModels, writeModels } from '../learning/model-file.js';
import { topicFiles, topicTable } from './topic-table.js';
import { tokensOf } from './topic-tokens.js';

/** How likely a message is about each topic, as learned from the phrasings of data/talk/topics by the build. */

const file = () => modelFile('topics.bin');
const checksum = () => checksumOf(topicFiles.map((name) => ['topics', name]));

const trainedNow = (): ClassifierModel<string> =>
  trainClassifier(topicTable().map(([topic, { says }]) => [topic, says.map(tokensOf)] as const));

export const trainTopics = (): void => writeModels(file(), checksum(), { topics: trainedNow() });

/** That of the build. Trains one where it has none, or of other phrasings. */
export const topicClassifier = (): Classifier<string> =>
  classifierOf(
    (readModels(file(), checksum())?.topics as ClassifierModel<string> | undefined) ?? trainedNow(),
  );
