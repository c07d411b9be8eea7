import { add } from '../math/vec.js';
import type { Anatomy } from './anatomy.js';
import type { Body } from './coat.js';

/** The line of the back of anything that does not stand upright. */
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
