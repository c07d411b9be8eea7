/** Fins: membranes between rays, each with its own bone. */

import { darker, hex } from '../../colour.js';
import { blend } from '../../geometry/field/field.js';
import { ellipsoid } from '../../geometry/field/shapes.js';
import { stretch } from '../../geometry/field/stretch.js';
import { add, lerp, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import { membrane, type Ray } from '../membrane.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import { type FishFrame, pectoralRoot } from './frame.js';

export function sculptFins(sculpture: Sculpture, f: FishFrame, t: Traits): void {
  const colour =
    t.partColours.get('fins') ??
    (f.form.fins && !t.recoloured ? hex(f.form.fins) : darker(t.colours.coat, 0.2));
  const material = sculpture.material('fins', colour, t.finish ?? { roughness: 0.55 });
  const smooth = f.form.tail === 'fluke' || f.form.tail === 'crescent';
  const thick = f.L * (smooth ? 0.012 : 0.0075);
  const ribs = smooth ? 0 : 1.7;
  const tail = sculpture.material('tail fin', t.colours.tail ?? colour, t.finish ?? { roughness: 0.55 });
  const lobes = f.form.tail === 'fluke' ? ['leftTailFin', 'rightTailFin'] : ['upperTailFin', 'lowerTailFin'];
  const rays = tailRays(f, Math.max(0.4, t.tailLength));
  const root = stretch(
    ellipsoid(f.at(0.9), [f.L * 0.02, f.deep(0.9) * 0.8, f.L * 0.05]),
    f.at(0.9),
    [1, 1, 1],
  );
  sculpture.boned(
    'tail fin',
    ['tailFin', ...lobes],
    blend(thick, [membrane(rays, thick, ribs), root]),
    tail,
    56,
  );
  if (f.form.dorsal !== 'none')
    sculpture.boned('dorsal fin', ['dorsalFin'], membrane(dorsalRays(f), thick, ribs), material, 48);
  for (const side of sides) {
    const joints = [`${side.name}PectoralFin`, `${side.name}PectoralFinTip`];
    sculpture.boned(`${side.name} fin`, joints, membrane(pectoralRays(f, side.x), thick, ribs), material, 44);
    if (f.form.pelvic)
      sculpture.boned(
        `${side.name} pelvic fin`,
        [`${side.name}PelvicFin`],
        membrane(pelvicRays(f, side.x), thick, ribs),
        material,
        30,
      );
  }
  if (f.form.tail !== 'fluke')
    sculpture.boned('anal fin', ['tail1', 'tail2'], membrane(analRays(f), thick, ribs), material, 34);
}

/** `count` rays between two curves given by their end points; `bow` raises the middle of the outer curve. */
function fan([fromA, fromB]: readonly [Vec3, Vec3], outer: readonly Vec3[], count: number): Ray[] {
  return Array.from({ length: count }, (_, i) => {
    const s = i / (count - 1);
    const at = s * (outer.length - 1);
    const k = Math.min(outer.length - 2, Math.floor(at));
    return [lerp(fromA, fromB, s), lerp(outer[k]!, outer[k + 1]!, at - k)] as const;
  });
}

function tailRays(f: FishFrame, size: number): Ray[] {
  const { L, h } = f;
  const end = f.at(0.9);
  const span = Math.max(h * 1.05, L * 0.13) * Math.sqrt(size);
  const back = L * 0.16 * size;
  const fluke = f.form.tail === 'fluke';
  const place = (across: number, along: number): Vec3 =>
    add(end, fluke ? [across * span * 1.15, 0, -along * back] : [0, across * span, -along * back]);
  const shapes: Record<FishFrame['form']['tail'], readonly (readonly [number, number])[]> = {
    fan: [
      [0.85, 0.8],
      [0.6, 1.08],
      [0, 1.2],
      [-0.6, 1.08],
      [-0.85, 0.8],
    ],
    fork: [
      [1, 1.15],
      [0.6, 0.85],
      [0, 0.52],
      [-0.6, 0.85],
      [-1, 1.15],
    ],
    crescent: [
      [1.35, 1.1],
      [0.7, 0.6],
      [0, 0.32],
      [-0.55, 0.5],
      [-0.95, 0.85],
    ],
    fluke: [
      [1.1, 0.9],
      [0.62, 0.72],
      [0, 0.45],
      [-0.62, 0.72],
      [-1.1, 0.9],
    ],
  };
  const root = f.deep(0.9) * 0.75;
  const ends: readonly [Vec3, Vec3] = fluke
    ? [add(end, [root * 0.5, 0, 0]), add(end, [-root * 0.5, 0, 0])]
    : [add(end, [0, root, 0]), add(end, [0, -root, 0])];
  return fan(
    ends,
    shapes[f.form.tail].map(([x, z]) => place(x, z)),
    13,
  );
}

function dorsalRays(f: FishFrame): Ray[] {
  const top = (s: number): Vec3 => add(f.at(s), [0, f.deep(s) * 0.92, 0]);
  const up = (s: number, lift: number): Vec3 => add(top(s), [0, lift * f.fin, 0]);
  if (f.form.dorsal === 'blade')
    return fan([top(0.4), top(0.52)], [up(0.46, 0.07), up(0.53, 0.15), up(0.57, 0.15), up(0.57, 0.05)], 7);
  if (f.form.dorsal === 'low')
    return fan([top(0.6), top(0.7)], [up(0.64, 0.03), up(0.69, 0.055), up(0.73, 0.03)], 6);
  return fan([top(0.3), top(0.68)], [up(0.33, 0.05), up(0.43, 0.13), up(0.58, 0.12), up(0.74, 0.08)], 11);
}

function pectoralRays(f: FishFrame, x: number): Ray[] {
  const root = pectoralRoot(f, x);
  const out = (a: number, y: number, z: number): Vec3 => add(root, [x * a * f.fin, y * f.fin, z * f.fin]);
  return fan(
    [add(root, [0, 0, f.L * 0.03]), add(root, [0, -f.h * 0.08, -f.L * 0.035])],
    [out(0.13, -0.03, -0.03), out(0.19, -0.06, -0.12), out(0.15, -0.07, -0.17), out(0.06, -0.06, -0.14)],
    8,
  );
}

function pelvicRays(f: FishFrame, x: number): Ray[] {
  const root = add(f.at(0.5), [x * f.w * 0.4, -f.deep(0.5) * 0.82, 0]);
  const out = (a: number, y: number, z: number): Vec3 => add(root, [x * a * f.fin, y * f.fin, z * f.fin]);
  return fan(
    [root, add(root, [0, 0, -f.L * 0.04])],
    [out(0.05, -0.07, -0.03), out(0.06, -0.09, -0.08), out(0.03, -0.05, -0.11)],
    6,
  );
}

function analRays(f: FishFrame): Ray[] {
  const low = (s: number): Vec3 => add(f.at(s), [0, -f.deep(s) * 0.9, 0]);
  return fan(
    [low(0.62), low(0.74)],
    [
      add(low(0.66), [0, -f.fin * 0.05, 0]),
      add(low(0.72), [0, -f.fin * 0.08, 0]),
      add(low(0.78), [0, -f.fin * 0.04, 0]),
    ],
    7,
  );
}
