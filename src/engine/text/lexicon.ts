/** Words besides creatures, roles and colours. */
export { builds, sizes } from './lexicon/builds.js';
export { finishes, mildColourModifiers, patternNames, themes } from './lexicon/looks.js';
export { type Mood, manners, moods, poses, stances, styles } from './lexicon/manners.js';
export { partNames } from './lexicon/parts.js';
export { oldWords, roleNames, womanWords, youngWords } from './lexicon/people.js';
export { degrees, fillers, negations, oneWords, pairs } from './lexicon/phrases.js';
export { handheld, headgear, itemNames } from './lexicon/things.js';
