/**
 * Parses a description left to right: colour, size and finish words are kept until their noun, which is a creature, a
 * role, a body part or an item. Leftover adjectives apply to the whole body. Nothing is dropped without a note.
 */

import { darker, hexOf, lighter } from '../../colour.js';
import { readAdjective } from './adjectives.js';
import { cannotRuleOut, settle } from './apply.js';
import { colourOf, isMetalColour } from './colours.js';
import { dropCount, readCount } from './counts.js';
import type { Reading } from './description.js';
import { type Draft, emptyDraft, nothingWaiting } from './draft.js';
import { isAlive, readNoun } from './nouns.js';
import { promptRefusalOf } from './refusal.js';
import { isColourOf, isDrawn, isMisleading, isNoun, isPicture, isPlace } from './senses.js';
import { specOf } from './spec-of.js';
import { endPerson, isAnother, leaveOut } from './species-lookup.js';
import { nearestKind } from './typos.js';
import {
  clothing,
  colourWords,
  degrees,
  endsNegation,
  fillers,
  lifeless,
  links,
  manWords,
  mildColourModifiers,
  negations,
  oldWords,
  surroundings,
  womanWords,
} from './vocabulary.js';
import { singular, spoken, wordsOf } from './words.js';

/** Words after which an item belongs to somebody. */
const having = /^(with|in|wear(ing|s)|hold(ing|s)|carrying|carries|having|has|dressed|using)$/;

/** Reads a description in English. */
export function readEnglish(prompt: string): Reading {
  const draft = emptyDraft();
  const words = wordsOf(prompt);
  draft.isBare = !words.some((word) => having.test(word));
  for (const i of words.keys()) readWord(draft, words, i);
  dropStrange(draft, words.at(-1));
  endPerson(draft, words.at(-1));
  settle(draft, isAlive(draft));
  const { understood, unknown, guesses, unshown } = draft;
  const refusal = promptRefusalOf(draft);
  const { spec, notes } = specOf(draft);
  return {
    spec,
    words: {
      understood: [...understood].filter((word) => !unshown.has(word)),
      unknown: [...unknown],
      guessed: [...guesses],
      unexpressed: [...unshown],
    },
    notes,
    refusal,
    saidFor: new Map(),
  };
}

function readWord(draft: Draft, words: readonly string[], i: number): void {
  const [before, word = '', after] = [words[i - 1], words[i], words[i + 1]];
  if (/^[,.;]$/.test(word)) {
    draft.isElsewhere &&= word === ',';
    dropStrange(draft, before);
    endPhrase(draft);
    return;
  }
  const { waiting } = draft;
  draft.wordCounts.all++;
  draft.wordCounts.known++;
  const { womanly, manly, old } = draft;
  const tall = /^tall(\d+)cm$/.exec(word);
  if (tall) {
    draft.metres = Number(tall[1]) / 100;
    draft.understood.add(`${draft.metres} m`);
    return;
  }
  if (draft.isElsewhere || surroundings.has(word) || (word === 'background' && after === 'as')) {
    leaveSurroundings(draft, word);
    return;
  }
  if (isPicture(words, i)) {
    leavePicture(draft, word);
    return;
  }
  if (isPlace(words, i)) {
    leavePlace(draft, word, before);
    return;
  }
  const known = noteWho(draft, word);
  draft.halved ||= word === 'half';
  const isLink = links.has(word) || isDrawn(words, i);
  if (isLink && (draft.creature || draft.role)) draft.linked = true;
  // A robot is holding a red paddle: red is no colour of the robot.
  if (isLink || (having.test(word) && word !== 'in')) draft.subject = null;
  if (negations.has(word)) waiting.negated = true;
  else if (readCount(draft, word)) return;
  else if (word === 'is' || word === 'are' || word === ':' || isColourOf(words, i)) {
    draft.subject = draft.last ?? draft.look;
    return;
  } else if (fillers.has(word) || isDrawn(words, i)) {
    readFiller(draft, word, before);
    return;
  } else if (Object.hasOwn(degrees, word)) waiting.degree = degrees[word]!;
  else if (colourWords.has(word) && (draft.subject || !isNoun(words, i))) addColour(draft, word);
  else if (Object.hasOwn(mildColourModifiers, word)) waiting.shift = mildColourModifiers[word]!;
  else if (isAnother(draft, word, after)) {
    Object.assign(draft, { womanly, manly, old });
    leaveOut(draft, word);
    return;
  } else if (
    isMisleading(words, i) ||
    (!readNoun(draft, word, after) && !readAdjective(draft, word) && !known)
  ) {
    readStranger(draft, word);
    return;
  }
  draft.understood.add(spoken.get(word) ?? word);
}

function readFiller(draft: Draft, word: string, before: string | undefined): void {
  const { waiting } = draft;
  draft.apposed = false;
  dropStrange(draft, before);
  endPerson(draft, before);
  // A ninja in black with a belt: black is no colour of the belt.
  const isNamed = (draft.creature ?? draft.role) !== null;
  if (isNamed && waiting.colours.length > 0 && having.test(word)) settle(draft, isAlive(draft));
  if (waiting.negated && clothing.has(word)) draft.notes.push(staysDressed);
  if (endsNegation.has(word)) waiting.negated = false;
}

