/** Words besides creatures, roles and colours. */
export { builds, sizes } from './lexicon/builds.js';
export { finishes, mildColourModifiers, patternNames } from './lexicon/looks.js';
export { type Mood, manners, moods, poses, stances, styles } from './lexicon/manners.js';
export { partNames } from './lexicon/parts.js';
export { oldWords, roleNames, womanWords } from './lexicon/people.js';
export { fillers, negations, pairs } from './lexicon/phrases.js';
export { handheld, headgear, itemNames } from './lexicon/things.js';
