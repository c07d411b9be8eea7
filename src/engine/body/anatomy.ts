import type { Field } from '../geometry/field/field.js';
import type { Vec3 } from '../geometry/vec.js';
import type { Side, Skeleton } from '../skeleton/skeleton.js';

/** A part of the body and the joint that the surface near it follows. */
export type Part = { joint: string; field: Field };

/** Attachment points. Every body plan fills them in, so hats and scarves need not know how many legs there are. */
export type Anatomy = {
  skeleton: Skeleton;
  /** Body height in metres. Thicknesses are multiples of it. */
  unit: number;
  body: Field;
  parts: readonly Part[];
  /** The body of other parts, some of them repeated; left out by plans whose parts cannot be. */
  join?(parts: readonly Part[]): Field;
  head: Head;
  /** What hats sit on, where it is not the head. */
  crown?: Head;
  neck: { centre: Vec3; radius: number; angles: Vec3 };
  /** Middle of the back, the outward direction, and half the body's width there. */
  back: { at: Vec3; out: Vec3; width: number; joint: string };
  /** The line of the back, for items that hang or stand on it. Omitted by plans with their own frame. */
  ridge?: { from: Vec3; to: Vec3; radius: number; out: Vec3 };
  waist: { centre: Vec3; half: Vec3; angles: Vec3; joint: string };
  /** Position for a held item, and the direction that is up along it. */
  grip(side: Side): { at: Vec3; up: Vec3; joint: string };
};

export type Head = {
  centre: Vec3 /** Half extents of the skull. */;
  half: Vec3;
  field: Field /** Front end of the face. */;
  front: number;
};
