/** Shields, claws and stings. */
import { blend, type Field } from '../../../field/field.js';
import { ellipsoid, roundCone, tube } from '../../../field/shapes.js';
import { stretch } from '../../../field/stretch.js';
import { add, lerp, scale, type Vec3 } from '../../../math/vec.js';
import { flip, sides } from '../../../skeleton/skeleton.js';
import type { Part } from '../../anatomy.js';

import type { ArachnidFrame } from './frame.js';

export function shieldOf(f: ArachnidFrame): Field {
  const [w, h, l] = f.shield;
  if (f.form.plan === 'crab')
    return blend(h * 0.25, [
      ellipsoid(f.centre, [w, h, l]),
      ...sides.map((side) =>
        ellipsoid(add(f.centre, [side.x * w * 0.45, h * 0.05, l * 0.3]), [w * 0.5, h * 0.85, l * 0.6]),
      ),
    ]);
  if (f.form.plan === 'scorpion')
    return blend(h * 0.3, [
      ellipsoid(add(f.centre, [0, 0, l * 0.35]), [w * 0.95, h, l * 0.6]),
      ...[-0.15, -0.6, -1.0].map((z, i) =>
        ellipsoid(add(f.centre, [0, 0, z * l]), [w * (1 - 0.14 * i), h * (0.95 - 0.12 * i), l * 0.34]),
      ),
    ]);
  return ellipsoid(f.centre, [w, h, l]);
}

/** An arm in two spans and a pincer of two fingers. */
export function clawParts(f: ArachnidFrame): Part[] {
  if (!f.claw) return [];
  const big = f.form.plan === 'crab' ? 1.5 : 1.05;
  return sides.flatMap((side): Part[] => {
    const [root, elbow, wrist, tip] = f.claw!.map((p) => flip(p, side)) as [Vec3, Vec3, Vec3, Vec3];
    const w = f.thick * 1.35;
    const palm = lerp(wrist, tip, 0.32);
    const finger = (up: number): Field =>
      tube(
        [
          lerp(wrist, tip, 0.4),
          add(lerp(wrist, tip, 0.72), [side.x * w * 0.5 * big, up * w * 1.0 * big, 0]),
          add(tip, [0, up * w * 0.12, 0]),
        ],
        [w * 0.95 * big, w * 0.72 * big, w * 0.16],
        4,
      );
    const reach = Math.hypot(...add(tip, scale(wrist, -1)));
    return [
      { joint: `${side.name}UpperArm`, field: roundCone(root, elbow, w, w * 0.85) },
      { joint: `${side.name}LowerArm`, field: roundCone(elbow, wrist, w * 0.85, w * 0.95) },
      {
        joint: `${side.name}Claw`,
        field: blend(w * 0.3, [
          stretch(ellipsoid(palm, [w * 1.35 * big, w * 1.35 * big, reach * 0.34]), palm, [0.85, 1, 1]),
          finger(-0.75),
        ]),
      },
      { joint: `${side.name}Pincer`, field: finger(0.85) },
    ];
  });
}

export function tailParts(f: ArachnidFrame): Part[] {
  if (!f.sting) return [];
  const last = f.sting.length - 1;
  return f.sting.slice(1).map((p, i): Part => {
    const before = f.sting![i]!;
    const r = f.shield[1] * (0.52 - 0.055 * i);
    const field =
      i === last - 1
        ? blend(r * 0.3, [
            ellipsoid(lerp(before, p, 0.4), [r * 1.25, r * 1.2, r * 1.4]),
            tube(
              [
                lerp(before, p, 0.5),
                add(lerp(before, p, 0.95), [0, r * 0.3, 0]),
                add(p, [0, -r * 0.9, r * 0.5]),
              ],
              [r * 0.8, r * 0.4, r * 0.06],
              4,
            ),
          ])
        : blend(r * 0.2, [
            roundCone(before, p, r * 0.78, r * 0.78),
            ellipsoid(lerp(before, p, 0.5), [r * 1.08, r * 1.08, r * 1.08]),
          ]);
    return { joint: `tail${i + 1}`, field };
  });
}
