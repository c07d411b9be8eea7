/** A parsed prompt: everything a body is built from. */
import type { Vec3 } from '../math/vec.js';
import type { SkeletonKind } from '../types.js';
import type { Mood } from './lexicon.js';
import type { Species } from './species.js';

/** `glow` is the emission strength. */
export type Finish = { roughness: number; metalness: number; glow?: number };
/** A covering in patches. `rises`: 1 for one that gathers on top, -1 for one that splashes from below. */
export type Layer = { name: string; colour: Vec3; finish: Finish; rises: number };
/** How a thing was described. */
export type Look = {
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
export type Pattern = 'striped' | 'spotted' | 'patched' | 'checked' | 'socks' | 'masked' | 'rainbow';

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
  look: Look;
  parts: ReadonlyMap<string, Look>;
  items: ReadonlyMap<string, Look>;
  pattern: Pattern | null;
  /** Items and parts that the prompt excludes. */
  without: ReadonlySet<string>;
  words: { understood: string[]; unknown: string[] };
  /** A sentence for the member when the prompt names no character; the rest of the description is then a guess. */
  refusal: string | null;
  /** A sentence for each request this body cannot show, and for each guess. */
  notes: string[];
};
