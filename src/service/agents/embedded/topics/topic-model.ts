import {
  type Classifier,
  type ClassifierModel,
  classifierOf,
  trainClassifier,
} from '../learning/classifier.js';
import { checksumOf, modelFile, readModels, writeModels } from '../learning/model-file.js';
import { topicFiles, topicTable } from './topic-table.js';
import { tokensOf } from './topic-tokens.js';

/** How likely a message is about each topic, as learned from its phrasings by the build. */

/** @template Meaning a topic, or a mood */
export type TopicModel<Meaning extends string = string> = {
  file: string;
  /** Files below data/talk that the phrasings are from. */
  sources: readonly (readonly string[])[];
  /** The tokens of the phrasings of each meaning. */
  examples: () => Parameters<typeof trainClassifier<Meaning>>[0];
};

const english: TopicModel = {
  file: 'topics.bin',
  sources: topicFiles.map((name) => ['topics', name]),
  examples: () => topicTable().map(([topic, { says }]) => [topic, says.map(tokensOf)] as const),
};

export const trainTopicModel = ({ file, sources, examples }: TopicModel): void =>
  writeModels(modelFile(file), checksumOf(sources), { topics: trainClassifier(examples()) });

export const trainTopics = (): void => trainTopicModel(english);

/** That of the build. Trains one where it has none, or of other phrasings. */
export const classifierFor = <Meaning extends string>({
  file,
  sources,
  examples,
}: TopicModel<Meaning>): Classifier<Meaning> =>
  classifierOf(
    (readModels(modelFile(file), checksumOf(sources))?.topics as ClassifierModel<Meaning> | undefined) ??
      trainClassifier(examples()),
  );

export const topicClassifier = (): Classifier<string> => classifierFor(english);
