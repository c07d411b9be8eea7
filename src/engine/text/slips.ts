/** Guesses the meaning of an unknown word. */
import { colourWords } from './colours.js';
import { itemNames, partNames, roleNames } from './lexicon.js';
import { roles, species, speciesNames } from './species.js';

type Meant = { word: string; kind: 'slip' | 'kin' };

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
  const slip = word.length >= 5 && word.length < 20 ? uniqueSlip(word) : null;
  if (slip) return { word: slip, kind: 'slip' };
  const family = creatures ? families.find(([end]) => end.test(word) && word.length > 5) : undefined;
  return family ? { word: family[1], kind: 'kin' } : null;
}

/** Words worth guessing, by first letter: typos rarely change it. */
const known = new Map<string, string[]>();
for (const word of new Set([
  ...[species, speciesNames, roles, roleNames, itemNames, partNames].flatMap((table) => Object.keys(table)),
  ...colourWords,
]))
  if (word.length >= 4) known.set(word[0]!, [...(known.get(word[0]!) ?? []), word]);

/** The only known word within one typo, or null. */
function uniqueSlip(word: string): string | null {
  const meant = (known.get(word[0]!) ?? []).filter((one) => isSlip(one, word));
  return meant.length === 1 ? meant[0]! : null;
}

/** Whether one letter is wrong, missing, doubled or swapped with its neighbour. */
function isSlip(known: string, word: string): boolean {
  if (known === word || Math.abs(known.length - word.length) > 1) return false;
  let at = 0;
  while (at < known.length && known[at] === word[at]) at++;
  const [rest, said] = [known.slice(at), word.slice(at)];
  const swapped = rest[0] === said[1] && rest[1] === said[0] && rest.slice(2) === said.slice(2);
  const wrong = word.length >= 6 && rest.slice(1) === said.slice(1);
  return swapped || wrong || rest.slice(1) === said || rest === said.slice(1);
}
