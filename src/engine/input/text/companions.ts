/** Small animals that a character carries: a parrot on the shoulder, a cat on the head, a teddy bear in the arms. */
import type { Place } from '../../kinds.js';
import { claimCount } from './counts.js';
import { type Draft, nothingWaiting } from './draft.js';
import { isMark } from './senses.js';
import { creatureOf } from './species-lookup.js';
import { spoken } from './words.js';

const carrying = /^(hold|carry|hugg?|cuddl|cradl)(s|es|ies|ing|e|ed)?$/;
const most = 2;

/** Whether the word just before this phrase is a small animal. */
export const isCarriedAt = ({ companions }: Draft, at: number): boolean =>
  companions.some((one) => one.at === at);

/** @param place where the words right after it put it @returns whether it is one */
export function readsCompanion(
  draft: Draft,
  words: readonly string[],
  i: number,
  place: Place | null,
): boolean {
  const word = words[i]!;
  const creature = creatureOf(word);
  const isNamed = (draft.creature ?? draft.role ?? draft.anyone) !== null || draft.womanly || draft.manly;
  if (!creature || creature === 'human' || !isNamed || draft.waiting.negated) return false;
  const start = words.slice(0, i).findLastIndex((one) => carrying.test(one));
  const between = start < 0 ? [] : words.slice(start + 1, i);
  const isHeld = start >= 0 && between.length < 4 && !between.some((one) => isMark(one) || creatureOf(one));
  if ((!place && !isHeld) || draft.companions.length >= most) return false;
  const { colours, words: said } = draft.waiting;
  draft.waiting = nothingWaiting();
  claimCount(draft);
  for (const one of [...said, spoken.get(word) ?? word]) draft.understood.add(one);
  draft.companions.push({ creature, place: place ?? 'both hands', colour: colours[0], at: i });
  return true;
}
