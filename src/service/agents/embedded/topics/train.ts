import { allLanguages } from '../languages/languages.js';
import { moodModel } from './mood-examples.js';
import { trainTopicModel, trainTopics } from './topic-model.js';

/** Trains the readers of topics and moods for the build. Moods are learned from the topics of phrasings. */
trainTopics();
for (const { model } of allLanguages()) trainTopicModel(model);
trainTopicModel(moodModel());
