/** A bird's face: eyes, beak, and anything on top of the head. */

import { darker, hex, lighter } from '../../colour.js';
import { blend, type Field, gradient, hit } from '../../geometry/field/field.js';
import { ellipsoid, roundCone, tube } from '../../geometry/field/shapes.js';
import { stretch } from '../../geometry/field/stretch.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import { add, scale, type Vec3 } from '../../geometry/vec.js';
import type { AvianForm } from '../../input/text/vocabulary/form.js';
import { sides } from '../../skeleton/skeleton.js';
import { setEyes } from '../eye.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import type { BirdFrame } from './frame.js';

export function sculptBirdHead(sculpture: Sculpture, f: BirdFrame, t: Traits, head: Field): void {
  const { headAt, r, form } = f;
  const at = (x: number, y: number, z: number): Vec3 => add(headAt, [x * r, y * r, z * r]);
  const disc = form.disc !== undefined;
  if (disc) {
    const feather = sculpture.material('face', hex(form.disc!));
    const rim = sculpture.material('face rim', darker(t.colours.coat, 0.35));
    for (const side of sides) {
      const p = hit(head, at(0.4 * side.x, 0.08, 3), [0, 0, -1], 4 * r) ?? at(0.4 * side.x, 0.08, 0.8);
      const n = gradient(head, p, r * 0.05);
      const yaw = Math.atan2(n[0], n[2]) * 0.8;
      const round: Paint = {
        material: rim,
        at: (x, y) => r * 0.42 - Math.hypot((x - p[0]) / Math.cos(yaw), y - p[1]),
      };
      sculpture.rigid(
        `${side.name} face disc`,
        'head',
        ellipsoid(add(p, scale(n, -r * 0.04)), [r * 0.48, r * 0.52, r * 0.1], [-0.05, yaw, 0]),
        feather,
        30,
        [round],
      );
    }
  }
  setEyes(sculpture, t, {
    head,
    centre: headAt,
    toward: disc ? [0.42, 0.1, 0.9] : form.cheeks ? [0.56, 0.12, 0.78] : [0.68, 0.2, 0.68],
    radius: r * (disc ? 0.31 : 0.235),
    ahead: disc ? 0.85 : 0.4,
    lid: form.bill === 'hook' && !disc ? darker(t.colours.coat, 0.4) : undefined,
  });
  const horn = sculpture.material('beak', t.colours.nose, { roughness: 0.4 });
  const lower = sculpture.material('lower beak', darker(t.colours.nose, 0.2), { roughness: 0.4 });
  const bill = bills[form.bill](at, r, form.billLength * t.snout * Math.max(0.7, t.nose));
  const tipped: Paint[] =
    form.bill === 'bent' || form.bill === 'great'
      ? [
          {
            material: sculpture.material('beak tip', hex('2a2426'), { roughness: 0.4 }),
            at: (_x, _y, z) => bill.tipFrom - z,
          },
        ]
      : [];
  sculpture.rigid('beak', 'head', bill.upper, horn, 34, tipped);
  sculpture.rigid('lower beak', 'jaw', bill.lower, lower, 26, tipped);
  crests[form.crest](sculpture, at, r, t);
}

type At = (x: number, y: number, z: number) => Vec3;
type Bill = { upper: Field; lower: Field; tipFrom: number };

