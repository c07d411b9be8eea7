/** The parser's state half-way through a prompt. */
import type { Vec3 } from '../../geometry/vec.js';
import type { SkeletonKind } from '../../types.js';
import type { DescribedLook, Description } from './description.js';
import type { Finish, Layer, Mood } from './vocabulary/looks.js';
import type { Pattern } from './vocabulary/shapes.js';

/** The number and the word used for it. */
export type Count = { many: number; word: string };

export type Draft = {
  creature: string | null;
  /** The word the prompt used for it. */
  word: string | null;
  /** Creatures and roles named after the first, with the words used; `apart` marks a separate figure. */
  others: { creature: string | null; word: string; apart: boolean }[];
  /** Whether "and", "riding" or a similar word followed the named character. */
  linked: boolean;
  /** A character of unspecified kind: "monster", "animal", "character". */
  anyone: string | null;
  role: string | null;
  stance: SkeletonKind | null;
  style: Description['style'];
  build: Description['build'];
  mood: Mood | null;
  pose: string | null;
  womanly: boolean;
  old: boolean;
  look: DescribedLook;
  /** A default colour from an element such as fire or ice. */
  theme: string | null;
  parts: Map<string, DescribedLook>;
  items: Map<string, DescribedLook>;
  refused: Set<string>;
  pattern: Pattern | null;
  waiting: PendingAdjectives;
  /** The pending number, the counts of parts and items, and the count of the characters themselves. */
  count: Count | null;
  counts: Map<string, Count & { of: string }>;
  crowd: string | null;
  /** The last thing described, to which a following colour belongs. */
  last: DescribedLook | null;
  subject: DescribedLook | null;
  /** Whether only adjectives followed the last comma. */
  apposed: boolean;
  understood: Set<string>;
  unknown: Set<string>;
  /** Unlisted words that were read as similar ones; each has a note. */
  guesses: Set<string>;
  /** One sentence for each exclusion, contradiction and guess. */
  notes: string[];
  /** How many words were read, and how many of them were known or guessed. */
  wordCounts: { all: number; known: number; guessed: boolean };
  /** Whether nothing is worn, held or had: an item named alone is the subject, as in "a golden crown". */
  isBare: boolean;
  /** Known things that are not characters. */
  lifeless: string[];
};

/** Adjectives waiting for their noun. */
export type PendingAdjectives = {
  colours: Vec3[];
  sizes: { word: string; degree: number }[];
  finish?: Finish;
  /** The finish that a metal colour would give an item; a living coat takes only the colour. */
  sheen?: Finish;
  pattern?: Pattern;
  layer?: Layer;
  manner?: string;
  shift: number;
  /** "very" and "slightly" raise the next adjective to this power. */
  degree: number;
  negated: boolean;
};

export const nothingWaiting = (): PendingAdjectives => ({
  colours: [],
  sizes: [],
  shift: 0,
  degree: 1,
  negated: false,
});

export const emptyDraft = (): Draft => ({
  creature: null,
  word: null,
  others: [],
  linked: false,
  anyone: null,
  role: null,
  stance: null,
  style: null,
  build: { height: 1, girth: 1, limb: 1, legs: 1, head: 1 },
  mood: null,
  pose: null,
  womanly: false,
  old: false,
  look: { size: 1 },
  theme: null,
  parts: new Map(),
  items: new Map(),
  isBare: true,
  refused: new Set(),
  pattern: null,
  waiting: nothingWaiting(),
  count: null,
  counts: new Map(),
  crowd: null,
  last: null,
  subject: null,
  apposed: false,
  understood: new Set(),
  unknown: new Set(),
  guesses: new Set(),
  notes: [],
  wordCounts: { all: 0, known: 0, guessed: false },
  lifeless: [],
});
