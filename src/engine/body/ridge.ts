import { add, type Vec3 } from '../geometry/vec.js';
import type { Anatomy } from './anatomy.js';
import type { Body } from './body.js';

/** The line along the back of any body that is not upright. */
export function ridgeOf(body: Exclude<Body, { kind: 'biped' }>): NonNullable<Anatomy['ridge']> {
  if (body.kind !== 'quadruped') return body.ridge;
  const { chest, hips, barrel } = body.frame;
  return {
    from: add(chest, [0, 0, barrel * 0.5]),
    to: add(hips, [0, 0, -barrel * 0.6]),
    radius: barrel,
    out: [0, 1, 0],
  };
}

/** The line that growths follow, with the directions outward and towards the tail, for any body plan. */
export function spineOf(body: Body): { from: Vec3; to: Vec3; radius: number; out: Vec3; tailwards: Vec3 } {
  if (body.kind !== 'biped') return { ...ridgeOf(body), out: [0, 1, 0], tailwards: [0, 0, -1] };
  const { S, depth, hip, T } = body.frame;
  return {
    from: [0, S - 0.04 * T, -0.1 * depth],
    to: [0, hip + 0.05 * T, -0.1 * depth],
    radius: depth,
    out: [0, 0, -1],
    tailwards: [0, -1, 0],
  };
}
