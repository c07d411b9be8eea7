import { refuseContent } from '../../../base/content.js';
import type { CharacterSpec } from './spec.js';
import { writeSpec } from './write-spec.js';

/**
 * Refuses what a character and the words about it say together: a word without effect is not in the character.
 * @throws AppError `content_rejected`
 */
export const refuseCharacter = (spec: CharacterSpec, words = ''): void =>
  refuseContent(`${writeSpec(spec)}, ${words}`);
