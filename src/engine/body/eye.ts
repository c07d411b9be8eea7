/** Eyes placed anywhere on a head, for faces that do not look straight ahead. */

import { darker, hex } from '../colour.js';
import { type Field, gradient, hit } from '../geometry/field/field.js';
import { ball } from '../geometry/field/shapes.js';
import type { Paint } from '../geometry/mesh/paint.js';
import { add, cross, dot, normalize, scale, sub, type Vec3 } from '../geometry/vec.js';
import { type Side, sides } from '../skeleton/skeleton.js';
import type { Sculpture } from './sculpt.js';
import { eyeColour, sidedName, sideOf } from './sides.js';
import type { Traits } from './traits.js';

export type EyePlace = {
  head: Field;
  centre: Vec3;
  /** Direction from the head's centre to the left eye; the length is ignored. */
  toward: Vec3;
  radius: number;
  joint?: string;
  /** `slit` pupils are vertical; `bead` eyes are entirely dark. */
  look?: 'round' | 'slit' | 'bead';
  /** How far the eyes turn to the front, 0-1. */
  ahead?: number;
  lid?: Vec3 | null;
};

/** Places a pair of eyes where rays from the head's centre exit. */
export function setEyes(sculpture: Sculpture, t: Traits, place: EyePlace): void {
  const { head, centre, radius, joint = 'head', look = 'round', ahead = 0.45, lid } = place;
  const r = radius * t.eyes * (t.style === 'chibi' ? 1.2 : t.style === 'heroic' ? 0.88 : 1);
  for (const side of sides) {
    const way = normalize([place.toward[0] * side.x, place.toward[1], place.toward[2]]);
    const far = add(centre, scale(way, r * 40));
    const p = hit(head, far, scale(way, -1), r * 80) ?? add(centre, scale(way, r * 2));
    const n = gradient(head, p, r * 0.2);
    const axis = normalize(add(scale(n, 1 - ahead), [side.x * 0.1, 0.05, ahead]));
    const eye = add(p, scale(n, -r * 0.42));
    sculpture.rigid(`${side.name} eye`, joint, ball(eye, r), whiteOf(sculpture, t, look, side), 24, [
      ...irisPaints(sculpture, t, eye, axis, r, look, side),
    ]);
    const isShut = /closed|missing/.test(sideOf(t, 'eyes', side.name).state ?? '');
    if (!isShut && (lid === null || look === 'bead')) continue;
    const outer = ball(eye, r * 1.1);
    const up = normalize(add([0, 1, 0], scale(axis, -0.15)));
    const upper: Field = {
      ...outer,
      at: (x, y, z) => Math.max(outer.at(x, y, z), (isShut ? -1.2 : 0.52) * r - dot(sub([x, y, z], eye), up)),
      near: () => upper,
    };
    const skin = sculpture.material('eyelids', lid ?? darker(t.colours.coat, 0.3));
    sculpture.rigid(`${side.name} eyelid`, joint, upper, skin, 22);
  }
}

const irisOf = (sculpture: Sculpture, t: Traits, { name }: Side, roughness: number): string => {
  const colour = eyeColour(t, name);
  return sculpture.material(sidedName('eyes', name, colour !== t.colours.eyes), colour, { roughness });
};

const whiteOf = (sculpture: Sculpture, t: Traits, look: EyePlace['look'], side: Side): string =>
  look === 'bead'
    ? irisOf(sculpture, t, side, 0.12)
    : sculpture.material('eye white', hex('f7f5f0'), { roughness: 0.22 });

function irisPaints(
  sculpture: Sculpture,
  t: Traits,
  eye: Vec3,
  axis: Vec3,
  r: number,
  look: EyePlace['look'],
  side: Side,
): Paint[] {
  const right = normalize(cross([0, 1, 0], axis));
  const up = cross(axis, right);
  const disc = (material: string, size: number, dx: number, dy: number, narrow = 1): Paint => ({
    material,
    at(x, y, z) {
      const v = sub([x, y, z], eye);
      const d = Math.hypot((dot(v, right) - dx * r) / narrow, dot(v, up) - dy * r) - size * r;
      return dot(v, axis) > 0 ? d : Math.max(d, r);
    },
  });
  const shine = sculpture.material('eye shine', [1, 1, 1], { roughness: 0.2, glow: 0.6 });
  const shines = [disc(shine, 0.25, 0.28, 0.36), disc(shine, 0.12, -0.3, -0.28)];
  if (look === 'bead') return shines;
  const iris = irisOf(sculpture, t, side, 0.2);
  const pupil = sculpture.material('pupils', hex('1d1a1e'), { roughness: 0.12 });
  return [
    disc(iris, 0.8, 0, 0),
    look === 'slit' ? disc(pupil, 0.62, 0, 0, 0.3) : disc(pupil, 0.52, 0, 0),
    ...shines,
  ];
}
