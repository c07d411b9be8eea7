import { isEnglish } from '../../../../base/english.js';
import { typoBetween } from '../../../../base/typos.js';
import { known, phraseOf } from './lexis.js';
import { sentenceWords } from './tokens.js';

/** A word of a description, and the one it was read as. */
export type Correction = { from: string; to: string };

/**
 * Corrects a description, "a drgon wiht a sord": only words that neither the engine nor English knows, and only to
 * the one word of a sentence, or of the engine, that is near. Names are none: "a Norse woman" is no nurse.
 */
export function speltRight(text: string): { text: string; corrections: Correction[] } {
  const unknown = new Set(phraseOf(text).unknown);
  const corrections: Correction[] = [];
  const spelt = text.replace(/[a-z]{3,}/gi, (word, at: number) => {
    const isName = /^[A-Z][a-z]/.test(word) && /[\w,'’)]\s+$/.test(text.slice(0, at));
    const to = unknown.has(word.toLowerCase()) && !isName ? nearest(word.toLowerCase()) : null;
    if (to === null) return word;
    corrections.push({ from: word, to });
    return to;
  });
  return { text: spelt, corrections };
}

function nearest(word: string): string | null {
  if (isEnglish(word)) return null;
  const [plain, another] = sentenceWords().filter((one) => isTypoOf(one, word));
  if (plain && !another) return plain; // "shoud" is no shroud
  // A short word is a typo of a common one: "nah" is no nath, and "pic" no Pict.
  const near = known.filter((one) => isTypoOf(one, word) && (word.length > 5 || isEnglish(one)));
  // "Sords": a plural is as near as its singular, which is as good.
  const [first, ...others] = near.sort((a, b) => a.length - b.length);
  return first && others.every((one) => one.startsWith(first)) ? first : null;
}

/**
 * Whether `word` is a typo of `known`: two letters swapped, one left out or doubled; in longer words also a wrong
 * vowel, in long ones any wrong letter. Short words with a wrong letter are too often other words: boat, boot.
 */
function isTypoOf(known: string, word: string): boolean {
  if (known[0] !== word[0]) return false;
  const typo = typoBetween(known, word);
  if (word.length < 4) return typo === 'missing' && word.length === 3;
  if (typo !== 'wrong') return typo === 'swapped' || typo === 'missing' || typo === 'doubled';
  if (word.length >= 7) return true;
  const at = [...word].findIndex((letter, index) => letter !== known[index]);
  return word.length >= 5 && /^[aeiou]{2}$/.test(`${known[at]}${word[at]}`);
}
