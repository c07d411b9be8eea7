/** Eyes, mouth, tongue, whiskers and the crest along the back. */

import { darker, hex } from '../../colour.js';
import { blend, type Field, hit } from '../../geometry/field/field.js';
import { ball, ellipsoid, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { spineNames } from '../../skeleton/serpentine.js';
import { sides } from '../../skeleton/skeleton.js';
import { setEyes } from '../eye.js';
import { membrane, type Ray } from '../membrane.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import { placeAt, type SnakeFrame } from './frame.js';

export function sculptSnakeFace(sculpture: Sculpture, f: SnakeFrame, t: Traits, head: Field): void {
  const { headAt, r, form } = f;
  const at = (x: number, y: number, z: number): Vec3 => add(headAt, [x * r, y * r, z * r]);
  const worm = form.head === 'worm';
  setEyes(sculpture, t, {
    head,
    centre: at(0, worm ? 0 : form.head === 'dragon' ? 0.1 : 0, worm ? 0 : 0.25),
    toward: worm ? [0.42, 0.35, 0.85] : form.head === 'dragon' ? [0.62, 0.5, 0.62] : [0.85, 0.55, 0.3],
    radius: r * (worm ? 0.26 : form.head === 'eel' ? 0.2 : 0.27),
    look: worm || form.head === 'eel' ? 'round' : 'slit',
    ahead: worm ? 0.8 : 0.5,
    lid: worm ? null : darker(t.colours.coat, 0.35),
  });
  mouth(sculpture, f, head, at);
  if (form.head === 'snake') tongue(sculpture, f, at);
  if (form.head !== 'worm') nostrils(sculpture, f, head, at);
  if (form.head === 'eel') backFin(sculpture, f, t);
  if (form.head === 'dragon') dragonMane(sculpture, f, t, at);
  if (form.rattle) rattle(sculpture, f);
}

type At = (x: number, y: number, z: number) => Vec3;

function mouth(sculpture: Sculpture, f: SnakeFrame, head: Field, at: At): void {
  const { r, form } = f;
  const [y, back, wide, smile] =
    form.head === 'worm'
      ? [-0.3, 0, 0.6, 0.16]
      : form.head === 'dragon'
        ? [-0.42, 0.5, 1.45, 0.05]
        : [-0.26, 0.15, 1.5, 0.16];
  const points = [-1, -0.7, -0.35, 0, 0.35, 0.7, 1].map((k) => {
    const way: Vec3 = normalize([Math.sin(k * wide), 0, Math.cos(k * wide)]);
    const from = at(0, y + Math.abs(k) ** 2 * smile, back);
    return hit(head, add(from, scale(way, r * 5)), scale(way, -1), r * 5) ?? from;
  });
  const line = r * 0.035;
  sculpture.rigid(
    'mouth',
    'head',
    tube(points, [line * 0.5, line, line, line, line * 0.5], 3),
    sculpture.material('mouth', hex('4a2026')),
    48,
  );
}

function tongue(sculpture: Sculpture, f: SnakeFrame, at: At): void {
  const r = f.r;
  const [from, fork] = [at(0, -0.28, 1.2), at(0, -0.36, 2.1)];
  sculpture.rigid(
    'tongue',
    'jaw',
    blend(r * 0.02, [
      roundCone(from, fork, r * 0.07, r * 0.055),
      ...sides.map((side) => roundCone(fork, at(0.2 * side.x, -0.32, 2.5), r * 0.055, r * 0.015)),
    ]),
    sculpture.material('tongue', hex('d8323f'), { roughness: 0.45 }),
    40,
  );
}

function nostrils(sculpture: Sculpture, f: SnakeFrame, head: Field, at: At): void {
  const material = sculpture.material('nostrils', hex('2a2426'));
  for (const side of sides) {
    const way = normalize([side.x * 0.45, 0.35, 1]);
    const from = at(0, -0.12, 0.7);
    const p = hit(head, add(from, scale(way, f.r * 4)), scale(way, -1), f.r * 4) ?? from;
    sculpture.rigid(
      `${side.name} nostril`,
      'head',
      ball(p, f.r * (f.form.head === 'dragon' ? 0.09 : 0.05)),
      material,
      10,
    );
  }
}

/** A point `by` metres above the back at `s`. */
const above = (f: SnakeFrame, s: number, by: number): Vec3 => {
  const p = placeAt(f, s);
  const { along, r } = f.nearest(p);
  return add(p, scale([0, along[2], -along[1]], r + by));
};

function backFin(sculpture: Sculpture, f: SnakeFrame, t: Traits): void {
  const rays: Ray[] = Array.from({ length: 15 }, (_, i) => {
    const s = 0.2 + (i / 14) * 0.79;
    return [
      above(f, s, -f.R * 0.25),
      above(f, Math.min(0.999, s + 0.02), f.R * (0.45 + 0.4 * Math.sin((i / 14) * Math.PI))),
    ] as const;
  });
  const material = sculpture.material('fins', t.partColours.get('fins') ?? darker(t.colours.coat, 0.3));
  sculpture.boned('back fin', spineNames.slice(2), membrane(rays, f.R * 0.09, 1.4), material, 90);
}

/** Tufts from brow to tail, antlers, whiskers and a beard. */
function dragonMane(sculpture: Sculpture, f: SnakeFrame, t: Traits, at: At): void {
  const { r, R } = f;
  const hair = t.items.get('mane')?.colour ?? (t.recoloured ? darker(t.colours.coat, 0.4) : hex('e8a32c'));
  const mane = sculpture.material('mane', hair, { roughness: 0.8 });
  const tufts = Array.from({ length: 24 }, (_, i) => {
    const s = 0.03 + (i / 23) * 0.93;
    const size = R * (i < 4 ? 1.15 : 0.75) * (1 - 0.5 * s);
    const [from, to] = [above(f, s, -R * 0.2), above(f, Math.min(0.999, s + 0.03), size)];
    return roundCone(from, to, size * 0.42, size * 0.07);
  });
  sculpture.boned('mane', spineNames, blend(R * 0.08, tufts), mane, 110);
  const ruff = sides.flatMap((side) =>
    [0.5, 0.05, -0.45].map((y) =>
      roundCone(at(0.75 * side.x, y, -0.3), at(1.35 * side.x, y * 1.2 + 0.1, -0.95), r * 0.26, r * 0.05),
    ),
  );
  sculpture.rigid('ruff', 'head', blend(r * 0.08, ruff), mane, 44);
  const goat = [0, 1, 2].map((i) =>
    roundCone(at(0, -0.75, 0.9 - i * 0.25), at(0, -1.25 - 0.1 * i, 0.8 - i * 0.3), r * 0.15, r * 0.03),
  );
  sculpture.rigid('beard', 'jaw', blend(r * 0.05, goat), mane, 26);
  const whisker = sculpture.material('whiskers', hair, { roughness: 0.6 });
  const antler = sculpture.material('antlers', hex('d9b878'), { roughness: 0.5 });
  const snout = 1.15 + 0.7 * t.snout;
  for (const side of sides) {
    const x = side.x;
    sculpture.rigid(
      `${side.name} whisker`,
      'head',
      tube(
        [
          at(0.36 * x, -0.15, snout),
          at(0.95 * x, -0.05, snout + 0.2),
          at(1.5 * x, -0.5, snout - 0.4),
          at(1.75 * x, -0.3, snout - 1.2),
        ],
        [r * 0.07, r * 0.055, r * 0.04, r * 0.02],
        4,
      ),
      whisker,
      44,
    );
    sculpture.rigid(
      `${side.name} antler`,
      'head',
      blend(r * 0.05, [
        tube(
          [at(0.4 * x, 0.72, -0.1), at(0.55 * x, 1.2, -0.4), at(0.75 * x, 1.6, -0.9)],
          [r * 0.13, r * 0.1, r * 0.04],
          3,
        ),
        roundCone(at(0.53 * x, 1.15, -0.36), at(0.72 * x, 1.5, -0.1), r * 0.08, r * 0.03),
      ]),
      antler,
      34,
    );
  }
}

function rattle(sculpture: Sculpture, f: SnakeFrame): void {
  const end = f.line.at(-1)!.p;
  const way = normalize(sub(end, f.line.at(-4)!.p));
  const beads = [0, 1, 2, 3].map((i) =>
    ellipsoid(add(end, scale(way, f.R * (0.15 + 0.34 * i))), [
      f.R * (0.34 - 0.045 * i),
      f.R * (0.34 - 0.045 * i),
      f.R * 0.24,
    ]),
  );
  sculpture.rigid(
    'rattle',
    spineNames.at(-1)!,
    blend(f.R * 0.03, beads),
    sculpture.material('rattle', hex('d8b878'), { roughness: 0.45 }),
    34,
  );
}