/** "Surrounded by bones and stone": what follows, to the end of the sentence, is not the character. */
function leaveSurroundings(draft: Draft, word: string): void {
  draft.isElsewhere = true;
  draft.waiting = nothingWaiting();
  if (fillers.has(word)) return;
  draft.unshown.add(spoken.get(word) ?? word);
  if (!draft.notes.includes(onlyOne)) draft.notes.push(onlyOne);
}

const onlyOne = 'I make a character without its surroundings and its story, so I left those out.';

/** Leaves out a place with its adjectives: in a dark forest. */
function leavePlace(draft: Draft, word: string, before = ''): void {
  draft.unshown.add(spoken.get(word) ?? word);
  if (!fillers.has(before)) draft.waiting = nothingWaiting();
  if (lifeless.has(word)) {
    draft.lifeless.push(word);
    draft.wordCounts.known--;
  }
  if (!draft.notes.includes(onlyOne)) draft.notes.push(onlyOne);
}

/** "In dramatic lighting": words about a picture, with their adjectives, change no character. */
function leavePicture(draft: Draft, word: string): void {
  draft.unshown.add(spoken.get(word) ?? word);
  draft.waiting = nothingWaiting();
  if (!draft.notes.includes(onlyBody)) draft.notes.push(onlyBody);
}

const onlyBody = 'I make a 3D character, so words about a picture or its background change nothing.';
const staysDressed = 'I only make people with clothes on, so the clothes stay.';

/** Limit on guesses: unknown words of another language are not typos. */
const mostGuesses = 24;

/** "With a pink glorp": the colour belongs to the unknown thing, not to the character. */
function dropStrange(draft: Draft, word: string | undefined): void {
  const isStrange = word !== undefined && draft.unknown.has(spoken.get(word) ?? word);
  if (isStrange && (draft.creature ?? draft.role ?? draft.anyone) !== null) draft.waiting = nothingWaiting();
}

/** Reads an unlisted word: a typo, a species of a known family, or unknown. */
function readStranger(draft: Draft, word: string): void {
  const isNew = !draft.unknown.has(word) && !draft.guesses.has(word);
  const thing = singular(word).find((form) => lifeless.has(form));
  draft.wordCounts.known--;
  dropCount(draft);
  if (!draft.guesses.has(word)) draft.unknown.add(spoken.get(word) ?? word);
  if (thing) {
    draft.lifeless.push(thing);
    return;
  }
  const meant =
    isNew && draft.unknown.size + draft.guesses.size < mostGuesses
      ? nearestKind(word, draft.creature === null)
      : null;
  draft.waiting.negated = false;
  if (!meant || (meant.kind === 'family' && draft.role)) return;
  const wasUnnamed = draft.creature === null && draft.role === null;
  if (isAnother(draft, meant.word, undefined)) {
    leaveOut(draft, word);
    return;
  }
  const read =
    readNoun(draft, meant.word, undefined) ||
    (colourWords.has(meant.word) && addColour(draft, meant.word)) ||
    readAdjective(draft, meant.word);
  if (!read) return;
  draft.unknown.delete(spoken.get(word) ?? word);
  draft.guesses.add(word);
  draft.wordCounts.known++;
  draft.wordCounts.guessed ||= wasUnnamed && (draft.creature !== null || draft.role !== null);
  draft.notes.push(
    meant.kind === 'typo'
      ? `I read “${word}” as “${meant.word}”.`
      : `I don't know “${word}”, so I used the closest kind: ${meant.word}.`,
  );
}

/** Records gender and age, which other words may imply. */
function noteWho(draft: Draft, word: string): boolean {
  const isIn = (words: ReadonlySet<string>) => singular(word).some((form) => words.has(form));
  const [womanly, manly, old] = [isIn(womanWords), isIn(manWords), isIn(oldWords)];
  draft.womanly ||= womanly;
  draft.manly ||= manly;
  draft.old ||= old;
  return womanly || manly || old;
}

/** "a dog, brown, with a hat": adjectives between commas describe the character named before. */
function endPhrase(draft: Draft): void {
  const named = draft.creature ?? draft.role;
  if (named && draft.apposed) settle(draft, isAlive(draft));
  draft.apposed = draft.waiting.colours.length === 0 && draft.waiting.sizes.length === 0;
}

function addColour(draft: Draft, word: string): true {
  const { waiting } = draft;
  const colour = colourOf(word);
  const shifted = hexOf(waiting.shift < 0 ? darker(colour, -waiting.shift) : lighter(colour, waiting.shift));
  waiting.shift = 0;
  if (isMetalColour(word)) waiting.sheen = 'metal';
  if (word.startsWith('neon')) waiting.material ??= 'neon';
  if (draft.subject) {
    if (!waiting.negated) draft.subject.colour = shifted;
    else if (draft.subject === draft.look) draft.avoid.push(shifted);
    else draft.notes.push(cannotRuleOut);
    draft.subject = null;
    draft.waiting = nothingWaiting();
  } else if (waiting.colours.length < 2) waiting.colours.push(shifted);
  else draft.notes.push(`Each thing can have two colours, so I left out ${word}.`);
  return true;
}
