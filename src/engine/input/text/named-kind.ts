/** The class of body that words about a picture name: the name of its file, or a caption. */
import type { SkeletonKind } from '../../types.js';
import { readEnglish } from './grammar.js';
import { describeReading, inEnglish } from './prompt.js';
import { anyones } from './vocabulary.js';
import { lookUp, wordsOf } from './words.js';

/** The length of a caption that the bot sends. Longer ones are about more than the picture. */
const mostLetters = 400;

/** Null for words that name no creature and no role for certain: many files are called “character” or “pet”. */
export function kindNamed(words: string): SkeletonKind | null {
  const said = words.replace(elsewhere, ' ').trim();
  if (said.length > mostLetters) return null;
  const plain = said.replace(/[^\p{L}']+/gu, ' ');
  const told = wordsOf(inEnglish(plain.trim()));
  const reading = readEnglish(told.filter((word) => !lookUp(anyones, word)).join(' '));
  const { species, role, body } = reading.spec;
  if (reading.refusal !== null || reading.words.guessed.length > 0) return null;
  return species || role || body ? describeReading(reading).kind : null;
}

/** Mentions, custom emoji and links. */
const elsewhere = /<[^<>\s]+>|https?:\/\/\S+/g;

/** The same for the name of a file: without its folder and ending, and without ids such as `a3fox81`. */
export function kindOfFile(name: string): SkeletonKind | null {
  const [base = ''] = name.split(/[\\/]/).slice(-1);
  const parts = base
    .replace(/\.\w{1,5}$/, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[^\p{L}\p{M}\p{N}']+/u);
  return kindNamed(parts.filter((part) => !isId.test(part)).join(' '));
}

/** Letters between digits. */
const isId = /\p{N}\p{L}+\p{N}/u;
