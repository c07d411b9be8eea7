import { readCreatures } from './creatures.js';
import { readItems } from './items.js';
import { readBuilds, readColours, readManners, readMaterials } from './looks.js';
import { readMarks } from './marks.js';
import { readSides } from './sides.js';
import {
  readEmoji,
  readHybrids,
  readNames,
  readObjects,
  readParts,
  readPeople,
  readPhrases,
} from './words.js';

/**
 * Every word the engine knows, from the JSON files in `root`.
 * @throws SetupError naming the file and the key of the first problem
 */
export function readVocabulary(root: string) {
  const colours = readColours(root);
  const creatures = readCreatures(root, colours);
  const sizes = readBuilds(root);
  return {
    ...colours,
    ...creatures,
    ...readNames(root, creatures),
    ...readObjects(root, creatures),
    ...readItems(root, colours),
    ...readMaterials(root, colours),
    ...sizes,
    ...readManners(root),
    ...readMarks(root),
    ...readParts(root),
    ...readPeople(root, creatures, sizes),
    ...readPhrases(root),
    ...readSides(root),
    ...readEmoji(root),
    ...readHybrids(root, creatures),
  };
}
