/** The legs of a four-legged animal, of which one may be missing or of metal. */

import { hex } from '../../colour.js';
import { blend, type Field } from '../../geometry/field/field.js';
import { ball, ellipsoid, roundCone } from '../../geometry/field/shapes.js';
import { lerp, type Vec3 } from '../../geometry/vec.js';
import { flip, type Side, sides } from '../../skeleton/skeleton.js';
import type { Part } from '../anatomy.js';
import type { Sculpture } from '../sculpt.js';
import { sideOf } from '../sides.js';
import type { Traits } from '../traits.js';

type End = 'Front' | 'Back';
type LegFrame = { top: Vec3; knee: Vec3; ankle: Vec3; ball: Vec3; toe: Vec3; thick: number };
type Frame = { barrel: number; legs: Readonly<Record<End, LegFrame>> };

/** How the leg differs from the others, where it is missing or replaced. */
function replacedAt(t: Traits, end: End, { name }: Side) {
  const look = sideOf(t, 'legs', name).state ? sideOf(t, 'legs', name) : sideOf(t, 'feet', name);
  const { state, row = 'back' } = look;
  return state && state !== 'closed' && row === end.toLowerCase() ? { ...look, state } : null;
}

/** Where flesh ends, from the top (0) over the knee (1) to the ankle (2). */
const stumps = { missing: 0.5, other: 1.2 } as const;

export function legParts(f: Frame, t: Traits, end: End, side: Side): Part[] {
  const leg = f.legs[end];
  const [top, knee, ankle, ball_, toe] = [leg.top, leg.knee, leg.ankle, leg.ball, leg.toe].map((p) =>
    flip(p, side),
  ) as [Vec3, Vec3, Vec3, Vec3, Vec3];
  const w = leg.thick;
  const name = `${side.name}${end}`;
  const haunch = end === 'Back' ? 1.75 : 1.45;
  const thigh = Math.min(w * haunch, f.barrel * 0.75);
  const replaced = replacedAt(t, end, side);
  if (replaced?.state === 'missing') {
    const stump = roundCone(top, lerp(top, knee, stumps.missing), thigh, w * 1.15);
    return [{ joint: `${name}UpperLeg`, field: stump }];
  }
  const upper = { joint: `${name}UpperLeg`, field: roundCone(top, knee, thigh, w * 0.98) };
  const lower = (to: Vec3) => ({ joint: `${name}LowerLeg`, field: roundCone(knee, to, w * 0.96, w * 0.72) });
  if (replaced) return [upper, lower(lerp(knee, ankle, stumps.other - 1))];
  return [upper, lower(ankle), { joint: `${name}Foot`, field: pawOf(t, ankle, ball_, toe, w) }];
}

/** A slim leg of metal, or of wood. */
export function replaceLegs(sculpture: Sculpture, f: Frame, t: Traits): void {
  for (const end of ['Front', 'Back'] as const)
    for (const side of sides) {
      const replaced = replacedAt(t, end, side);
      if (!replaced || replaced.state === 'missing') continue;
      const isPeg = replaced.state === 'peg';
      const [knee, ankle, toe] = [f.legs[end].knee, f.legs[end].ankle, f.legs[end].toe].map((p) =>
        flip(p, side),
      ) as [Vec3, Vec3, Vec3];
      const w = f.legs[end].thick;
      const finish = replaced.finish ?? (isPeg ? { roughness: 0.8 } : { roughness: 0.3, metalness: 0.85 });
      const metal = sculpture.material(
        `${side.name} prosthesis`,
        replaced.colour ?? hex(isPeg ? '8a5a34' : 'aab2bd'),
        finish,
      );
      const name = `${side.name}${end}`;
      const ground: Vec3 = [ankle[0], w * 0.4, lerp(ankle, toe, 0.3)[2]];
      const rigid = (part: string, field: Field) =>
        sculpture.rigid(`${side.name} ${part}`, `${name}LowerLeg`, field, metal, 26);
      rigid('socket', roundCone(lerp(knee, ankle, 0.02), lerp(knee, ankle, 0.34), w * 1.1, w * 0.8));
      rigid('pylon', roundCone(lerp(knee, ankle, 0.25), ground, w * 0.46, w * 0.36));
      if (!isPeg)
        rigid(
          'metal foot',
          blend(w * 0.1, [
            ball(ground, w * 0.42),
            roundCone(ground, [toe[0], w * 0.4, toe[2]], w * 0.42, w * 0.36),
          ]),
        );
    }
}

function pawOf(t: Traits, ankle: Vec3, ball: Vec3, toe: Vec3, w: number): Field {
  const floor = (p: Vec3, r: number): Vec3 => [p[0], r * 0.96, p[2]];
  if (t.feet === 'hoof')
    return blend(w * 0.3, [
      roundCone(ankle, floor(ball, w * 0.82), w * 0.72, w * 0.82),
      roundCone(floor(ball, w * 0.62), floor(lerp(ball, toe, 0.3), w * 0.6), w * 0.82, w * 0.72),
    ]);
  const isClaw = t.feet === 'claw';
  const [spread, wide] = isClaw ? [0.8, 0.4] : [0.66, 0.43];
  const toes = [-1, 0, 1].map((x) =>
    ellipsoid(
      [toe[0] + x * w * spread, w * 0.44 * t.foot, toe[2] + w * (0.14 - Math.abs(x) * 0.3)],
      [w * wide * t.foot, w * 0.44 * t.foot, w * 0.66 * t.foot],
      [0, x * 0.22, 0],
    ),
  );
  const pad = ellipsoid(floor(lerp(ball, toe, 0.05), w * 0.6), [w * 0.98, w * 0.66, w * 1.05]);
  const foot = blend(w * 0.3, [roundCone(ankle, floor(ball, w * 0.6), w * 0.74, w * 0.7), pad]);
  return blend(w * 0.07, [foot, ...toes]);
}
