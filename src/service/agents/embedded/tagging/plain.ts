import { missingIn } from '../changes/focus.js';
import { leftOut } from '../descriptions/leftovers.js';
import { severalIn } from '../descriptions/naming.js';
import type { TalkState, Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
import { isQuestionAct, isTalking, isWishing, type Likely, shareOf } from './acts.js';
import { spansIn } from './tagger.js';

/** Messages that the rules of English understand without a rest, which the models have nothing to add to. */

/** Of so many words the rules understand short messages as a whole. */
const mostPlain = 10;
/** What so few words are taken for is what they say. */
const shortest = 5;
/** Below this share of wishes, a message is none, however much the rules understand of it. */
export const leastWished = 0.02;
/** Of other languages there are fewer examples: only from this share on, an order of known words is something else. */
const leastOther = 0.9;
/** "Pray for me" is small talk, though a character may pray. */
const leastTalking = 0.75;
const surelyTalking = 0.8;
/** The least share of wishes of a change that the rules read whole. */
const leastChanged = 0.1;
/** From this share on, a change that was read in another language may be a question. */
const leastAsking = 0.6;
/** The least share of a message that its description must cover. */
const leastCovered = 0.3;
/** An unknown word is told on the card. */
const mostLeft = 1;

/** Whether the rules understand a message without a rest. */
export function isPlain(
  line: string,
  [wish, ...others]: readonly Wish[],
  talk: TalkState,
  acts: readonly Likely[],
): boolean {
  if (!wish || others.length > 0) return false;
  if (wish.kind === 'refine' && wish.on !== undefined) return true;
  if (wish.kind === 'make') {
    const isListed = wish.others?.length || severalIn(wish.prompt).length > 0;
    if ((isListed && !rather.test(line)) || isSpokenOf(wish.prompt, talk)) return true;
    if (talk.language !== null) return false; // marked words tell the being from its things
    if (talk.draft === null && isOfTwo(line)) return false;
  }
  const isShort = lengthOf(line) <= shortest;
  if (lengthOf(line) > mostPlain) return false;
  if (wish.kind === 'make' && isShort && talk.draft === null) return !hasBareThing(line);
  if (references.test(line) && referring.has(wish.kind)) return true;
  const isOpen = missingIn(talk) === null || isMoreMarked(line, talk);
  if (talk.draft !== null && acts[0]!.act === 'change' && isOpen) return false;
  if (wish.kind === 'make' || wish.kind === 'able') return isKnown(line, wish.prompt);
  if (wish.kind !== 'refine' || wish.left?.length) return false;
  if (missingIn(talk) !== null) return true; // "yes" to a thing that was asked about
  if (shareOf(acts, isTalking) >= (isShort ? leastTalking : surelyTalking)) return false;
  const [{ act, share }] = acts as [Likely];
  if (talk.language === null) return shareOf(acts, isWishing) >= leastChanged;
  return (
    !(isQuestionAct(act) && share >= leastAsking && lengthOf(line) > 2) && (isShort || share < leastOther)
  );
}

/** "Make them yellow, and the staff can go": more than an answer to a question that was asked in another language. */
const isMoreMarked = (line: string, { draft, language }: TalkState): boolean =>
  language !== null && spansIn('wishes', line, draft, language).length > 1;

/** "A ninja but he's a frog": who it is takes two nouns, which marked words tell apart. */
const isOfTwo = (line: string): boolean =>
  spansIn('wishes', line, null).filter(({ kind }) => kind === 'kind' || kind === 'also').length > 1;

/** "Cat ninja black suit": a thing that no word joins. */
const hasBareThing = (line: string): boolean =>
  spansIn('wishes', line, null).some(
    ({ kind, start }) =>
      kind === 'add' && /[\p{L}\d]\s*$/u.test(line.slice(0, start)) && !joined.test(line.slice(0, start)),
  );
const joined = /\b(?:with|w|in|has|and|wearing|holding|on|an?|the|of|riding|for)\s*$/i;

/** "A gym bro but he's a shrimp" is one. */
const rather = /\bbut (?:an?|it'?s|he'?s|she'?s|they'?re|is)\b/i;
/** References to earlier messages, which the rules look up. */
const references = /\b(?:i mean|i meant|the [\w-]+ one|before)\b/i;
const referring: ReadonlySet<Wish['kind']> = new Set(['make', 'refine', 'recall', 'unchanged'] as const);

/** Whether a character was described or offered before. */
const isSpokenOf = (prompt: string, { past, undone, offers }: TalkState): boolean =>
  [...past, ...undone].some((one) => prompt.includes(one)) ||
  offers.some((one) => 'prompt' in one && one.prompt === prompt);

/** In words; two characters where no spaces separate them. */
export const lengthOf = (line: string): number =>
  Math.max(line.split(/\s+/).length, (line.match(/[\u3040-\u9fff]/gu)?.length ?? 0) / 2);

const isKnown = (line: string, prompt: string): boolean =>
  !/[.?!] /.test(prompt) &&
  phraseOf(prompt).unknown.length === 0 &&
  prompt.length >= line.length * leastCovered &&
  leftOut(line, prompt).length <= mostLeft;
