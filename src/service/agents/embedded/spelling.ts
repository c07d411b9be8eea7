/**
 * Whether `word` is a typo of `known`: two letters swapped, one left out or doubled; in longer words also a wrong
 * vowel, in long ones any wrong letter. Short words with a wrong letter are too often other words: boat, boot.
 */
export function isSlipOf(known: string, word: string): boolean {
  const tooFar = word.length < 4 || Math.abs(known.length - word.length) > 1;
  if (tooFar || known[0] !== word[0] || known === word) return false;
  let at = 1;
  while (known[at] === word[at]) at += 1;
  if (known.slice(at + 1) === word.slice(at)) return true;
  if (known.slice(at) === word.slice(at + 1) && word[at] === word[at - 1]) return true;
  const isSwapped = known[at] === word[at + 1] && known[at + 1] === word[at];
  if (isSwapped && known.slice(at + 2) === word.slice(at + 2)) return true;
  const areVowels = /^[aeiou]{2}$/.test(`${known[at]}${word[at]}`);
  return word.length >= (areVowels ? 5 : 7) && known.slice(at + 1) === word.slice(at + 1);
}
