/** Machine details: joints, a chest panel and lights. */

import { darker, lighter } from '../colour.js';
import { ball, ellipsoid, ring, roundBox } from '../geometry/field/shapes.js';
import { add } from '../geometry/vec.js';
import { jointOf, sides } from '../skeleton/skeleton.js';
import type { BipedBody } from './biped.js';
import type { Body } from './body.js';
import type { Sculpture } from './sculpt.js';
import type { Traits } from './traits.js';

export function sculptMachine(sculpture: Sculpture, body: Body, t: Traits): void {
  if (t.face !== 'robot' || body.kind !== 'biped') return;
  const metal = { roughness: 0.35, metalness: 0.8 };
  const joint = sculpture.material('joints', [0.23, 0.25, 0.29], metal);
  sculptJoints(sculpture, body, joint);
  if (!t.items.has('number')) sculptChest(sculpture, body, t);
}

function sculptJoints(sculpture: Sculpture, body: BipedBody, joint: string): void {
  const { frame: f, skeleton } = body;
  for (const side of sides) {
    for (const [name, size] of [
      ['UpperArm', 1.5],
      ['LowerArm', 1.18],
      ['Hand', 1],
    ] as const)
      sculpture.rigid(
        `${side.name} ${name} joint`,
        side.name + name,
        ball(jointOf(skeleton, side.name + name).position, f.armThick * size),
        joint,
        16,
      );
    const knee = jointOf(skeleton, `${side.name}LowerLeg`).position;
    sculpture.rigid(
      `${side.name} knee`,
      `${side.name}LowerLeg`,
      ellipsoid(add(knee, [0, 0, f.legThick * 0.2]), [
        f.legThick * 1.12,
        f.legThick * 1.12,
        f.legThick * 1.1,
      ]),
      joint,
      16,
    );
    const ankle = jointOf(skeleton, `${side.name}Foot`).position;
    sculpture.rigid(
      `${side.name} ankle`,
      `${side.name}Foot`,
      ring(add(ankle, [0, f.ankle * 0.25, 0]), f.legThick * 0.74, f.legThick * 0.74, f.legThick * 0.22),
      joint,
      20,
    );
  }
  const neck = body.neck.centre;
  sculpture.rigid(
    'neck ring',
    'neck',
    ring(neck, body.neck.radius * 0.72, body.neck.radius * 0.72, body.neck.radius * 0.16),
    joint,
    24,
  );
}

/** A panel with a light and vents. */
function sculptChest(sculpture: Sculpture, { frame: f }: BipedBody, t: Traits): void {
  const panel = sculpture.material('panel', lighter(t.colours.coat, 0.35), {
    roughness: 0.4,
    metalness: 0.4,
  });
  const light = sculpture.material('eyes', t.colours.eyes, { roughness: 0.4, glow: 1 });
  const front = f.depth * 1.1;
  const y = f.hip + 0.68 * f.T;
  sculpture.rigid(
    'chest panel',
    'chest',
    roundBox([0, y, front], [f.shoulder * 0.58, f.T * 0.19, 0.014 * f.H], 0.01 * f.H),
    panel,
    26,
  );
  sculpture.rigid(
    'core',
    'chest',
    ellipsoid(
      [f.shoulder * 0.26, y + f.T * 0.05, front + 0.012 * f.H],
      [0.024 * f.H, 0.024 * f.H, 0.01 * f.H],
    ),
    light,
    14,
  );
  for (const [i, x] of [-0.36, -0.2, -0.04].entries())
    sculpture.rigid(
      `vent ${i}`,
      'chest',
      roundBox([f.shoulder * x, y, front + 0.012 * f.H], [0.006 * f.H, f.T * 0.11, 0.006 * f.H], 0.004 * f.H),
      sculpture.material('vents', darker(t.colours.coat, 0.6)),
      12,
    );
}
