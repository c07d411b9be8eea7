/** A spec with its names looked up: everything a body is built from. */
import type { Vec3 } from '../../geometry/vec.js';
import type {
  ArmStance,
  LegRow,
  MarkPlace,
  MarkSide,
  Place,
  Proportions,
  SideName,
  SideState,
} from '../../kinds.js';
import type { SkeletonKind } from '../../types.js';
import type { CharacterSpec } from './spec.js';
import type { Finish, Layer, Mood } from './vocabulary/looks.js';
import type { Counts, Pattern, Species } from './vocabulary/shapes.js';

/** How a thing was described. */
export type DescribedLook = {
  colour?: Vec3;
  second?: Vec3;
  size: number;
  finish?: Finish;
  pattern?: Pattern;
  /** Whether the colour is what a role usually wears, and was not asked for. */
  usual?: boolean;
  /** The noun: a hoodie and a suit are both shirts. */
  word?: string;
  layer?: Layer;
  /** Hair style. */
  manner?: string;
  /** Digits of a printed number. */
  text?: string;
  place?: Place;
  torn?: boolean;
  print?: string;
  printColour?: Vec3;
  printMany?: boolean;
  /** Of a pair, the only one that there is. */
  side?: SideName;
  left?: SideLook;
  right?: SideLook;
};

/** How one of a pair differs from the other. */
export type SideLook = Partial<DescribedLook> & { state?: SideState; row?: LegRow };

/** Something drawn on the body or the clothes. */
export type DescribedMark = {
  mark: string;
  place?: MarkPlace;
  side?: MarkSide;
  text?: string;
  picture?: string;
  colour?: Vec3;
  size: number;
};

export type Description = {
  name: string;
  species: Species;
  kind: SkeletonKind;
  style: Proportions | null;
  build: { height: number; girth: number; limb: number; legs: number; head: number };
  mood: Mood | null;
  /** Small animals that it carries. */
  companions: { description: Description; place: Place }[];
  /** The clip shown in the preview. */
  pose: string | null;
  arms: ArmStance | null;
  womanly: boolean;
  old: boolean;
  /** Main colour and finish of the creature. */
  look: DescribedLook;
  parts: ReadonlyMap<string, DescribedLook>;
  items: ReadonlyMap<string, DescribedLook>;
  /** What is drawn on it, from below. */
  marks: readonly DescribedMark[];
  /** More parts than usual. */
  counts: Counts;
  /** The item that is held twice: a sword in each hand. */
  inBothHands: string | null;
  pattern: Pattern | null;
  /** Items and parts that are excluded. */
  without: ReadonlySet<string>;
  /** A sentence for each request this body cannot show. */
  notes: string[];
  /** What those requests are about: names of species, parts, items and clips, and numbers. */
  unshown: ReadonlySet<string>;
};

/** The reading of a prompt. */
export type Reading = {
  spec: CharacterSpec;
  /**
   * `guessed`: unlisted words that were read as similar ones; each has a note. `unexpressed`: words that were read but
   * are not shown.
   */
  words: { understood: string[]; unknown: string[]; guessed: string[]; unexpressed: string[] };
  /** A sentence for the member when the prompt names no character; the spec is then a guess. */
  refusal: string | null;
  /** A sentence for each guess and contradiction. */
  notes: string[];
  /** The original of an English word, in a description in another language. */
  saidFor: ReadonlyMap<string, string>;
  /** The adjectives of each part and item. */
  adjectives: ReadonlyMap<string, readonly string[]>;
};
