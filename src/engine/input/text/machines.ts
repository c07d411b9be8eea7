/** A machine is a robot, but a coffee machine is none. */
import { isEnglish } from '../../../base/english.js';
import { creatureOf, roleOfWord } from './species-lookup.js';
import {
  ageWords,
  artStyles,
  colourWords,
  degrees,
  fillers,
  finishes,
  layers,
  lifeless,
  links,
  manners,
  moods,
  negations,
  oldWords,
  patternNames,
  poses,
  styles,
  themes,
  wornAs,
} from './vocabulary.js';
import { buildWord, lookUp, singular } from './words.js';

const machine = /^(machine|device)s?$/;

const tables: readonly Readonly<Record<string, unknown>>[] = [
  ageWords,
  artStyles,
  degrees,
  finishes,
  layers,
  moods,
  patternNames,
  poses,
  styles,
  themes,
  wornAs,
];
const lists = [colourWords, fillers, links, manners, negations, oldWords];

/** Whether the word says how a machine looks, or who it is, and not what it is for. */
const isLook = (word: string): boolean =>
  tables.some((table) => lookUp(table, word) !== undefined) ||
  lists.some((list) => list.has(word)) ||
  buildWord(word) !== undefined ||
  creatureOf(word) !== undefined ||
  roleOfWord(word) !== undefined;

/** "Coffee machine" as one word. */
export const joinMachines = (words: readonly string[]): string[] =>
  words.reduce<string[]>((joined, word) => {
    const before = joined.at(-1);
    const isPurpose = before !== undefined && /^\p{L}{3,}$/u.test(before) && isEnglish(before);
    if (machine.test(word) && isPurpose && !isLook(before)) joined.push(`${joined.pop()} ${word}`);
    else joined.push(word);
    return joined;
  }, []);

/** The name of a thing that is no character, in the singular. */
export function lifelessOf(word: string): string | undefined {
  return word.includes(' ') && machine.test(word.split(' ')[1]!)
    ? word
    : singular(word).find((form) => lifeless.has(form));
}
