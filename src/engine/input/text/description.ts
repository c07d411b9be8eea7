/** A parsed prompt: everything a body is built from. */
import type { Vec3 } from '../../geometry/vec.js';
import type { SkeletonKind } from '../../types.js';
import type { Finish, Layer, Mood } from './vocabulary/looks.js';
import type { Pattern, Species } from './vocabulary/shapes.js';

/** How a thing was described. */
export type DescribedLook = {
  colour?: Vec3;
  second?: Vec3;
  size: number;
  finish?: Finish;
  pattern?: Pattern;
  /** The noun in the prompt: a hoodie and a suit are both shirts. */
  word?: string;
  layer?: Layer;
  /** Hair style. */
  manner?: string;
};

export type Description = {
  name: string;
  species: Species;
  kind: SkeletonKind;
  style: 'chibi' | 'natural' | 'heroic' | null;
  build: { height: number; girth: number; limb: number; legs: number; head: number };
  mood: Mood | null;
  /** The clip shown in the preview. */
  pose: string | null;
  womanly: boolean;
  old: boolean;
  /** Main colour and finish of the creature. */
  look: DescribedLook;
  parts: ReadonlyMap<string, DescribedLook>;
  items: ReadonlyMap<string, DescribedLook>;
  pattern: Pattern | null;
  /** Items and parts that the prompt excludes. */
  without: ReadonlySet<string>;
  /** `guessed`: unlisted words that were read as similar ones; each has a note. */
  words: { understood: string[]; unknown: string[]; guessed: string[] };
  /** A sentence for the member when the prompt names no character; the rest of the description is then a guess. */
  refusal: string | null;
  /** A sentence for each request this body cannot show, and for each guess. */
  notes: string[];
};
