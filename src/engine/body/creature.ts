import type { Field } from '../geometry/field/field.js';
import type { Paint } from '../geometry/mesh/paint.js';
import type { SkeletonKind } from '../types.js';
import type { Anatomy } from './anatomy.js';
import type { Sculpture } from './sculpt.js';

/** A body plan that is neither biped nor quadruped. It defines its own colours, face and details. */
export type CreatureBody = Anatomy & {
  kind: Exclude<SkeletonKind, 'biped' | 'quadruped' | 'other'>;
  ridge: NonNullable<Anatomy['ridge']>;
  /** Grid cells across the body, as a multiple of a plain body's. */
  fineness: number;
  /** Skin regions, lowest layer first; the pattern from the prompt goes above the first. */
  paints(sculpture: Sculpture, pattern: Paint | null): Paint[];
  /** Adds eyes, mouth, beak, fins and wings. */
  adorn(sculpture: Sculpture): void;
};

/** Limits a part's surface to the region its joint carries. */
export const clipField = (field: Field, keep: (x: number, y: number, z: number) => number): Field => {
  const self: Field = {
    box: field.box,
    at: (x, y, z) => Math.max(field.at(x, y, z), keep(x, y, z)),
    near: (box) => {
      const close = field.near(box);
      return close && clipField(close, keep);
    },
  };
  return self;
};
