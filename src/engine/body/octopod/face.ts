/** Multiple eyes or eyes on stalks, fangs and a mouth. */

import { darker, hex } from '../../colour.js';
import { blend, type Field } from '../../geometry/field/field.js';
import { ball, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import { setEyes } from '../eye.js';
import type { Sculpture } from '../sculpt.js';
import { onRay } from '../surface.js';
import type { Traits } from '../traits.js';
import type { ArachnidFrame } from './arachnid/frame.js';

export function sculptArachnidFace(sculpture: Sculpture, f: ArachnidFrame, t: Traits, shield: Field): void {
  const [w, h, l] = f.shield;
  const at = (x: number, y: number, z: number): Vec3 => add(f.centre, [x * w, y * h, z * l]);
  const crab = f.form.plan === 'crab';
  const lobster = f.form.plan === 'lobster';
  if (lobster) feelers(sculpture, f, t, at);
  if (crab || lobster) stalks(sculpture, f, t, at);
  else {
    const big = h * (f.form.plan === 'spider' ? 0.33 : 0.26);
    setEyes(sculpture, t, {
      head: shield,
      centre: at(0, 0.05, 0.3),
      toward: [0.4, 0.32, 0.86],
      radius: big,
      look: 'bead',
      ahead: 0.7,
    });
    const small = sculpture.material('eyes', t.colours.eyes, { roughness: 0.12 });
    for (const side of sides)
      for (const [i, way] of (
        [
          [0.95, 0.35, 0.75],
          [0.62, 0.85, 0.55],
          [0.2, 1, 0.62],
        ] as const
      ).entries())
        sculpture.rigid(
          `${side.name} small eye ${i}`,
          'head',
          ball(
            onRay(shield, at(0, 0.05, 0.3), [way[0] * side.x, way[1], way[2]], l * 4),
            big * (0.42 - 0.07 * i),
          ),
          small,
          14,
        );
  }
  const line = h * 0.035;
  const smile = [-1, -0.5, 0, 0.5, 1].map((k) =>
    onRay(
      shield,
      at(0, (crab ? -0.22 : -0.3) + 0.16 * k * k, 0),
      [Math.sin(k * (crab ? 0.3 : 0.36)), 0, Math.cos(k * 0.3)],
      l * 4,
    ),
  );
  sculpture.rigid(
    'mouth',
    'thorax',
    tube(smile, [line * 0.6, line, line * 0.6], 3),
    sculpture.material('mouth', darker(t.colours.coat, 0.7)),
    34,
  );
  if (f.form.plan === 'spider') fangs(sculpture, f, at);
}

function stalks(
  sculpture: Sculpture,
  f: ArachnidFrame,
  t: Traits,
  at: (x: number, y: number, z: number) => Vec3,
): void {
  const h = f.shield[1];
  const heads: Field[] = sides.map((side) => ball(at(0.3 * side.x, 1.85, 0.72), h * 0.2));
  sculpture.rigid(
    'eye stalks',
    'head',
    blend(h * 0.06, [
      ...heads,
      ...sides.map((side) =>
        roundCone(at(0.26 * side.x, 0.7, 0.68), at(0.3 * side.x, 1.85, 0.72), h * 0.15, h * 0.11),
      ),
    ]),
    sculpture.material('coat', t.colours.coat),
    40,
  );
  setEyes(sculpture, t, {
    head: blend(0, heads),
    centre: at(0, 1.85, 0.72),
    toward: [1, 0.02, 0],
    radius: h * 0.3,
    ahead: 0.8,
    lid: null,
  });
}

/** Two long antennae that curve out and back over the body. */
function feelers(
  sculpture: Sculpture,
  f: ArachnidFrame,
  t: Traits,
  at: (x: number, y: number, z: number) => Vec3,
): void {
  const w = f.shield[1] * 0.1;
  const pair = sides.map((side) =>
    tube(
      [
        at(0.3 * side.x, 0.2, 0.9),
        at(1.1 * side.x, 1.4, 1.5),
        at(2.1 * side.x, 2.2, 0.8),
        at(2.6 * side.x, 2, -0.6),
      ],
      [w * 1.3, w * 1.1, w, w * 0.8],
      6,
    ),
  );
  sculpture.rigid(
    'feelers',
    'head',
    blend(0, pair),
    sculpture.material('feelers', darker(t.colours.coat, 0.3)),
    64,
  );
}

function fangs(sculpture: Sculpture, f: ArachnidFrame, at: (x: number, y: number, z: number) => Vec3): void {
  const h = f.shield[1];
  const material = sculpture.material('fangs', hex('2a2022'), { roughness: 0.3 });
  for (const side of sides)
    sculpture.rigid(
      `${side.name} fang`,
      `${side.name}Fang`,
      tube(
        [at(0.24 * side.x, -0.5, 0.82), at(0.26 * side.x, -0.85, 1), at(0.14 * side.x, -1.15, 0.98)],
        [h * 0.15, h * 0.12, h * 0.025],
        4,
      ),
      material,
      24,
    );
}
