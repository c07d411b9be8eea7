/** All word tables except creatures, roles and colours. */
export { builds, sizes } from './lexicon/builds.js';
export { lifeless } from './lexicon/lifeless.js';
export { finishes, layers, mildColourModifiers, patternNames, themes } from './lexicon/looks.js';
export { type Mood, manners, moods, poses, stances, styles } from './lexicon/manners.js';
export { partNames } from './lexicon/parts.js';
export { anyones, oldWords, roleNames, sizedPeople, womanWords, youngWords } from './lexicon/people.js';
export { degrees, fillers, links, negations, oneWords, pairs } from './lexicon/phrases.js';
export { handheld, headgear, itemNames } from './lexicon/things.js';
