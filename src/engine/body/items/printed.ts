/** A number on the chest, raised a little above the clothes there. */
import { hex } from '../../colour.js';
import { type Field, union } from '../../geometry/field/field.js';
import { tube } from '../../geometry/field/shapes.js';
import { lerp, type Vec3 } from '../../geometry/vec.js';
import type { BipedBody } from '../biped.js';
import type { Sculpture } from '../sculpt.js';
import type { Item } from './item.js';

type Point = readonly [x: number, y: number];

/** Strokes of the digits, 1 wide and 2 high. */
const strokes: Readonly<Record<string, readonly (readonly Point[])[]>> = {
  '0': [
    [
      [0.3, 0],
      [0.7, 0],
      [1, 0.4],
      [1, 1.6],
      [0.7, 2],
      [0.3, 2],
      [0, 1.6],
      [0, 0.4],
      [0.3, 0],
    ],
  ],
  '1': [
    [
      [0.2, 1.6],
      [0.55, 2],
      [0.55, 0],
    ],
  ],
  '2': [
    [
      [0, 1.6],
      [0.3, 2],
      [0.7, 2],
      [1, 1.65],
      [1, 1.3],
      [0, 0],
      [1, 0],
    ],
  ],
  '3': [
    [
      [0, 2],
      [1, 2],
      [0.45, 1.15],
      [0.75, 1.15],
      [1, 0.8],
      [1, 0.35],
      [0.7, 0],
      [0.25, 0],
      [0, 0.3],
    ],
  ],
  '4': [
    [
      [0.75, 0],
      [0.75, 2],
      [0, 0.6],
      [1, 0.6],
    ],
  ],
  '5': [
    [
      [1, 2],
      [0.05, 2],
      [0, 1.15],
      [0.6, 1.2],
      [1, 0.85],
      [1, 0.4],
      [0.65, 0],
      [0, 0.1],
    ],
  ],
  '6': [
    [
      [0.9, 2],
      [0.4, 1.7],
      [0, 1],
      [0, 0.4],
      [0.3, 0],
      [0.7, 0],
      [1, 0.4],
      [1, 0.75],
      [0.7, 1.1],
      [0, 0.9],
    ],
  ],
  '7': [
    [
      [0, 2],
      [1, 2],
      [0.4, 0],
    ],
  ],
  '8': [
    [
      [0.3, 1.1],
      [0, 1.45],
      [0, 1.7],
      [0.3, 2],
      [0.7, 2],
      [1, 1.7],
      [1, 1.45],
      [0.7, 1.1],
      [0.3, 1.1],
    ],
    [
      [0.3, 1.1],
      [0, 0.7],
      [0, 0.35],
      [0.3, 0],
      [0.7, 0],
      [1, 0.35],
      [1, 0.7],
      [0.7, 1.1],
    ],
  ],
  '9': [
    [
      [0.1, 0],
      [0.6, 0.3],
      [1, 1],
      [1, 1.6],
      [0.7, 2],
      [0.3, 2],
      [0, 1.6],
      [0, 1.25],
      [0.3, 0.9],
      [1, 1.1],
    ],
  ],
};

/** In widths of a digit: the gap between two, and the radius of a stroke. */
const [gap, radius] = [0.6, 0.2];

export const printed: Record<string, Item> = {
  number(sculpture, body, look, traits) {
    const digits = look.text;
    if (body.kind !== 'biped' || !digits) return;
    const { frame: f } = body;
    const size =
      Math.min(0.19 * f.T, (1.15 * f.waist) / (digits.length + gap * (digits.length - 1))) * look.size;
    const y = f.hip + 0.6 * f.T - size;
    const on = surfaceOf(sculpture, body);
    const left = -(digits.length + gap * (digits.length - 1)) / 2;
    const lines = [...digits].flatMap((digit, i) =>
      strokes[digit]!.map((line) =>
        tube(
          along(line).map(([u, v]) => on((left + i * (1 + gap) + u) * size, y + v * size)),
          [radius * size],
          1,
        ),
      ),
    );
    const ground = traits.items.get('shirt')?.colour ?? traits.colours.clothes ?? traits.colours.coat;
    const colour = look.colour ?? (isLight(ground) ? hex('20242c') : hex('f5f3ee'));
    sculpture.follow('number', union(...lines), sculpture.material('number', colour, look.finish), 90);
  },
};

const isLight = ([r, g, b]: Vec3): boolean => 0.3 * r + 0.6 * g + 0.1 * b > 0.5;

/** Points close enough together to follow the chest. */
const along = (line: readonly Point[]): Point[] =>
  line.flatMap(([x, y], i) => {
    const to = line[i + 1];
    if (!to) return [[x, y] as const];
    const steps = Math.ceil(Math.hypot(to[0] - x, to[1] - y) / 0.35);
    return Array.from({ length: steps }, (_, step) => {
      const [u, v] = lerp([x, y, 0], [to[0], to[1], 0], step / steps);
      return [u, v] as const;
    });
  });

/** The front of the trunk with the clothes on it. */
function surfaceOf(sculpture: Sculpture, body: BipedBody): (x: number, y: number) => Vec3 {
  const { frame: f, trunk } = body;
  const wide = ({ box }: Field) => box.max[0] - box.min[0] > f.shoulder && box.min[1] < f.hip + 0.6 * f.T;
  const clothes = sculpture.solids.filter(({ field, binding, isHeld }) => {
    return !isHeld && binding.kind !== 'rigid' && wide(field);
  });
  const at = (x: number, y: number, z: number) =>
    clothes.reduce((least, { field }) => Math.min(least, field.at(x, y, z)), trunk.at(x, y, z));
  const from = f.depth * 3 + f.belly * 2;
  return (x, y) => {
    let z = from;
    for (let step = 0; step < 60 && z > 0; step++) {
      const away = at(x, y, z);
      if (away < 5e-4) break;
      z -= Math.max(away * 0.8, 5e-4);
    }
    return [x, y, z];
  };
}
