import { createCopy } from '../../src/copy/copy.js';
import { readLocales } from '../../src/copy/locales.js';

const copy = createCopy(readLocales('data/locales'));

/** English for every thread. */
export const t = copy.for('en-US');
export const languages = { ofChannel: copy.for };
