import { allLanguages } from '../languages/languages.js';
import { trainTopicModel, trainTopics } from '../topics/topic-model.js';
import { trainModels } from './models.js';

/** Trains the readers of messages for the build. The acts are learned from the topics of messages. */
trainTopics();
for (const { model } of allLanguages()) trainTopicModel(model);
trainModels();
