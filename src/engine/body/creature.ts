import type { Field } from '../field/field.js';
import type { Paint } from '../mesh/paint.js';
import type { SkeletonKind } from '../types.js';
import type { Anatomy } from './anatomy.js';
import type { Sculpture } from './sculpt.js';

/** A body that walks neither upright nor on four legs. It knows its own colours, face and finery. */
export type CreatureBody = Anatomy & {
  kind: Exclude<SkeletonKind, 'biped' | 'quadruped' | 'other'>;
  ridge: NonNullable<Anatomy['ridge']>;
  /** Grid cells across it, as multiples of a plain body's. */
  fineness: number;
  /** Regions of the skin, lowest layer first; the pattern the words ask for comes over the first. */
  paints(sculpture: Sculpture, pattern: Paint | null): Paint[];
  /** Eyes, mouth, beak, fins and wings. */
  adorn(sculpture: Sculpture): void;
};

/** Where the surface lies, for the joint that carries a part of it. */
export const clip = (field: Field, keep: (x: number, y: number, z: number) => number): Field => {
  const self: Field = {
    box: field.box,
    at: (x, y, z) => Math.max(field.at(x, y, z), keep(x, y, z)),
    near: (box) => {
      const close = field.near(box);
      return close && clip(close, keep);
    },
  };
  return self;
};
