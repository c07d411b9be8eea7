import { typoBetween } from '../../../base/typos.js';

/**
 * Whether `word` is a typo of `known`: two letters swapped, one left out or doubled; in longer words also a wrong
 * vowel, in long ones any wrong letter. Short words with a wrong letter are too often other words: boat, boot.
 */
export function isTypoOf(known: string, word: string): boolean {
  if (word.length < 4 || known[0] !== word[0]) return false;
  const typo = typoBetween(known, word);
  if (typo !== 'wrong') return typo === 'swapped' || typo === 'missing' || typo === 'doubled';
  if (word.length >= 7) return true;
  const at = [...word].findIndex((letter, index) => letter !== known[index]);
  return word.length >= 5 && /^[aeiou]{2}$/.test(`${known[at]}${word[at]}`);
}
