import { readdirSync } from 'node:fs';
import { findDataFile } from '../../../../base/data-file.js';
import { type ClassifierModel, trainClassifier } from '../learning/classifier.js';
import { checksumOf, modelFile, readModels, writeModels } from '../learning/model-file.js';
import { moodExamples } from '../topics/mood-examples.js';
import { type Mood, topicFiles } from '../topics/topic-table.js';
import { type Act, actExamples } from './act-examples.js';
import { markedFiles } from './corpus.js';

/** What the readers of messages have learned from data/talk. The build trains them, because that takes seconds. */

export type Models = {
  acts: ClassifierModel<Act>;
  actsAbroad: ClassifierModel<Act>;
  moods: ClassifierModel<Mood>;
};

const trainedNow = (): Models => ({
  acts: trainClassifier(actExamples(false)),
  actsAbroad: trainClassifier(actExamples(true)),
  moods: trainClassifier(moodExamples()),
});

function checksum(): string {
  const languages = readdirSync(findDataFile(import.meta.dirname, 'talk', 'languages')).sort();
  return checksumOf([
    ...topicFiles.map((name) => ['topics', name]),
    ['english.json'],
    ['moods.json'],
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
