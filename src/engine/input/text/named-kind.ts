/** The class of body that words about a picture name: the name of its file, or a caption. */
import type { SkeletonKind } from '../../types.js';
import { readEnglish } from './grammar.js';
import { describeReading, inEnglish } from './prompt.js';
import { anyones } from './vocabulary.js';
import { lookUp, wordsOf } from './words.js';

/** Null for words that name no creature and no role for certain: many files are called “character” or “pet”. */
export function kindNamed(words: string): SkeletonKind | null {
  const told = wordsOf(inEnglish(words.replace(/[^\p{L}']+/gu, ' ').trim()));
  const reading = readEnglish(told.filter((word) => !lookUp(anyones, word)).join(' '));
  const { species, role, body } = reading.spec;
  if (reading.refusal !== null || reading.words.guessed.length > 0) return null;
  return species || role || body ? describeReading(reading).kind : null;
}
