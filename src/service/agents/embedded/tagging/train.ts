import { writeModels } from './models.js';

/** Trains the readers of messages for the build. */
writeModels();
