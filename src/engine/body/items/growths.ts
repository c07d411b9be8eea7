import { darker, hex, lighter } from '../../colour.js';
import { blend, intersect, union } from '../../geometry/field/field.js';
import { ball, ellipsoid, halfSpace, ring, roundCone } from '../../geometry/field/shapes.js';
import { add, distance, lerp, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import type { BipedBody } from '../biped.js';
import type { Body } from '../body.js';
import { placesOn } from '../face/ground.js';
import { ridgeOf } from '../ridge.js';
import type { Sculpture } from '../sculpt.js';
import type { Item } from './item.js';

export const growths: Record<string, Item> = {
  spikes(sculpture, body, look, t) {
    const material = sculpture.material(
      'spikes',
      look.colour ?? (t.pattern ? t.colours.pattern : darker(t.colours.coat, 0.4)),
    );
    for (const [i, { p, out, size }] of spineOf(body).entries()) {
      const tip = add(p, scale(out, size * 1.5 * look.size));
      sculpture.follow(`spike ${i}`, roundCone(p, tip, size * 0.62, size * 0.08), material, 14);
    }
  },
  shell(sculpture, body, look) {
    const { at, out, width } = body.back;
    const long = body.kind === 'biped' ? null : ridgeOf(body);
    const centre = long ? lerp(long.from, long.to, 0.5) : at;
    const half: Vec3 = long
      ? [width * 1.5, width * 1.75, distance(long.from, long.to) * 0.56]
      : [width * 1.05, width * 1.3, width * 0.6];
    const dome = intersect(
      ellipsoid(centre, half),
      halfSpace(add(centre, scale(out, -width * 0.1)), scale(out, -1)),
    );
    const shell = sculpture.material('shell', look.colour ?? hex('6e5233'), { roughness: 0.5 });
    sculpture.follow('shell', dome, shell, 50, [
      {
        material: sculpture.material('shell plates', lighter(look.colour ?? hex('6e5233'), 0.25), {
          roughness: 0.5,
        }),
        at: (x, y, z) => Math.max(Math.cos((x / width) * 5.2), Math.cos(((z + y) / width) * 5.2)) - 0.72,
      },
    ]);
  },
  bones(sculpture, body, _look, t) {
    if (body.kind !== 'biped') return;
    const { hip, T, depth, waist, H, shoulder } = body.frame;
    const bone = sculpture.material('coat', t.colours.coat);
    sculptKnobs(sculpture, body, bone);
    if (['robe', 'shirt', 'dress', 'armour'].some((item) => t.items.has(item))) return;
    for (const [i, y] of [0.46, 0.58, 0.7, 0.82].entries()) {
      const wide = (y > 0.6 ? shoulder * 0.86 : shoulder * 0.76) * (y > 0.8 ? 0.86 : 1);
      sculpture.follow(
        `rib ${i}`,
        ring([0, hip + y * T, 0], wide, depth * 1.02, 0.011 * H, 1.25, [0.18, 0, 0]),
        bone,
        34,
      );
    }
    const sternum: Vec3 = [0, hip + 0.84 * T, depth * 1.05];
    sculpture.follow(
      'sternum',
      roundCone(sternum, add(sternum, [0, -0.36 * T, 0.01 * H]), 0.016 * H, 0.011 * H),
      bone,
      20,
    );
    const spine = Array.from({ length: 4 }, (_, i) =>
      ellipsoid([0, hip + (0.18 + i * 0.075) * T, depth * 0.55], [waist * 0.36, 0.03 * T, depth * 0.5]),
    );
    sculpture.follow('spine', union(...spine), bone, 26);
  },
};

/** Knobs at the joints of bare bones, a pelvis, and a row of teeth. */
function sculptKnobs(sculpture: Sculpture, body: BipedBody, bone: string): void {
  const { frame: f, head } = body;
  const l = f.legThick;
  for (const side of sides) {
    const { shoulder, elbow, wrist } = body.arms[side.name];
    const knee: Vec3 = [f.stand * 1.03 * side.x, f.ankle + (f.hip - f.ankle) * 0.5, 0.012 * f.H];
    const joints: readonly (readonly [string, Vec3, number])[] = [
      ['UpperArm', shoulder, f.armThick * 1.7],
      ['LowerArm', elbow, f.armThick * 1.5],
      ['Hand', wrist, f.armThick * 1.2],
      ['LowerLeg', knee, l * 1.35],
    ];
    for (const [joint, at, r] of joints)
      sculpture.rigid(`${side.name} ${joint} knob`, side.name + joint, ball(at, r), bone, 14);
    sculpture.follow(
      `${side.name} hip bone`,
      ellipsoid(
        [f.waist * 0.62 * side.x, f.hip + 0.12 * f.T, 0],
        [f.waist * 0.72, f.T * 0.13, f.depth * 0.9],
        [0, 0, side.x * 0.5],
      ),
      bone,
      20,
    );
  }
  const r = head.half[1];
  const place = placesOn(head, r);
  const dark = sculpture.material('hollow', [0.1, 0.09, 0.1], { roughness: 0.95 });
  for (const side of sides)
    sculpture.rigid(
      `${side.name} nostril`,
      'head',
      ellipsoid(place(0.07 * side.x, -0.22), [0.055 * r, 0.1 * r, 0.05 * r], [0, 0, side.x * 0.35]),
      dark,
      12,
    );
  const teeth = [-0.3, -0.18, -0.06, 0.06, 0.18, 0.3].map((x) =>
    ellipsoid(place(x, -0.52 + 0.25 * x * x), [0.055 * r, 0.1 * r, 0.04 * r]),
  );
  sculpture.rigid(
    'teeth',
    'head',
    blend(0.005 * r, teeth),
    sculpture.material('teeth', [0.97, 0.95, 0.88], { roughness: 0.4 }),
    40,
  );
}

/** Start and end of a row along the back. */
function spanOf(body: Body): [Vec3, Vec3] {
  if (body.kind === 'biped') {
    const { S, depth, hip, T } = body.frame;
    return [
      [0, S, -depth * 0.9],
      [0, hip + 0.1 * T, -depth * 0.9],
    ];
  }
  const { from, to, radius, out } = ridgeOf(body);
  return [add(lerp(from, to, 0.04), scale(out, radius)), add(lerp(from, to, 0.94), scale(out, radius))];
}

/** Positions along the back with their outward direction, shrinking towards the tail. */
function spineOf(body: Body): { p: Vec3; out: Vec3; size: number }[] {
  const [from, to] = spanOf(body);
  const size = body.back.width * (body.kind === 'biped' ? 0.22 : 0.3);
  const out: Vec3 = body.kind === 'biped' ? [0, 0.35, -0.94] : normalize(add(body.back.out, [0, 0, -0.43]));
  const back = Array.from({ length: 5 }, (_, i) => ({
    p: lerp(from, to, i / 4),
    out,
    size: size * (1 - i * 0.05),
  }));
  const neck =
    body.kind === 'quadruped'
      ? [0.25, 0.55, 0.85].map((s) => ({
          p: add(lerp(body.frame.neckFrom, body.frame.headAt, s), [
            0,
            body.frame.r * 0.35,
            -body.frame.r * 0.62,
          ]),
          out: normalize([0, 0.6, -0.8]) as Vec3,
          size: size * 0.85,
        }))
      : [];
  const tail = body.skeleton.joints
    .filter(({ name }) => name.startsWith('tail'))
    .slice(0, 3)
    .map(({ position, tail: end }, i) => ({
      p: add(lerp(position, end, 0.5), [0, size * (0.75 - i * 0.22), 0]),
      out: normalize(sub([0, 1, -0.35], [0, 0, 0])),
      size: size * (0.75 - i * 0.17),
    }));
  return [...neck, ...back, ...tail];
}
