/**
 * Parses a description left to right: colour, size and finish words are kept until their noun, which is a creature, a
 * role, a body part or an item. Leftover adjectives apply to the whole body. Nothing is dropped without a note.
 */

import { readAdjective } from './adjectives.js';
import { endNegation, settle } from './apply.js';
import { readsAside } from './asides.js';
import { readsCarried } from './carried.js';
import { readsCompanion } from './companions.js';
import { readCount } from './counts.js';
import type { Reading } from './description.js';
import { type Draft, emptyDraft, nothingWaiting } from './draft.js';
import { readStranger } from './guessing.js';
import { spoken } from './joined.js';
import { dropStrange, leavesContext } from './leaving.js';
import { isFellow, livingObjectAt, nameObject } from './living-objects.js';
import { joinMachines } from './machines.js';
import { isMarkWord } from './mark-token.js';
import { readMark } from './marks.js';
import { isAlive, readNoun } from './nouns.js';
import { headsLast } from './object-head.js';
import { pendingCount } from './pending.js';
import { isPlacing } from './place-phrases.js';
import { readHeldBow, readPlacing } from './placings.js';
import { promptRefusalOf } from './refusal.js';
import {
  isAbout,
  isDefining,
  isDescribing,
  isDrawn,
  isHalfOfPart,
  isMisleading,
  isNoun,
  isSeparate,
  withNouns,
} from './senses.js';
import { holdSides } from './sides.js';
import { readsSide } from './siding.js';
import { specOf } from './spec-of.js';
import { endPerson, isAnother, leaveOut } from './species-lookup.js';
import { isOfKind, isUnknownThing, thingAsked } from './subject.js';
import { endTrailing, readColour, readsTrailingLook } from './trailing.js';
import {
  clothing,
  colourWords,
  degrees,
  endsNegation,
  fillers,
  halving,
  lifeWords,
  links,
  manWords,
  mildColourModifiers,
  negations,
  oldWords,
  womanWords,
} from './vocabulary.js';
import { partsOfCompound, singular, wordsOf } from './words.js';

/** Words after which an item belongs to a person. */
const having = /^(with|in|wear(ing|s)|hold(ing|s)|carrying|carries|having|has|dressed|using)$/;

/** Reads a description in English. @param guesses whether unknown words may be typos: not those of a translation */
export function readEnglish(prompt: string, guesses = true): Reading {
  const draft = emptyDraft();
  draft.mayGuess = guesses;
  const words = joinMachines(headsLast(withNouns(holdSides(wordsOf(prompt)))));
  draft.halved = words.some((word, i) => halving.has(word) && !isHalfOfPart(words, i));
  draft.objectAt = livingObjectAt(words);
  draft.isBare = !words.some((word) => having.test(word));
  for (const i of words.keys()) readWord(draft, words, i);
  dropStrange(draft, words.at(-1));
  endPerson(draft, words.at(-1));
  settle(draft, isAlive(draft));
  const { understood, unknown, unshown, parts, items } = draft;
  const refusal = promptRefusalOf(draft, {
    thing: draft.objectAt === null ? thingAsked(draft, words) : null,
    isUnknown: isUnknownThing(draft, words),
  });
  const { spec, notes } = specOf(draft);
  return {
    spec,
    words: {
      understood: [...understood].filter((word) => !unshown.has(word)),
      unknown: [...unknown],
      guessed: [...draft.guesses],
      unexpressed: [...unshown],
    },
    notes,
    refusal,
    saidFor: new Map(),
    adjectives: new Map([...parts, ...items].map(([name, { said = [] }]) => [name, said])),
  };
}

function readWord(draft: Draft, words: readonly string[], i: number): void {
  const [before, word = '', after] = [words[i - 1], words[i], words[i + 1]];
  if (readsJoined(draft, words, i)) return;
  const { waiting } = draft;
  const pending = pendingCount(waiting);
  draft.wordCounts.all++;
  draft.wordCounts.known++;
  endTrailing(draft, word);
  const { womanly, manly, old } = draft;
  if (readsHeight(draft, word)) return;
  if (readsCarried(draft, words, i)) return;
  if (isOfKind(draft, words, i)) draft.creature = null;
  if (i !== draft.objectAt && leavesContext(draft, words, i)) return;
  const known = noteWho(draft, word);
  draft.isDefining = isDefining(words, i);
  const isLink = links.has(word) || isDrawn(words, i);
  if ((isLink || isSeparate(words, i)) && (draft.creature || draft.role || draft.anyone)) draft.linked = true;
  // A robot is holding a red paddle: red is not a colour of the robot.
  if (isLink || (having.test(word) && word !== 'in')) draft.subject = null;
  if (i === draft.objectAt) nameObject(draft, word);
  else if (negations.has(word)) negate(draft);
  else if (readCount(draft, word)) return;
  else if (
    (draft.objectAt !== null && lifeWords.has(word)) ||
    isFellow(draft, word, i) ||
    i === draft.printedAt
  )
    draft.understood.add(word);
  else if (isAbout(words, i)) {
    draft.subject = draft.look;
    return;
  } else if (isDescribing(words, i)) {
    draft.subject = draft.last ?? draft.look;
    return;
  } else if (fillers.has(word) || isDrawn(words, i)) {
    readFiller(draft, word, before, after);
    return;
  } else if (readsCompanion(draft, words, i)) return;
  else if (readsAside(draft, words, i)) return;
  else if (Object.hasOwn(degrees, word)) waiting.degree = degrees[word]!;
  else if (colourWords.has(word) && (draft.subject || !isNoun(words, i))) readColour(draft, words, i);
  else if (Object.hasOwn(mildColourModifiers, word)) waiting.shift = mildColourModifiers[word]!;
  else if (isAnother(draft, word, after, before)) {
    Object.assign(draft, { womanly, manly, old });
    leaveOut(draft, word);
    return;
  } else if (
    isMisleading(words, i) ||
    (!readsTrailingLook(draft, words, i) &&
      !readNoun(draft, word, after) &&
      !readAdjective(draft, word) &&
      !known)
  ) {
    readStranger(draft, word, after);
    return;
  }
  if (word === 'bow') readHeldBow(draft, words, i);
  const isPending = pendingCount(waiting) > pending || Object.hasOwn(mildColourModifiers, word);
  if (draft.waiting === waiting && isPending) waiting.words.push(word);
  draft.understood.add(spoken.get(word) ?? word);
}

