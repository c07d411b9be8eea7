/** What a sentence was read as: everything a body is built from. */
import type { Vec3 } from '../math/vec.js';
import type { SkeletonKind } from '../types.js';
import type { Mood } from './lexicon.js';
import type { Species } from './species.js';

/** `glow`: strength of its own light. */
export type Finish = { roughness: number; metalness: number; glow?: number };
/** What lies on it in patches. `rises`: 1 for what gathers on top, -1 for what splashes from below. */
export type Layer = { name: string; colour: Vec3; finish: Finish; rises: number };
/** How a thing was described. */
export type Look = {
  colour?: Vec3;
  second?: Vec3;
  size: number;
  finish?: Finish;
  pattern?: Pattern;
  /** The noun somebody used: a hoodie and a suit are both shirts. */
  word?: string;
  layer?: Layer;
  /** How hair falls. */
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
  /** The clip whose moment the picture shows. */
  pose: string | null;
  womanly: boolean;
  old: boolean;
  /** Main colour and finish of the creature. */
  look: Look;
  parts: ReadonlyMap<string, Look>;
  items: ReadonlyMap<string, Look>;
  pattern: Pattern | null;
  /** Things and parts the words rule out. */
  without: ReadonlySet<string>;
  words: { understood: string[]; unknown: string[] };
  /** One sentence for the person when no character was found in the words; what is described then is a guess. */
  refusal: string | null;
  /** A sentence for each thing asked for that this body has no place for, and for each guess. */
  notes: string[];
};
