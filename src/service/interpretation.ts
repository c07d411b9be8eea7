import type { CharacterSpec } from '../engine/index.js';

/** `leftOut`: words of the description that the spec cannot express. `refused`: content that is not made here. */
export type Interpretation = { kind: 'spec'; spec: CharacterSpec; leftOut: string[] } | { kind: 'refused' };

/** What a language model reads in a description; null where the grammar should read it. */
export type Interpret = (description: string, signal: AbortSignal) => Promise<Interpretation | null>;
