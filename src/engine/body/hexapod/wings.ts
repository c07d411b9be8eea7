/** Transparent wings with veins, broad painted wings, and the hard wing cases of beetles. */

import { darker, hex, lighter } from '../../colour.js';
import { blend, cut, type Field, intersect } from '../../geometry/field/field.js';
import { ellipsoid, halfSpace, roundCone } from '../../geometry/field/shapes.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import {
  add,
  distance,
  lerp,
  normalize,
  scale,
  segmentDistance,
  sub,
  type Vec3,
} from '../../geometry/vec.js';
import { flip, type Side, sides } from '../../skeleton/skeleton.js';
import { membrane, type Ray } from '../membrane.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import type { InsectFrame } from './frame.js';

export function sculptInsectWings(sculpture: Sculpture, f: InsectFrame, t: Traits): void {
  if (!f.wing || f.wings === 'none') return;
  if (f.wings === 'shell') {
    shells(sculpture, f, t);
    return;
  }
  const look = t.items.get('wings');
  const broad = f.wings === 'broad';
  const own = f.form.wingColour && !(broad && t.recoloured) ? hex(f.form.wingColour) : t.colours.coat;
  const colour = look?.colour ?? (broad ? own : hex(f.form.wingColour ?? 'cfe4ee'));
  const material = sculpture.material('wings', colour, look?.finish ?? { roughness: broad ? 0.6 : 0.15 });
  const veins = sculpture.material('wing veins', broad ? hex('231d22') : darker(colour, 0.45));
  const spots = sculpture.material('wing spots', broad ? lighter(colour, 0.75) : colour);
  for (const side of sides)
    for (const pair of ['Fore', 'Hind'] as const) {
      const [root, , tip] = f.wing[pair].map((p) => flip(p, side)) as [Vec3, Vec3, Vec3];
      const blade = bladeOf(f, pair, root, tip);
      sculpture.boned(
        `${side.name} ${pair.toLowerCase()} wing`,
        [`${side.name}${pair}Wing`, `${side.name}${pair}WingTip`],
        blade.field,
        material,
        64,
        broad ? broadPaints(blade, veins, spots) : [],
      );
    }
}

type Blade = { field: Field; root: Vec3; outline: readonly Vec3[] };

/** Half widths before and behind the wing's axis, as fractions of its length, from root to tip. */
const outlines = {
  clear: {
    Fore: [
      [0.1, 0.02],
      [0.16, 0.12],
      [0.17, 0.22],
      [0.02, 0.12],
    ],
    Hind: [
      [0.1, 0.04],
      [0.18, 0.16],
      [0.16, 0.2],
      [0.02, 0.1],
    ],
  },
  broad: {
    Fore: [
      [0.12, 0.06],
      [0.2, 0.3],
      [0.3, 0.5],
      [0.16, 0.42],
    ],
    Hind: [
      [0.2, 0.1],
      [0.42, 0.3],
      [0.42, 0.42],
      [0.12, 0.22],
    ],
  },
  long: {
    Fore: [
      [0.05, 0.03],
      [0.07, 0.1],
      [0.07, 0.13],
      [0.02, 0.06],
    ],
    Hind: [
      [0.06, 0.06],
      [0.08, 0.16],
      [0.07, 0.15],
      [0.02, 0.06],
    ],
  },
} as const;

function bladeOf(f: InsectFrame, pair: 'Fore' | 'Hind', root: Vec3, tip: Vec3): Blade {
  const way = sub(tip, root);
  const long = Math.hypot(...way);
  const along = scale(way, 1 / long);
  // The membrane lies in the plane of the wing's axis and the body's long axis.
  const ahead = normalize(sub([0, 0, 1], scale(along, along[2])));
  const shape = outlines[f.wings as keyof typeof outlines][pair];
  const place = (s: number, wide: number): Vec3 =>
    add(add(root, scale(along, s * long)), scale(ahead, wide * long));
  const stops = [0.3, 0.6, 0.88, 1.04] as const;
  const front = shape.map(([before], i) => place(stops[i]!, before));
  const back = [...shape].reverse().map(([, behind], i) => place(stops[3 - i]!, -behind));
  const outline = smoothLine([...front, ...back]);
  const rays: Ray[] = outline.map((p) => [root, p] as const);
  const thick = f.u * (f.wings === 'broad' ? 0.0085 : 0.0065);
  return { field: membrane(rays, thick, f.wings === 'broad' ? 0 : 1.5), root, outline };
}

