/** Abdomen bands, a dark head, and legs in their own colour. */

import { darker, hex } from '../../colour.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import { lerp, segmentDistance, type Vec3 } from '../../geometry/vec.js';
import { flip, sides } from '../../skeleton/skeleton.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import { hexapodLegRows, type InsectFrame, type LegFrame } from './frame.js';

export function insectPaints(
  sculpture: Sculpture,
  f: InsectFrame,
  t: Traits,
  pattern: Paint | null,
): Paint[] {
  const front = f.waist[2] - f.b * 0.12;
  const bands: Paint[] = f.form.bands
    ? [
        {
          material: sculpture.material(
            'bands',
            t.recoloured ? darker(t.colours.coat, 0.75) : hex(f.form.bands),
          ),
          at: (x, y, z) =>
            z > front || Math.abs(x) > f.rear[0] * 1.05 || y < f.abdomen[1] - f.rear[1] * 1.1
              ? f.b
              : -Math.cos(((front - z) / f.rear[2]) * 6.6 - 0.4) * f.b * 0.3,
        },
      ]
    : [];
  const head: Paint[] = f.form.head
    ? [
        {
          material: sculpture.material('head', hex(f.form.head)),
          at: (x, y, z) =>
            Math.max(
              Math.hypot(x - f.headAt[0], y - f.headAt[1], z - f.headAt[2]) - f.r * 1.25,
              f.headAt[2] - f.r * 0.85 - z,
            ),
        },
      ]
    : [];
  const own = f.form.bands && !t.recoloured ? hex(f.form.bands) : darker(t.colours.coat, 0.4);
  const legs: Paint = {
    material: sculpture.material('legs', t.colours.feet ?? t.partColours.get('legs') ?? own, {
      roughness: 0.45,
    }),
    at: legPaint(
      sides.flatMap((side) => hexapodLegRows.map((row) => placeLeg(f.legs[row], (p) => flip(p, side)))),
      f.thick,
    ),
  };
  return [...(pattern ? [pattern] : []), ...bands, ...head, legs];
}

const placeLeg = (leg: LegFrame, place: (p: Vec3) => Vec3): LegFrame => ({
  coxa: place(leg.coxa),
  knee: place(leg.knee),
  ankle: place(leg.ankle),
  toe: place(leg.toe),
});

/** Paints the legs where they stand clear of the body. */
const legPaint =
  (legs: readonly LegFrame[], thick: number): Paint['at'] =>
  (x, y, z) =>
    legs.reduce((least, { coxa, knee, ankle, toe }) => {
      const p: Vec3 = [x, y, z];
      return Math.min(
        least,
        segmentDistance(p, lerp(coxa, knee, 0.16), knee) - thick * 1.35,
        segmentDistance(p, knee, ankle) - thick * 1.5,
        segmentDistance(p, ankle, toe) - thick * 1.5,
      );
    }, Number.POSITIVE_INFINITY);
