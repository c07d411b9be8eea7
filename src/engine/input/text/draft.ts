/** The parser's state half-way through a prompt. */

import type { ArmStance, LegRow, Place, SideName, SideState } from '../../kinds.js';
import type { SkeletonKind } from '../../types.js';
import type { Age, CharacterSpec } from './spec.js';
import type { SpecMark } from './spec-marks.js';
import type { Mood } from './vocabulary/looks.js';
import type { Pattern } from './vocabulary/shapes.js';
import type { Texture } from './vocabulary.js';

/** The number and the word used for it. */
export type Count = { many: number; word: string };

/** How a thing was described. Colours are `#` and hex; materials, coverings and hair styles are words. */
export type DraftLook = {
  colour?: string;
  /** The colour of its material, where no other is named. */
  implied?: string;
  second?: string;
  size: number;
  material?: string;
  pattern?: Pattern;
  covering?: string;
  /** The noun in the prompt: a hoodie and a suit are both shirts. */
  word?: string;
  manner?: string;
  /** The adjectives that described it. */
  said?: readonly string[];
  /** Darker (below 0) or lighter than usual. */
  shift?: number;
  count?: Count;
  /** Digits of a printed number. */
  text?: string;
  place?: Place;
  torn?: boolean;
  /** A picture on it, and whether it is repeated. */
  print?: string;
  printColour?: string | undefined;
  printMany?: boolean;
  /** Of a pair, the only one that there is. */
  side?: SideName;
  left?: SidedLook;
  right?: SidedLook;
};

/** How one of a pair differs. `isAny`: it may be the other one. */
export type SidedLook = DraftLook & { state?: SideState; row?: LegRow; isAny?: boolean };

/** Which of a pair a noun that follows means. */
export type PendingSide = {
  which: SideName | 'one' | 'other';
  /** Whether there is no other one. */
  isOnly: boolean;
  state?: SideState;
  row?: LegRow;
};

export type Draft = {
  creature: string | null;
  /** The word the prompt used for it. */
  word: string | null;
  /** Creatures and roles named after the first, with the words used; `apart` marks a separate figure. */
  others: { creature: string | null; word: string; apart: boolean }[];
  /** Whether it is half of one creature and half of another. */
  halved: boolean;
  /** Whether it has the head of another creature. */
  headed: boolean;
  /** Whether "and", "riding" or a similar word followed the named character. */
  linked: boolean;
  /** A character of unspecified kind: "monster", "animal", "character". */
  anyone: string | null;
  role: string | null;
  stance: SkeletonKind | null;
  style: CharacterSpec['proportions'] | null;
  artStyle: CharacterSpec['style'] | null;
  build: Required<NonNullable<CharacterSpec['build']>>;
  /** Height in metres, if it was named. */
  metres: number | null;
  age: Age | null;
  mood: Mood | null;
  pose: string | null;
  arms: ArmStance | null;
  /** The word that chose the mood, the pose and so on. */
  chosenBy: Map<string, string>;
  womanly: boolean;
  manly: boolean;
  old: boolean;
  look: DraftLook;
  /** A default colour from an element such as fire or ice. */
  theme: string | null;
  /** Colours that the prompt rules out. */
  avoid: string[];
  parts: Map<string, DraftLook>;
  items: Map<string, DraftLook>;
  refused: Set<string>;
  /** Small animals and things that it carries; `at` is the place of the word. */
  companions: { creature: string; place: Place; look: DraftLook; at: number }[];
  /** What is drawn on it. */
  marks: SpecMark[];
  pattern: Pattern | null;
  waiting: PendingAdjectives;
  /** The pending number, and the word for the number of the characters themselves. */
  count: Count | null;
  crowd: string | null;
  /** The last thing described, to which a following colour belongs. */
  last: DraftLook | null;
  subject: DraftLook | null;
  /** What adjectives describe that follow it. */
  trailing: DraftLook | null;
  /** Whether the creature being read says more of the one that was named. */
  isDefining: boolean;
  /** Where the thing is that lives and is the character. */
  objectAt: number | null;
  /** Where the word is that says on what part of a garment its picture is. */
  printedAt: number | null;
  /** A thing that stands for the head. */
  objectHead: string | null;
  /** What the skin is covered with, and the word for it. */
  textures: Map<Texture, string>;
  /** Whether two colours are those of the two sides: half red, half blue. */
  sided: boolean;
  /** Whether only adjectives followed the last comma. */
  apposed: boolean;
  understood: Set<string>;
  unknown: Set<string>;
  /** Unlisted words that were read as similar ones; each has a note. */
  guesses: Set<string>;
  /** Words that were read but are not shown: a second creature, a number of characters. */
  unshown: Set<string>;
  /** One sentence for each exclusion, contradiction and guess. */
  notes: string[];
  /** How many words were read, and how many of them were known or guessed. */
  wordCounts: { all: number; known: number; guessed: boolean };
  /** Whether nothing is worn, held or had: an item named alone is the subject, as in "a golden crown". */
  isBare: boolean;
  /** Whether the words describe the surroundings, until the sentence ends. */
  isElsewhere: boolean;
  /** Whether an unknown action was named, whose object may follow: chopping wood. */
  isActing: boolean;
  /** Whether unknown words may be typos. */
  mayGuess: boolean;
  /** Known things that are not characters. */
  lifeless: string[];
};

/** Whether the prompt has named whom it describes. */
export const isSubjectNamed = ({ creature, role, anyone, womanly, manly }: Draft): boolean =>
  (creature ?? role ?? anyone) !== null || womanly || manly;

/** Adjectives waiting for their noun. */
export type PendingAdjectives = {
  /** The adjectives as they were said. */
  words: string[];
  colours: string[];
  sizes: { word: string; degree: number }[];
  age?: Age;
  place?: Place;
  side?: PendingSide;
  /** A picture on a garment. */
  print?: { name: string; isMany: boolean };
  /** The word. */
  torn?: string;
  material?: string;
  /** The colour of the material, where no other is named. */
  implied?: string;
  /** The colour of an element. */
  theme?: string;
  /** The material that a metal colour would give an item; a living coat takes only the colour. */
  sheen?: string;
  pattern?: Pattern;
  covering?: string;
  manner?: string;
  /** What a skin is covered with, and the word for it. */
  texture?: { kind: Texture; word: string };
  shift: number;
  /** "very" and "slightly" raise the next adjective to this power. */
  degree: number;
  negated: boolean;
};

export const nothingWaiting = (): PendingAdjectives => ({
  words: [],
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
  halved: false,
  headed: false,
  anyone: null,
  role: null,
  stance: null,
  style: null,
  artStyle: null,
  build: { height: 1, girth: 1, limb: 1, legs: 1, head: 1 },
  metres: null,
  age: null,
  mood: null,
  pose: null,
  arms: null,
  companions: [],
  marks: [],
  chosenBy: new Map(),
  womanly: false,
  manly: false,
  old: false,
  look: { size: 1 },
  theme: null,
  avoid: [],
  parts: new Map(),
  items: new Map(),
  isBare: true,
  isElsewhere: false,
  refused: new Set(),
  pattern: null,
  waiting: nothingWaiting(),
  count: null,
  crowd: null,
  last: null,
  subject: null,
  trailing: null,
  isDefining: false,
  objectAt: null,
  printedAt: null,
  objectHead: null,
  textures: new Map(),
  sided: false,
  apposed: false,
  understood: new Set(),
  unknown: new Set(),
  guesses: new Set(),
  unshown: new Set(),
  notes: [],
  wordCounts: { all: 0, known: 0, guessed: false },
  isActing: false,
  mayGuess: true,
  lifeless: [],
});