/** Chaikin corner cutting that keeps the end points. */
function smoothLine(points: readonly Vec3[]): Vec3[] {
  const between = points.slice(1).flatMap((p, i) => [lerp(points[i]!, p, 0.25), lerp(points[i]!, p, 0.75)]);
  return [points[0]!, ...between, points.at(-1)!];
}

/** A dark margin with light spots, and dark veins from the root. */
function broadPaints({ root, outline }: Blade, veins: string, spots: string): Paint[] {
  const span = Math.max(...outline.map((p) => distance(p, root)));
  const rim = outline.filter((_, i) => i % 2 === 1).map((p) => lerp(root, p, 0.93));
  const toEdge: Paint['at'] = (x, y, z) =>
    outline
      .slice(1)
      .reduce((least, end, i) => Math.min(least, segmentDistance([x, y, z], outline[i]!, end)), span);
  // Veins end at every third margin point.
  const ends = outline.filter((_, i) => i % 3 === 1);
  const toVein: Paint['at'] = (x, y, z) =>
    ends.reduce((least, end) => Math.min(least, segmentDistance([x, y, z], root, end)), span);
  return [
    { material: veins, at: (x, y, z) => toVein(x, y, z) - span * 0.014 },
    { material: veins, at: (x, y, z) => toEdge(x, y, z) - span * 0.13 },
    { material: spots, at: (x, y, z) => Math.min(...rim.map((p) => distance([x, y, z], p))) - span * 0.034 },
  ];
}

/** Two halves of a dome over the abdomen. */
function shells(sculpture: Sculpture, f: InsectFrame, t: Traits): void {
  const look = t.items.get('wings') ?? t.items.get('shell');
  const colour =
    look?.colour ?? (f.form.wingColour && !t.recoloured ? hex(f.form.wingColour) : t.colours.coat);
  const material = sculpture.material('shell', colour, look?.finish ?? t.finish ?? { roughness: 0.22 });
  const dots = sculpture.material(
    'spots',
    t.pattern === 'spotted' ? t.colours.pattern : darker(colour, 0.7),
    { roughness: 0.25 },
  );
  const centre = add(f.abdomen, [0, f.rear[1] * 0.02, f.rear[2] * 0.14]);
  const half: Vec3 = [f.rear[0] * 1.12, f.rear[1] * 1.13, f.rear[2] * 1.14];
  const dome = cut(
    ellipsoid(centre, half, [-0.16, 0, 0]),
    ellipsoid(centre, scale(half, 0.84), [-0.16, 0, 0]),
  );
  for (const side of sides) {
    const shell = intersect(
      intersect(dome, halfSpace(add(centre, [side.x * f.rear[0] * 0.012, 0, 0]), [-side.x, 0, 0])),
      halfSpace(add(centre, [0, -f.rear[1] * 0.12, 0]), [0, -1, 0]),
    );
    const spots = [
      [0.42, 0.45],
      [0.62, -0.12],
      [0.36, -0.55],
    ].map(([x, z]): Vec3 => [side.x * x! * half[0], 0, z! * half[2]]);
    const paints: Paint[] =
      t.pattern === 'spotted'
        ? [
            {
              material: dots,
              at: (x, _y, z) =>
                Math.min(
                  ...spots.map((p) => Math.hypot(x - centre[0] - p[0], (z - centre[2] - p[2]) * 0.9)),
                ) -
                f.rear[0] * 0.21,
            },
          ]
        : [];
    sculpture.boned(
      `${side.name} shell`,
      [`${side.name}ForeWing`],
      blend(f.rear[0] * 0.01, [shell, rimOf(f, side, centre, half)]),
      material,
      64,
      paints,
    );
  }
}

const rimOf = (f: InsectFrame, side: Side, centre: Vec3, half: Vec3): Field =>
  roundCone(
    add(centre, [side.x * half[0] * 0.15, half[1] * 0.62, half[2] * 0.78]),
    add(centre, [side.x * half[0] * 0.5, half[1] * 0.4, half[2] * 0.76]),
    f.rear[0] * 0.06,
    f.rear[0] * 0.05,
  );
