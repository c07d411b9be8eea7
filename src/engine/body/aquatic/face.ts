/** Eyes at the sides, a mouth around the nose, gills, teeth and lures. */

import { darker, hex } from '../../colour.js';
import { blend, type Field, hit } from '../../geometry/field/field.js';
import { ball, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, normalize, scale, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import { setEyes } from '../eye.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import type { FishFrame } from './frame.js';

type Look = (from: Vec3, way: Vec3) => Vec3;

export function sculptFishFace(sculpture: Sculpture, f: FishFrame, t: Traits, body: Field): void {
  /** Point where a ray from inside the head exits. */
  const surface: Look = (from, way) => {
    const out = normalize(way);
    return hit(body, add(from, scale(out, f.L)), scale(out, -1), f.L) ?? from;
  };
  const whale = f.form.tail === 'fluke';
  const [s, up, size] = whale ? [0.21, -0.08, 0.1] : [0.17, 0.22, 0.24];
  setEyes(sculpture, t, {
    head: body,
    centre: f.at(s, up),
    toward: [1, whale ? 0 : 0.1, whale ? 0.15 : 0.35],
    radius: Math.min(f.h, f.w * 1.7) * (f.form.dorsal === 'blade' && !whale ? 0.15 : size),
    ahead: whale ? 0.2 : 0.28,
    lid: whale ? darker(t.colours.coat, 0.1) : f.form.teeth ? darker(t.colours.coat, 0.35) : null,
  });
  mouthOf(sculpture, f, surface);
  if (f.form.dorsal === 'blade' && !whale) gillsOf(sculpture, f, surface);
  if (f.form.teeth) teethOf(sculpture, f, surface);
  if (f.form.lure) lureOf(sculpture, f, t);
}

/** Mouth height in half heights, how far back the corners are, and how far the mouth goes around the nose. */
const mouths = {
  round: { s: 0.13, up: -0.22, wide: 0.95, smile: 0.1 },
  point: { s: 0.14, up: -0.3, wide: 1.25, smile: 0.12 },
  beak: { s: 0.15, up: -0.36, wide: 1.1, smile: 0.12 },
  blunt: { s: 0.17, up: -0.28, wide: 1.35, smile: 0.16 },
} as const;

function mouthPath(f: FishFrame, surface: Look, dy = 0): Vec3[] {
  const { s, up, wide, smile } = mouths[f.form.snout];
  const from = f.at(s, up + dy);
  return [-1, -0.75, -0.45, 0, 0.45, 0.75, 1].map((k) => {
    const a = k * wide;
    return surface(add(from, [0, Math.abs(k) ** 2 * smile * f.h, 0]), [Math.sin(a), 0, Math.cos(a)]);
  });
}

function mouthOf(sculpture: Sculpture, f: FishFrame, surface: Look): void {
  const r = f.h * 0.028;
  sculpture.rigid(
    'mouth',
    'head',
    tube(mouthPath(f, surface), [r * 0.5, r, r, r, r * 0.5], 3),
    sculpture.material('mouth', hex('4a2026')),
    48,
  );
}

function gillsOf(sculpture: Sculpture, f: FishFrame, surface: Look): void {
  const material = sculpture.material('gills', hex('3a4048'));
  for (const side of sides)
    for (const i of [0, 1, 2, 3]) {
      const s = 0.27 + i * 0.022;
      const points = [0.28, 0, -0.34].map((up) =>
        surface(add(f.at(s + Math.abs(up) * 0.01), [0, up * f.h * 0.9, 0]), [side.x, 0, 0]),
      );
      sculpture.rigid(
        `${side.name} gill ${i}`,
        'chest',
        tube(points, [f.h * 0.012, f.h * 0.022, f.h * 0.012], 3),
        material,
        18,
      );
    }
}

function teethOf(sculpture: Sculpture, f: FishFrame, surface: Look): void {
  const path = mouthPath(f, surface);
  const teeth: Field[] = [];
  const count = 14;
  for (let i = 1; i < count; i++) {
    const at = (i / count) * (path.length - 1);
    const k = Math.floor(at);
    const [a, b] = [path[k]!, path[Math.min(k + 1, path.length - 1)]!];
    const p: Vec3 = [0, 1, 2].map((axis) => a[axis]! + (b[axis]! - a[axis]!) * (at - k)) as unknown as Vec3;
    const down = i % 2 === 0 ? 1 : -1;
    teeth.push(roundCone(p, add(p, [0, -down * f.h * 0.1, 0]), f.h * 0.035, f.h * 0.006));
  }
  sculpture.rigid(
    'teeth',
    'head',
    blend(f.h * 0.004, teeth),
    sculpture.material('teeth', hex('f8f5ec'), { roughness: 0.25 }),
    64,
  );
}

function lureOf(sculpture: Sculpture, f: FishFrame, t: Traits): void {
  const foot = add(f.at(0.2), [0, f.deep(0.2) * 0.92, 0]);
  const tip = add(f.at(-0.02), [0, f.h * 1.15, 0]);
  const rod = tube(
    [foot, add(foot, [0, f.h * 0.6, f.L * 0.04]), add(tip, [0, f.h * 0.12, -f.L * 0.06]), tip],
    [f.h * 0.05, f.h * 0.03],
  );
  sculpture.rigid('rod', 'head', rod, sculpture.material('coat', t.colours.coat), 40);
  sculpture.rigid(
    'lure',
    'head',
    ball(tip, f.h * 0.13),
    sculpture.material('lure', hex('ffe9a0'), { roughness: 0.3, glow: 0.9 }),
    18,
  );
}
