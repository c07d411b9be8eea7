/** Guesses the meaning of an unknown word. */
import { colourWords } from './colours.js';
import { itemNames, partNames, roleNames } from './lexicon.js';
import { roles, species, speciesNames } from './species.js';

type Meant = { word: string; kind: 'typo' | 'family' };

/** Name endings that reveal the family: a parrotfish is a fish. */
const families: readonly (readonly [end: RegExp, kind: string])[] = [
  [/(saurus|saur|raptor)$/, 'dinosaur'],
  [/fish$/, 'fish'],
  [/(bird|hawk|finch)$/, 'bird'],
  [/(dog|hound|doodle|terrier)$/, 'dog'],
  [/(cat|kitty)$/, 'cat'],
  [/bear$/, 'bear'],
  [/(dragon|wyrm|drake)$/, 'dragon'],
  [/(snake|serpent)$/, 'snake'],
  [/monkey$/, 'monkey'],
  [/(horse|pony)$/, 'horse'],
  [/(whale)$/, 'whale'],
  [/(bug|beetle)$/, 'beetle'],
  [/fly$/, 'fly'],
  [/(bot|mech)$/, 'robot'],
  [/(man|woman|girl|boy|folk|person)$/, 'human'],
];

/** @param creatures whether to look for families, which is only useful while no creature is known */
export function nearestKind(word: string, creatures: boolean): Meant | null {
  const typo = word.length >= 5 && word.length < 20 ? uniqueTypo(word) : null;
  if (typo) return { word: typo, kind: 'typo' };
  const family = creatures ? families.find(([end]) => end.test(word) && word.length > 5) : undefined;
  return family ? { word: family[1], kind: 'family' } : null;
}

/** Words worth guessing, by first letter: typos rarely change it. */
const known = new Map<string, string[]>();
for (const word of new Set([
  ...[species, speciesNames, roles, roleNames, itemNames, partNames].flatMap((table) => Object.keys(table)),
  ...colourWords,
]))
  if (word.length >= 4) known.set(word[0]!, [...(known.get(word[0]!) ?? []), word]);

/** The only known word within one typo, or null. */
function uniqueTypo(word: string): string | null {
  const meant = (known.get(word[0]!) ?? []).filter((one) => isTypo(one, word));
  return meant.length === 1 ? meant[0]! : null;
}

/** Whether one letter is wrong, missing, doubled or swapped with its neighbour. */
function isTypo(known: string, word: string): boolean {
  if (known === word || Math.abs(known.length - word.length) > 1) return false;
  let at = 0;
  while (at < known.length && known[at] === word[at]) at++;
  const [rest, typed] = [known.slice(at), word.slice(at)];
  const swapped = rest[0] === typed[1] && rest[1] === typed[0] && rest.slice(2) === typed.slice(2);
  const wrong = word.length >= 6 && rest.slice(1) === typed.slice(1);
  return swapped || wrong || rest.slice(1) === typed || rest === typed.slice(1);
}
