/** Brows and mouth of a person. */

import { darker, hex } from '../../colour.js';
import { cut, type Field } from '../../geometry/field/field.js';
import { ellipsoid, halfSpace } from '../../geometry/field/shapes.js';
import type { Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import type { Sculpture } from '../sculpt.js';
import { isBare, type Traits } from '../traits.js';
import { lineOnFace, type PlaceOnFace } from './ground.js';
import { type Expression, expressionOf } from './mood.js';

export function sculptHumanFace(sculpture: Sculpture, place: PlaceOnFace, r: number, t: Traits): void {
  const mood = expressionOf(t.mood);
  const isBrowless = ['bones', 'one eye', 'glowing eyes'].some((item) => t.items.has(item));
  if (!isBrowless && !isBare(t, 'eyebrows')) sculptBrows(sculpture, place, r, t, mood);
  if (isBare(t, 'mouth')) return;
  const [red, green, blue] = t.colours.coat;
  const lip = sculpture.material(
    'mouth',
    t.partColours.get('mouth') ??
      (t.womanly
        ? darker([Math.min(1, red * 1.02), green * 0.5, blue * 0.55], 0.18)
        : darker([red, green * 0.6, blue * 0.6], 0.42)),
    { roughness: 0.5 },
  );
  sculptMouth(sculpture, place, r, mood.mouth, lip, {
    wide: t.mouth,
    full: (t.womanly ? 1.25 : 1) * t.mouth,
  });
  if (t.kind !== 'biped') return;
  const [x, y, z] = place(0, -0.8);
  sculpture.joints.push({
    name: 'jaw',
    parent: 'head',
    position: [x, y + 0.52 * r, z - 0.75 * r],
    tail: [x, y, z],
  });
}

function sculptBrows(
  sculpture: Sculpture,
  place: PlaceOnFace,
  r: number,
  t: Traits,
  { brow }: Expression,
): void {
  const own = t.partColours.get('eyebrows');
  const hair = own
    ? sculpture.material('brows', own, { roughness: 0.8 })
    : sculpture.material('hair', t.colours.hair, { roughness: 0.8 });
  const thin = (t.womanly ? 0.62 : 1) * t.brows;
  for (const side of sides) {
    const arch = [
      [0.17, 0.37 + brow[0]],
      [0.36, 0.42 + (brow[0] + brow[1]) / 2],
      [0.53, 0.38 + brow[1]],
    ] as const;
    const points = arch.map(([x, y]) => [x * side.x, y] as const);
    const radii = [0.06 * r * thin, 0.066 * r * thin, 0.034 * r * thin];
    sculpture.rigid(`${side.name} brow`, 'head', lineOnFace(place, points, radii), hair, 22);
  }
}

type Line = readonly (readonly [number, number])[];
/** From the centre to the corner, in head radii. */
const lines: Record<Exclude<Expression['mouth'], 'smirk'>, Line> = {
  smile: [
    [0, -0.565],
    [0.15, -0.54],
    [0.3, -0.455],
  ],
  laugh: [
    [0, -0.47],
    [0.15, -0.46],
    [0.28, -0.42],
  ],
  frown: [
    [0, -0.5],
    [0.12, -0.52],
    [0.22, -0.585],
  ],
  line: [
    [0, -0.53],
    [0.11, -0.53],
    [0.2, -0.525],
  ],
  small: [
    [0, -0.55],
    [0.06, -0.545],
    [0.12, -0.525],
  ],
  open: [],
  shout: [],
};

/** From one corner to the other, which is raised. */
const smirk: Line = [
  [-0.2, -0.545],
  [-0.05, -0.55],
  [0.1, -0.53],
  [0.21, -0.48],
  [0.29, -0.4],
];

function sculptMouth(
  sculpture: Sculpture,
  place: PlaceOnFace,
  r: number,
  mouth: Expression['mouth'],
  lip: string,
  { wide, full }: { wide: number; full: number },
): void {
  const inside = sculpture.material('mouth inside', hex('5a1a20'), { roughness: 0.5 });
  if (mouth === 'open' || mouth === 'shout') {
    const size = mouth === 'shout' ? 1.55 : 1;
    sculpture.rigid('mouth', 'head', hole(place, r, [0.11 * wide * size, 0.14 * wide * size], 1), inside, 22);
    return;
  }
  if (mouth === 'laugh') {
    const teeth = sculpture.material('teeth', hex('f4f1ea'), { roughness: 0.3 });
    const top = place(0, -0.47)[1];
    sculpture.rigid('mouth', 'head', hole(place, r, [0.23 * wide, 0.17], 0.5), inside, 30, [
      { material: teeth, at: (_x, y) => top - 0.055 * r - y },
    ]);
  }
  const radii = [0.024, 0.042, 0.044, 0.042, 0.024].map((thick) => thick * r * full);
  if (mouth === 'smirk') {
    const line = smirk.map(([x, y]) => [x * wide, y] as const);
    sculpture.rigid('lips', 'head', lineOnFace(place, line, radii), lip, 30);
    return;
  }
  const half = lines[mouth].map(([x, y]) => [x * wide, y] as const);
  const whole: Line = [
    ...half
      .slice(1)
      .map(([x, y]) => [-x, y] as const)
      .reverse(),
    ...half,
  ];
  sculpture.rigid('lips', 'head', lineOnFace(place, whole, radii), lip, 30);
}

/** A dark lens shape on the face; `upto` 0.5 keeps its lower half. */
function hole(place: PlaceOnFace, r: number, [wide, tall]: readonly [number, number], upto: number): Field {
  const y = upto < 1 ? -0.465 : -0.55;
  const middle = place(0, y - (upto < 1 ? tall * 0.4 : 0));
  const centre: Vec3 = [middle[0], place(0, y)[1], middle[2] - 0.03 * r];
  const lens = ellipsoid(centre, [wide * r, tall * r, 0.075 * r], [0.22, 0, 0]);
  return upto < 1 ? cut(lens, halfSpace(centre, [0, -1, 0]), 0.02 * r) : lens;
}
