import { readdirSync } from 'node:fs';
import { findDataFile } from '../../../../base/data-file.js';
import { type ClassifierModel, trainClassifier } from '../learning/classifier.js';
import { checksumOf, modelFile, readModels, writeModels } from '../learning/model-file.js';
import { type LabelerModel, trainLabeler } from '../learning/sequence.js';
import { topicFiles } from '../topics/topic-table.js';
import { type Act, actExamples, isWishing } from './act-examples.js';
import { markedFiles } from './corpus.js';
import { markedExamples } from './examples.js';

/** What the readers of messages have learned from data/talk. The build trains them, because that takes seconds. */

export type Models = {
  acts: ClassifierModel<Act>;
  actsAbroad: ClassifierModel<Act>;
  /** Of descriptions and changes, and of questions about a character. */
  wishes: LabelerModel;
  wishesAbroad: LabelerModel;
  questions: LabelerModel;
  questionsAbroad: LabelerModel;
};

const trainedNow = (): Models => ({
  acts: trainClassifier(actExamples(false)),
  actsAbroad: trainClassifier(actExamples(true)),
  wishes: trainLabeler(markedExamples(({ act, language }) => isWishing(act) && language === null)),
  wishesAbroad: trainLabeler(markedExamples(({ act, language }) => isWishing(act) && language !== null)),
  questions: trainLabeler(markedExamples(({ act, language }) => !isWishing(act) && language === null)),
  questionsAbroad: trainLabeler(markedExamples(({ act, language }) => !isWishing(act) && language !== null)),
});

function checksum(): string {
  const languages = readdirSync(findDataFile(import.meta.dirname, 'talk', 'languages')).sort();
  return checksumOf([
    ...topicFiles.map((name) => ['topics', name]),
    ['english.json'],
    ...markedFiles.map((name) => ['marked', name]),
    ...languages.map((name) => ['languages', name]),
  ]);
}

const file = () => modelFile('talk.bin');
let models: Models | null = null;

/** Those of the build. Trains them where it has none, or others. */
export const learnedModels = (): Models =>
  (models ??= (readModels(file(), checksum()) as Models | null) ?? trainedNow());

export const trainModels = (): void => writeModels(file(), checksum(), trainedNow());
