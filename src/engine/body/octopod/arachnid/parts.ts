/** Carapaces, claws and stings. */
import { blend, type Field } from '../../../geometry/field/field.js';
import { ellipsoid, roundCone, tube } from '../../../geometry/field/shapes.js';
import { stretch } from '../../../geometry/field/stretch.js';
import { add, lerp, scale, sub, type Vec3 } from '../../../geometry/vec.js';
import { flip, sides } from '../../../skeleton/skeleton.js';
import type { Part } from '../../anatomy.js';

import { sideOf } from '../../sides.js';
import type { Traits } from '../../traits.js';
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
  if (f.form.plan === 'lobster')
    return blend(h * 0.3, [
      ellipsoid(f.centre, [w, h, l]),
      roundCone(
        add(f.centre, [0, h * 0.2, l * 0.6]),
        add(f.centre, [0, h * 0.35, l * 1.25]),
        h * 0.4,
        h * 0.06,
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

/** An arm of two segments and a pincer of two fingers. */
export function clawParts(f: ArachnidFrame, t: Traits): Part[] {
  if (!f.claw) return [];
  const usual = { spider: 1, crab: 1.5, scorpion: 1.75, lobster: 2.3 }[f.form.plan];
  return sides.flatMap((side): Part[] => {
    const [root, elbow, wrist, tip] = f.claw!.map((p) => flip(p, side)) as [Vec3, Vec3, Vec3, Vec3];
    const big = usual * (sideOf(t, 'claws', side.name).size ?? 1) ** 1.6;
    const w = f.thick * 1.35;
    const palm = lerp(wrist, tip, 0.26);
    // Fingers open sideways, so that the gap is visible from the front and from above.
    const finger = (out: number): Field =>
      tube(
        [
          lerp(wrist, tip, 0.34),
          add(lerp(wrist, tip, 0.68), [side.x * out * w * big * 1.15, 0, 0]),
          add(tip, [side.x * out * w * big * 0.62, 0, 0]),
        ],
        [w * 0.72 * big, w * 0.46 * big, w * 0.18],
        4,
      );
    const reach = Math.hypot(...add(tip, scale(wrist, -1)));
    return [
      { joint: `${side.name}UpperArm`, field: roundCone(root, elbow, w, w * 0.85) },
      { joint: `${side.name}LowerArm`, field: roundCone(elbow, wrist, w * 0.85, w * 0.95) },
      {
        joint: `${side.name}Claw`,
        field: blend(w * 0.3, [
          ellipsoid(palm, [w * 1.15 * big, w * 0.9 * big, reach * 0.24]),
          finger(-0.75),
        ]),
      },
      { joint: `${side.name}Pincer`, field: finger(0.85) },
    ];
  });
}

export function arachnidTailParts(f: ArachnidFrame): Part[] {
  const { tail } = f;
  if (!tail) return [];
  return tail.slice(1).map((p, i): Part => {
    const before = tail[i]!;
    const isLast = i === tail.length - 2;
    const piece = f.form.plan === 'lobster' ? (isLast ? fanOf : ringOf) : isLast ? stingOf : beadOf;
    return { joint: `tail${i + 1}`, field: piece(f, before, p, i) };
  });
}

type TailPiece = (f: ArachnidFrame, before: Vec3, p: Vec3, i: number) => Field;

const beadRadius = (f: ArachnidFrame, i: number): number => f.shield[1] * (0.52 - 0.055 * i);

const beadOf: TailPiece = (f, before, p, i) => {
  const r = beadRadius(f, i);
  return blend(r * 0.2, [
    roundCone(before, p, r * 0.78, r * 0.78),
    ellipsoid(lerp(before, p, 0.5), [r * 1.08, r * 1.08, r * 1.08]),
  ]);
};

const stingOf: TailPiece = (f, before, p, i) => {
  const r = beadRadius(f, i);
  return blend(r * 0.3, [
    ellipsoid(lerp(before, p, 0.4), [r * 1.25, r * 1.2, r * 1.4]),
    tube(
      [lerp(before, p, 0.5), add(lerp(before, p, 0.95), [0, r * 0.3, 0]), add(p, [0, -r * 0.9, r * 0.5])],
      [r * 0.8, r * 0.4, r * 0.06],
      4,
    ),
  ]);
};

/** One plate of a lobster's tail, overlapping the next. */
const ringOf: TailPiece = (f, before, p, i) => {
  const [w, h, l] = f.shield;
  return ellipsoid(lerp(before, p, 0.45), [w * (0.8 - 0.09 * i), h * (0.78 - 0.08 * i), l * 0.4]);
};

/** The tail fan: five lobes side by side. */
const fanOf: TailPiece = (f, before, p) => {
  const [w, h] = f.shield;
  const long = Math.hypot(...sub(p, before));
  const lobes = [-1, -0.5, 0, 0.5, 1].map((s) =>
    roundCone(
      before,
      add(before, [Math.sin(s * 1.05) * long * 1.5, 0, -Math.cos(s * 1.05) * long * 1.5]),
      w * 0.24,
      w * 0.34,
    ),
  );
  return stretch(blend(w * 0.04, lobes), before, [1, Math.min(0.5, (h / w) * 0.4), 1]);
};