/** Upper and lower half of the bill, in head radii; `l` is the requested length. */
const bills: Record<AvianForm['bill'], (at: At, r: number, l: number) => Bill> = {
  cone: (at, r, l) => ({
    upper: roundCone(at(0, -0.08, 0.82), at(0, -0.2, 1 + 0.42 * l), r * 0.23, r * 0.035),
    lower: roundCone(at(0, -0.22, 0.8), at(0, -0.27, 1 + 0.3 * l), r * 0.16, r * 0.03),
    tipFrom: 9,
  }),
  hook: (at, r, l) => ({
    upper: blend(r * 0.06, [
      tube(
        [
          at(0, -0.06, 0.78),
          at(0, -0.04, 0.98 + 0.22 * l),
          at(0, -0.2, 1.02 + 0.42 * l),
          at(0, -0.46, 1 + 0.42 * l),
        ],
        [r * 0.22, r * 0.21, r * 0.15, r * 0.03],
        4,
      ),
    ]),
    lower: roundCone(at(0, -0.26, 0.8), at(0, -0.33, 0.98 + 0.22 * l), r * 0.13, r * 0.06),
    tipFrom: 9,
  }),
  parrot: (at, r, l) => ({
    upper: tube(
      [
        at(0, 0.08, 0.76),
        at(0, 0.1, 1.0 + 0.22 * l),
        at(0, -0.16, 1.1 + 0.38 * l),
        at(0, -0.58, 1.02 + 0.3 * l),
      ],
      [r * 0.3, r * 0.31, r * 0.23, r * 0.04],
      5,
    ),
    lower: tube(
      [at(0, -0.34, 0.74), at(0, -0.48, 0.94), at(0, -0.5, 1.08)],
      [r * 0.22, r * 0.18, r * 0.08],
      3,
    ),
    tipFrom: 9,
  }),
  flat: (at, r, l) => ({
    upper: stretch(
      tube(
        [at(0, -0.1, 0.8), at(0, -0.2, 1.1), at(0, -0.2, 1.05 + 0.45 * l)],
        [r * 0.27, r * 0.27, r * 0.29],
        3,
      ),
      at(0, -0.2, 1),
      [1.12, 0.42, 1],
    ),
    lower: stretch(
      roundCone(at(0, -0.33, 0.8), at(0, -0.33, 1.0 + 0.4 * l), r * 0.22, r * 0.24),
      at(0, -0.33, 1),
      [1.1, 0.32, 1],
    ),
    tipFrom: 9,
  }),
  spear: (at, r, l) => ({
    upper: roundCone(at(0, -0.08, 0.8), at(0, -0.16, 1 + 1 * l), r * 0.19, r * 0.025),
    lower: roundCone(at(0, -0.2, 0.78), at(0, -0.2, 0.95 + 0.92 * l), r * 0.14, r * 0.02),
    tipFrom: 9,
  }),
  bent: (at, r, l) => ({
    upper: tube(
      [
        at(0, -0.05, 0.78),
        at(0, -0.1, 1.1 + 0.25 * l),
        at(0, -0.45, 1.2 + 0.5 * l),
        at(0, -0.85, 1.1 + 0.5 * l),
      ],
      [r * 0.26, r * 0.24, r * 0.22, r * 0.06],
      4,
    ),
    lower: tube(
      [at(0, -0.28, 0.78), at(0, -0.36, 1.05 + 0.2 * l), at(0, -0.62, 1.05 + 0.45 * l)],
      [r * 0.17, r * 0.18, r * 0.08],
      3,
    ),
    tipFrom: at(0, 0, 1.14 + 0.38 * l)[2],
  }),
  great: (at, r, l) => ({
    upper: tube(
      [at(0, 0.02, 0.72), at(0, 0.12, 1.2 + 0.3 * l), at(0, 0, 1.3 + 0.9 * l), at(0, -0.3, 1.35 + 1.15 * l)],
      [r * 0.36, r * 0.37, r * 0.27, r * 0.05],
      4,
    ),
    lower: tube(
      [at(0, -0.3, 0.74), at(0, -0.28, 1.2 + 0.3 * l), at(0, -0.34, 1.3 + 1.0 * l)],
      [r * 0.24, r * 0.2, r * 0.05],
      3,
    ),
    tipFrom: at(0, 0, 1.3 + 0.86 * l)[2],
  }),
};

const crests: Record<AvianForm['crest'], (sculpture: Sculpture, at: At, r: number, t: Traits) => void> = {
  none: () => undefined,
  tufts(sculpture, at, r, t) {
    const material = sculpture.material('ear tufts', t.colours.ears ?? darker(t.colours.coat, 0.25));
    for (const side of sides)
      sculpture.rigid(
        `${side.name} tuft`,
        'head',
        roundCone(
          at(0.5 * side.x, 0.66, 0.12),
          at(0.78 * side.x, 0.98 + 0.12 * t.earSize, 0),
          r * 0.24,
          r * 0.07,
        ),
        material,
        20,
      );
  },
  comb(sculpture, at, r, t) {
    const red = sculpture.material('comb', t.items.get('comb')?.colour ?? hex('d3302b'), { roughness: 0.5 });
    const lobes = [-0.42, -0.06, 0.3].map((z, i) =>
      roundCone(at(0, 0.82, z), at(0, 1.2 + 0.1 * i, z + 0.06), r * 0.15, r * 0.17),
    );
    sculpture.rigid('comb', 'head', stretch(blend(r * 0.06, lobes), at(0, 1, 0), [0.62, 1, 1]), red, 30);
    const wattles = sides.map((side) =>
      roundCone(at(0.13 * side.x, -0.42, 0.82), at(0.15 * side.x, -0.78, 0.86), r * 0.08, r * 0.14),
    );
    sculpture.rigid('wattle', 'head', blend(r * 0.04, wattles), red, 24);
  },
  plume(sculpture, at, r, t) {
    const material = sculpture.material('crest', t.colours.ears ?? lighter(t.colours.coat, 0.25));
    const plumes = [-0.3, 0.15, 0.6].map((lift) =>
      tube(
        [at(0, 0.78, 0.15), at(0, 1.15 + 0.3 * lift, -0.2), at(0, 1.25 + 0.75 * lift, -0.75 + 0.4 * lift)],
        [r * 0.13, r * 0.13, r * 0.05],
        3,
      ),
    );
    sculpture.rigid('crest', 'head', blend(r * 0.05, plumes), material, 34);
  },
};