/** Marks, and phrases and compounds that were made one word. */
function readsJoined(draft: Draft, words: readonly string[], i: number): boolean {
  const [before, word = ''] = [words[i - 1], words[i]];
  if (/^[,.;]$/.test(word)) {
    draft.isElsewhere &&= word === ',';
    dropStrange(draft, before);
    endPerson(draft, before);
    endPhrase(draft);
    return true;
  }
  if (readsSide(draft, word)) return true;
  if (isMarkWord(word)) {
    readMark(draft, word);
    return true;
  }
  if (isPlacing(word)) {
    dropStrange(draft, before);
    const said = readPlacing(draft, words, i);
    for (const at of said.keys()) readWord(draft, said, at);
    return true;
  }
  const compound = partsOfCompound(word);
  if (compound) readCompound(draft, compound);
  return compound !== null;
}

/** "A tall red-haired woman": what waits for its noun is not about the hair. */
function readCompound(draft: Draft, [look, part]: readonly [string, string]): void {
  const { waiting, count } = draft;
  draft.waiting = { ...nothingWaiting(), negated: waiting.negated };
  draft.count = null;
  readWord(draft, [look, part], 0);
  readWord(draft, [look, part], 1);
  draft.waiting = { ...waiting, negated: false };
  draft.count = count;
}

/** Earlier looks belong to the character, not to the excluded thing: a ninja in white instead of black. */
function negate(draft: Draft): void {
  const isNamed = (draft.creature ?? draft.role) !== null;
  if (isNamed && pendingCount(draft.waiting) > 0 && !draft.waiting.negated) settle(draft, isAlive(draft));
  draft.waiting.negated = true;
}

function readsHeight(draft: Draft, word: string): boolean {
  const tall = /^tall(\d+)cm$/.exec(word);
  if (!tall) return false;
  draft.metres = Number(tall[1]) / 100;
  draft.understood.add(`${draft.metres} m`);
  return true;
}

function readFiller(draft: Draft, word: string, before: string | undefined, after = ''): void {
  const { waiting } = draft;
  // "Red and silver" between commas is one description.
  if (word !== 'and' || !colourWords.has(before ?? '') || !colourWords.has(after)) draft.apposed = false;
  // "He is a brown dog": brown is the dog.
  if (/^an?$/.test(word) && draft.subject === draft.look) draft.subject = null;
  dropStrange(draft, before);
  endPerson(draft, before);
  // A ninja in black with a belt: black is not a colour of the belt.
  const isNamed = (draft.creature ?? draft.role ?? draft.anyone) !== null || draft.manly || draft.womanly;
  const isDescribed = waiting.colours.length + waiting.sizes.length > 0 || waiting.material !== undefined;
  if (isNamed && isDescribed && having.test(word)) settle(draft, isAlive(draft));
  if (word === 'half' && colourWords.has(after)) draft.sided = true;
  if (waiting.negated && clothing.has(word)) draft.notes.push(staysDressed);
  // "Not black or white" rules out both, and "not black but white" only one.
  const goesOn = waiting.colours.length > 0 && word !== 'but' && colourWords.has(after);
  if (endsNegation.has(word) && !negations.has(before ?? '') && !goesOn) endNegation(draft);
}

const staysDressed = 'I only make people with clothes on, so the clothes stay.';

/** Records gender and age, which other words may imply. */
function noteWho(draft: Draft, word: string): boolean {
  const isIn = (words: ReadonlySet<string>) => singular(word).some((form) => words.has(form));
  const [womanly, manly, old] = [isIn(womanWords), isIn(manWords), isIn(oldWords)];
  draft.womanly ||= womanly;
  draft.manly ||= manly;
  // "Not old" is no old person.
  draft.old ||= old && !draft.waiting.negated;
  if (old && draft.waiting.negated) draft.waiting.negated = false;
  return womanly || manly || old;
}

/** "a dog, brown, with a hat": adjectives between commas describe the character named before. */
function endPhrase(draft: Draft): void {
  const named = draft.creature ?? draft.role;
  if (named && draft.apposed) settle(draft, isAlive(draft));
  draft.apposed = draft.waiting.colours.length === 0 && draft.waiting.sizes.length === 0;
}
