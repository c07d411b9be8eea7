/** The class of body that words about a picture name: a caption, or the name of its file. */
import type { SkeletonKind } from '../../types.js';
import { describeReading, readPrompt } from './prompt.js';

/** Null for words that name no creature and no role for certain. */
export function kindNamed(words: string): SkeletonKind | null {
  const reading = readPrompt(words.replace(/[^\p{L}']+/gu, ' ').trim());
  const { species, role, body } = reading.spec;
  if (reading.refusal !== null || reading.words.guessed.length > 0) return null;
  return species || role || body ? describeReading(reading).kind : null;
}
