import { add, type Vec3 } from '../../geometry/vec.js';
import type { DescribedLook } from '../../input/text/description.js';
import type { Body } from '../body.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';

/** Adds one item to a sculpture. It uses only the body's attachment points, so it fits bodies on two or four legs. */
export type Item = (sculpture: Sculpture, body: Body, look: DescribedLook, traits: Traits) => void;

export const gold = { roughness: 0.3, metalness: 0.9 };
export const steel = { roughness: 0.3, metalness: 0.85 };

/** Positions and sizes in head heights; y = 1 is the top of the head. */
export function headRoom({ head }: Body, traits: Traits) {
  const r = head.half[1];
  const lift = traits.face === 'muzzle' ? -0.06 : 0;
  return {
    r,
    w: Math.max(head.half[0], head.half[2]),
    at: (x: number, y: number, z: number): Vec3 => add(head.centre, [x * r, (y + lift) * r, z * r]),
  };
}
