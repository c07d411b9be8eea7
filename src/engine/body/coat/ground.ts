/** Colour areas of skin and fur that are not patterns: belly, muzzle, feet and ears. */

import { darker } from '../../colour.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import { smoothstep, type Vec3 } from '../../geometry/vec.js';
import type { PlainBody } from '../body.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';

type At = Paint['at'];
export function bellyPaint(body: PlainBody): At {
  if (body.kind === 'biped') {
    const { hip, T, waist, depth, belly } = body.frame;
    return (x, y, z) =>
      z < 0
        ? 1
        : Math.hypot(x / (waist * 0.82), (y - hip - T * 0.42) / (T * 0.52)) -
          1 +
          (z < (depth + belly) * 0.3 ? 1 : 0);
  }
  const { chest, hips, barrel, neckFrom, long } = body.frame;
  const nearest = (ofLegs: boolean): At => {
    const fields = body.parts.flatMap(({ joint, field }) =>
      joint !== 'head' && !/Ear$|^tail/.test(joint) && /Leg$|Foot$/.test(joint) === ofLegs ? [field] : [],
    );
    return (x, y, z) => Math.min(...fields.map((field) => field.at(x, y, z)));
  };
  const [legs, trunk] = [nearest(true), nearest(false)];
  return (x, y, z) => {
    const under = Math.max(
      y - (chest[1] - barrel * 0.55) - smoothstep(0, long * 0.55, z) * barrel * 0.75,
      Math.abs(x) - barrel * 0.6,
      hips[2] - barrel - z,
      z - neckFrom[2] - barrel,
    );
    const bib = Math.hypot(x / (barrel * 0.6), (y - chest[1] - barrel * 0.25) / (barrel * 0.8)) - 1;
    const light = Math.min(under, Math.max(bib * barrel, chest[2] + barrel * 0.3 - z));
    return light > barrel * 0.2 ? light : Math.max(light, trunk(x, y, z) - legs(x, y, z));
  };
}

/** Muzzle, cheeks and chin. */
export function muzzlePaint({ head, headShape }: PlainBody, t: Traits): At {
  const [cx, cy, cz] = head.centre;
  const r = head.half[1] / (t.face === 'beak' ? 0.9 : 0.86);
  const front = headShape.front;
  if (t.face === 'beak')
    return (x, y, z) =>
      z < cz + r * 0.2 || head.field.at(x, y, z) > r * 0.06
        ? 1
        : Math.min(
            ...[1, -1].map((s) => Math.hypot((x - cx - s * r * 0.36) / 0.4, (y - cy - 0.08 * r) / 0.62) - r),
          );
  return (x, y, z) => {
    const line = cy - r * 0.12 - (r * 0.1 * (z - cz)) / front;
    const face = Math.max(y - line + Math.max(0, Math.abs(x - cx) - r * 0.78), cz - z);
    return face > r * 0.1 ? face : Math.max(face, head.field.at(x, y, z) - r * 0.06);
  };
}

/** A blush on people, and on others when the prompt asks for it. */
export function cheekPaints(sculpture: Sculpture, { head }: PlainBody, t: Traits): Paint[] {
  const requested = t.partColours.get('cheeks');
  if (!requested && (t.face !== 'human' || t.items.has('bones'))) return [];
  const [red, green, blue] = t.colours.coat;
  const [cx, cy, cz] = head.centre;
  const r = head.half[1] / (t.face === 'human' ? 1 : 0.86);
  const [wide, tall] = [0.15 * r, 0.1 * r];
  const at: At = (x, y, z) =>
    Math.max(
      (Math.hypot((Math.abs(x - cx) - 0.5 * r) / wide, (y - cy + 0.27 * r) / tall) - 1) * tall,
      cz + 0.2 * r - z,
    );
  return [{ material: sculpture.material('cheeks', requested ?? [red, green * 0.9, blue * 0.88]), at }];
}

/** A separate nose colour for people; animals already have one. */
export function nosePaints(sculpture: Sculpture, { head }: PlainBody, t: Traits): Paint[] {
  const colour = t.partColours.get('nose');
  if (!colour || t.face !== 'human') return [];
  const [cx, cy, cz] = head.centre;
  const r = head.half[1];
  const at: At = (x, y, z) => Math.hypot(x - cx, y - cy + 0.2 * r, (z - cz - 0.98 * r) * 0.8) - 0.2 * r;
  return [{ material: sculpture.material('nose', colour, { roughness: 0.4 }), at }];
}

export function feetPaint(sculpture: Sculpture, body: PlainBody, t: Traits): Paint[] {
  if (t.partColours.has('feet')) return [];
  if (body.kind === 'biped')
    return t.face === 'beak'
      ? [
          {
            material: sculpture.material('feet', t.colours.feet ?? t.colours.nose),
            at: (_x, y) => y - body.frame.ankle * 1.15,
          },
        ]
      : [];
  const height = t.feet === 'hoof' ? body.frame.leg * 0.13 : body.frame.leg * 0.1;
  if (t.feet !== 'hoof' && !t.colours.feet) return [];
  return [
    {
      material: sculpture.material(
        t.feet === 'hoof' ? 'hooves' : 'paws',
        t.colours.feet ?? darker(t.colours.coat, 0.72),
        { roughness: 0.5 },
      ),
      at: (_x, y) => y - height * (t.feet === 'hoof' ? 1 : 1.6),
    },
  ];
}

/** The inside of the ears, on their open side. */
export function earPaints(sculpture: Sculpture, { headShape, head }: PlainBody, t: Traits): Paint[] {
  if (!headShape.ears || t.ears === 'none') return [];
  const inner = sculpture.material(
    'ear inside',
    ['point', 'fan', 'long', 'round', 'side'].includes(t.ears)
      ? [0.88, 0.6, 0.58]
      : darker(t.colours.coat, 0.3),
  );
  const paints: Paint[] = [];
  for (const ear of [headShape.ears.left, headShape.ears.right]) {
    const { min, max } = ear.box;
    const middle = [0, 1, 2].map((i) => (min[i]! + max[i]!) / 2) as unknown as Vec3;
    const half = [0, 1].map((i) => (max[i]! - min[i]!) / 2) as [number, number];
    const low =
      head.centre[1] +
      head.half[1] * (t.ears === 'floppy' || t.ears === 'fan' || t.ears === 'side' ? -9 : 0.8);
    if (t.ears === 'floppy') continue;
    const step = head.half[1] * 0.02;
    paints.push({
      material: inner,
      at: (x, y, z) => {
        const inside = Math.hypot((x - middle[0]) / half[0], (y - middle[1] + half[1] * 0.1) / half[1]);
        const shape = Math.max((inside - 0.58) * half[0], low - y);
        if (shape > half[0] * 0.3) return shape;
        const ahead = (ear.at(x, y, z + step) - ear.at(x, y, z - step)) / (2 * step);
        return Math.max(
          shape,
          (0.25 - ahead) * half[0],
          (ear.at(x, y, z) - 0.07 * head.half[1]) * 5,
          (0.05 * head.half[1] - head.field.at(x, y, z)) * 3,
        );
      },
    });
  }
  const own = t.colours.ears;
  if (!own) return paints;
  const colour = sculpture.material('ears', own);
  return [
    ...[headShape.ears.left, headShape.ears.right].map(
      (ear): Paint => ({
        material: colour,
        at: (x, y, z) => Math.max(ear.at(x, y, z) - 0.004, head.field.at(x, y, z) < 0.002 ? 1 : -1),
      }),
    ),
    ...paints,
  ];
}
