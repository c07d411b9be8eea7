import type { Change } from './draft.js';
import type { Offer } from './offers.js';
import type { Topic } from './topics.js';

/** What a person wants, as far as it can be read from the words. */
export type Wish =
  /** `others`: characters named beside it, which need cards of their own. */
  | { kind: 'make'; prompt: string; others?: readonly string[] }
  /** Something to make that is no character, and why that is not made here. */
  | { kind: 'refused'; prompt: string; refusal: string }
  | { kind: 'refine'; changes: readonly Change[] }
  /** What was made last, with changes or as another version. */
  | { kind: 'remake'; changes: readonly Change[] }
  /** `isDescribed`: the words beside the files name a character, too. */
  | { kind: 'files'; type: 'image' | 'multi_image' | 'mesh'; isDescribed: boolean }
  | { kind: 'buy'; credits?: number; packId?: string }
  | { kind: 'show'; number: number }
  /** One of the person's own rigs, by words of its description. */
  | { kind: 'find'; words: string }
  | { kind: 'sum'; sum: Sum }
  | { kind: 'pipeline'; id: string }
  | { kind: 'question'; query: string }
  | { kind: 'confirm' | 'decline' | 'describe' | 'forget' | 'undo' | 'variant' | 'recall' | 'ideas' }
  /** A change that leaves the character as it is. */
  | { kind: 'unchanged' }
  /** A change to what comes from a picture or model. */
  | { kind: 'kept' }
  /** Another language than English, with what is said to that. */
  | { kind: 'foreign'; answer: string }
  | { kind: 'unknown'; query?: string }
  | { kind: Topic };

/** What so many cost, or how many so many credits reach for; `credits` null: those the person has. */
export type Sum = { count: number } | { credits: number | null };

/** What the conversation has come to. */
export type Talk = {
  /** The character under discussion. */
  draft: string | null;
  /** Drafts before it, newest last. */
  past: readonly string[];
  /** What is under discussion comes from pictures or a model. */
  isFromFiles: boolean;
  /** Other versions of the same words asked for so far. */
  variants: number;
  /** The pipeline chosen by name or from a list. */
  pipelineId: string | null;
  /** The newest list. */
  offers: readonly Offer[];
  /** Answers to the last words that were turned down: the next is to be another one. */
  turnedDown: number;
  /** What was said to the language the person wrote last. */
  foreign: string | null;
};
