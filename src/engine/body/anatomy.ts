import type { Field } from '../field/field.js';
import type { Vec3 } from '../math/vec.js';
import type { Side, Skeleton } from '../skeleton/skeleton.js';

/** A piece of the body and the joint that owns the surface near it. */
export type Part = { joint: string; field: Field };

/** Where things attach. Both body plans fill it in, so that a hat or a scarf knows nothing of legs. */
export type Anatomy = {
  skeleton: Skeleton;
  /** Height in metres: the unit of thicknesses. */
  unit: number;
  body: Field;
  parts: readonly Part[];
  head: Head;
  neck: { centre: Vec3; radius: number; angles: Vec3 };
  /** Middle of the back, the way out of it, and half the body's width there. */
  back: { at: Vec3; out: Vec3; width: number; joint: string };
  /** The line of the back, for what hangs or stands on it; bodies with a frame of their own go without. */
  ridge?: { from: Vec3; to: Vec3; radius: number; out: Vec3 };
  waist: { centre: Vec3; half: Vec3; angles: Vec3; joint: string };
  /** Where a held thing goes, and the way up along it. */
  grip(side: Side): { at: Vec3; up: Vec3; joint: string };
};

export type Head = {
  centre: Vec3 /** Half extents of the skull. */;
  half: Vec3;
  field: Field /** Forward end of the face. */;
  front: number;
};
