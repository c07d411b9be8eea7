import { colourPairs, compounds, pairs } from './vocabulary.js';

/** Names of several words: "wizard hat" is one thing. */

const joinedOf = (name: string): string => name.replace(/[ -]/g, '');

/** Shows `wizardhat` as `wizard hat` to members. */
export const spoken: ReadonlyMap<string, string> = new Map(
  [...pairs, ...colourPairs].map((pair) => [joinedOf(pair), pair]),
);

const names: ReadonlySet<string> = new Set([...spoken.keys(), ...compounds.map(joinedOf)]);
const longest = Math.max(...[...spoken.values(), ...compounds].map((name) => name.split(/[ -]/).length));

/** Words with one space or hyphen between them. */
const run = /\w+(?:[ -]\w+)*/g;

/** Writes names of several words as one word, in singular or plural, the longest first. */
export const joinNames = (text: string): string => text.replace(run, joinIn);

function joinIn(text: string): string {
  const words = text.split(/([ -])/); // each word is followed by what separates it from the next one
  let joined = '';
  for (let at = 0; at < words.length; ) {
    const size = nameAt(words, at);
    joined += joinedOf(words.slice(at, at + size).join('')) + (words[at + size] ?? '');
    at += size + 1;
  }
  return joined;
}

/** How many words and separators the longest name has that begins here; 1 where none does. */
function nameAt(words: readonly string[], at: number): number {
  for (let size = Math.min(longest * 2 - 1, words.length - at); size > 1; size -= 2) {
    const name = joinedOf(words.slice(at, at + size).join(''));
    if (names.has(name) || (name.endsWith('s') && names.has(name.slice(0, -1)))) return size;
  }
  return 1;
}
