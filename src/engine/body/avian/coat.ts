/** Colours of a bird. */

import { darker, hex } from '../../colour.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import { dot, sub, type Vec3 } from '../../geometry/vec.js';
import { flip, sides } from '../../skeleton/skeleton.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import type { BirdFrame } from './frame.js';

/** Breast, cheeks, hood and legs. */
export function birdPaints(sculpture: Sculpture, f: BirdFrame, t: Traits, pattern: Paint | null): Paint[] {
  const place = (x: number, y: number, z: number) => {
    const v = sub([x, y, z], f.centre);
    return { a: dot(v, f.along) / f.long, n: dot(v, f.back) / f.b, x: x / f.b };
  };
  const legs = sculpture.material('legs', t.colours.feet ?? hex(f.form.legsColour ?? 'e8a02c'), {
    roughness: 0.5,
  });
  const breast: Paint = {
    material: sculpture.material('belly', t.colours.belly),
    at(px, y, z) {
      const { a, n, x } = place(px, y, z);
      return Math.max(Math.hypot((a + 0.03) / 0.44, x / 0.74) - 1, n - 0.1) * f.b;
    },
  };
  const onHead = (x: number, y: number, z: number) =>
    Math.max(
      Math.hypot(x - f.headAt[0], y - f.headAt[1], z - f.headAt[2]) - f.r * 1.12,
      f.headAt[1] - f.r * 0.62 - y,
    );
  const cheeks: Paint[] = f.form.cheeks
    ? [
        {
          material: sculpture.material('cheeks', hex(f.form.cheeks)),
          at: (x, y, z) =>
            z < f.headAt[2]
              ? f.r
              : Math.hypot((Math.abs(x) - f.r * 0.52) / 0.95, (y - f.headAt[1] + f.r * 0.06) / 1.25, 0) -
                f.r * 0.4,
        },
      ]
    : [];
  const hood: Paint[] = f.form.hood
    ? [{ material: sculpture.material('hood feathers', hex(f.form.hood)), at: onHead }]
    : [];
  const bare: Paint = {
    material: legs,
    at: (x, y, z) =>
      sides.reduce((least, side) => {
        const [hx, hy, hz] = flip(f.hock, side);
        return Math.min(least, Math.max(y - hy * 0.94, Math.hypot(x - hx, (z - hz) * 0.6) - f.b * 0.75));
      }, Number.POSITIVE_INFINITY),
  };
  return [...(pattern ? [pattern] : []), breast, ...hood, ...cheeks, bare];
}

/** Wing and tail feathers get their own shade unless the prompt or the species sets a colour. */
export const plumageColour = (t: Traits, own: string | undefined, part: 'wings' | 'tail'): Vec3 =>
  t.items.get(part)?.colour ??
  (part === 'tail' ? t.colours.tail : null) ??
  (own && !t.recoloured ? hex(own) : darker(t.colours.coat, 0.18));
