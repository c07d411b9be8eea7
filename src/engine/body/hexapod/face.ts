/** Large eyes, antennae, jaws, horns and stings. */

import { darker, hex } from '../../colour.js';
import { blend, type Field, hit } from '../../geometry/field/field.js';
import { ball, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, normalize, scale, type Vec3 } from '../../geometry/vec.js';
import { flip, sides } from '../../skeleton/skeleton.js';
import { setEyes } from '../eye.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import { antennaOf, type InsectFrame } from './frame.js';

export function sculptInsectFace(sculpture: Sculpture, f: InsectFrame, t: Traits, head: Field): void {
  const { headAt, r, form } = f;
  const at = (x: number, y: number, z: number): Vec3 => add(headAt, [x * r, y * r, z * r]);
  setEyes(sculpture, t, {
    head,
    centre: headAt,
    toward: [0.66, 0.22, 0.72],
    radius: r * 0.36,
    ahead: 0.55,
    look: 'bead',
  });
  const smile = [-1, -0.5, 0, 0.5, 1].map((k) => {
    const way = normalize([Math.sin(k * 0.42), 0, Math.cos(k * 0.42)]);
    const from = at(0, -0.42 + 0.12 * k * k, 0);
    return hit(head, add(from, scale(way, r * 4)), scale(way, -1), r * 4) ?? from;
  });
  const dark = darker(hex(form.head ?? '000000'), 0.5);
  sculpture.rigid(
    'mouth',
    'head',
    tube(smile, [r * 0.02, r * 0.04, r * 0.02], 3),
    sculpture.material('mouth', form.head ? hex('e9b8a0') : dark),
    30,
  );
  antennae(sculpture, f, t);
  if (form.mandibles > 0) mandibles(sculpture, f, at);
  if (form.horn)
    sculpture.rigid(
      'horn',
      'head',
      blend(r * 0.06, [
        tube([at(0, 0.45, 0.75), at(0, 0.75, 1.5), at(0, 1.5, 1.95)], [r * 0.24, r * 0.17, r * 0.06], 4),
        roundCone(at(0, 1.1, 1.75), at(0, 1.15, 2.15), r * 0.1, r * 0.04),
      ]),
      sculpture.material('horn', darker(t.colours.coat, 0.35), { roughness: 0.35 }),
      40,
    );
  if (form.sting) {
    const end = add(f.abdomen, [0, -f.rear[1] * 0.42, -f.rear[2] * 1.02]);
    sculpture.rigid(
      'sting',
      'abdomen2',
      roundCone(
        add(end, [0, f.rear[1] * 0.06, f.rear[2] * 0.12]),
        add(end, [0, -f.rear[1] * 0.12, -f.rear[2] * 0.32]),
        f.rear[0] * 0.14,
        f.rear[0] * 0.015,
      ),
      sculpture.material('sting', hex('2a2426'), { roughness: 0.3 }),
      18,
    );
  }
}

function antennae(sculpture: Sculpture, f: InsectFrame, t: Traits): void {
  const { r, form } = f;
  const look = t.items.get('antennae');
  const material = sculpture.material('antennae', look?.colour ?? hex(form.head ? '3a3438' : '3a2f2c'), {
    roughness: 0.5,
  });
  for (const side of sides) {
    const points = antennaOf(f).map((p) => flip(p, side)) as [Vec3, Vec3, Vec3];
    const [, elbow, tip] = points;
    const stalk = tube(points, [r * 0.075, r * 0.06, r * 0.045], 4);
    const ends: Field[] =
      form.antennae === 'club'
        ? [ball(tip, r * 0.15)]
        : form.antennae === 'comb'
          ? [0.15, 0.4, 0.65, 0.9].map((s) => {
              const p = add(elbow, scale(add(tip, scale(elbow, -1)), s));
              return roundCone(
                p,
                add(p, [side.x * r * 0.3 * (1 - s * 0.6), -r * 0.08, 0]),
                r * 0.05,
                r * 0.03,
              );
            })
          : [];
    sculpture.boned(
      `${side.name} antenna`,
      [`${side.name}Antenna`, `${side.name}AntennaTip`],
      blend(r * 0.04, [stalk, ...ends]),
      material,
      44,
    );
  }
}

function mandibles(
  sculpture: Sculpture,
  f: InsectFrame,
  at: (x: number, y: number, z: number) => Vec3,
): void {
  const { r, form } = f;
  const m = form.mandibles;
  const material = sculpture.material('mandibles', hex('2c2422'), { roughness: 0.35 });
  for (const side of sides) {
    const x = side.x;
    const curve = tube(
      [
        at(0.34 * x, -0.5, 0.62),
        at((0.3 + 0.2 * m) * x, -0.55, 0.8 + 0.3 * m),
        at((0.12 + 0.12 * m) * x, -0.52, 0.95 + 0.62 * m),
        at(0.04 * x, -0.48, 1 + 0.68 * m),
      ],
      [r * 0.13, r * 0.12, r * 0.08, r * 0.025],
      4,
    );
    const tooth =
      m > 1
        ? [
            roundCone(
              at((0.26 + 0.18 * m) * x, -0.55, 0.85 + 0.35 * m),
              at(0.12 * x, -0.5, 0.95 + 0.4 * m),
              r * 0.08,
              r * 0.025,
            ),
          ]
        : [];
    sculpture.rigid(
      `${side.name} mandible`,
      `${side.name}Mandible`,
      blend(r * 0.05, [curve, ...tooth]),
      material,
      34,
    );
  }
}
