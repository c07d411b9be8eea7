/** Shared by garments: default colours, woven patterns and hem positions. */

import { darker, hex, lighter } from '../../colour.js';
import { cellDistance } from '../../geometry/cells.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import type { Vec3 } from '../../geometry/vec.js';
import type { DescribedLook } from '../../input/text/description.js';
import type { Finish } from '../../input/text/vocabulary/looks.js';
import { rainbowPaints } from '../coat/rainbow.js';
import type { Sculpture } from '../sculpt.js';
import type { Marks } from '../variation.js';

/** A garment with all choices resolved. */
export type Cloth = {
  name: string;
  colour: Vec3;
  finish: Partial<Finish>;
  look: DescribedLook | undefined;
};
/** With the cut that the seed gives it, within the request. */
export type CutCloth = Cloth & { marks: Pick<Marks, 'hem' | 'sleeve' | 'collar'> };

const brightness = ([r, g, b]: Vec3): number => 0.3 * r + 0.6 * g + 0.1 * b;

/** A colour that is distinct from `colour` and goes with it. */
export const contrast = (colour: Vec3): Vec3 =>
  brightness(colour) > 0.55 ? warmer(warmer(darker(colour, 0.45))) : lighter(colour, 0.6);

/** A slightly darker shade for cuffs, hems and seams. */
export const shaded = (colour: Vec3): Vec3 =>
  brightness(colour) > 0.12 ? warmer(darker(colour, 0.28)) : lighter(colour, 0.16);

/** Shades of yellow tend to orange, as painters mix them, and not to olive. */
const warmer = ([r, g, b]: Vec3): Vec3 => (r > b && g > b ? [r, g - (g - b) * 0.14, b] : [r, g, b]);

/** Adds the woven pattern from the prompt. @param unit body height in metres */
export function weave(sculpture: Sculpture, { name, colour, look }: Cloth, unit: number): Paint[] {
  if (!look?.pattern) return [];
  if (look.pattern === 'rainbow') return rainbowPaints(sculpture, unit * 0.03, (_x, y) => y / (unit * 0.03));
  const material = sculpture.material(`${name} pattern`, look.second ?? contrast(colour), { roughness: 0.9 });
  return [{ material, at: weaves[look.pattern](unit) }];
}

const weaves: Record<
  Exclude<DescribedLook['pattern'], 'rainbow' | undefined>,
  (unit: number) => Paint['at']
> = {
  striped: (u) => (_x, y) => Math.cos((y / u) * 118) * -0.006 * u,
  checked: (u) => (x, y, z) =>
    Math.cos((y / u) * 88) * Math.cos((Math.atan2(x, z + 0.02 * u) * 0.11 + 0.01) * 88) * -0.006 * u,
  /** Rows of dots around the trunk; on sleeves they run along the side. */
  spotted: (u) => (x, y, z) => {
    const around = Math.abs(x) > 0.13 * u ? z : Math.atan2(x, z + 0.01 * u) * 0.11 * u;
    const row = Math.round(y / (0.04 * u));
    const across = (around / (0.046 * u) + (row % 2) / 2) % 1;
    return Math.hypot((across - Math.round(across)) * 0.046 * u, y - row * 0.04 * u) - 0.0125 * u;
  },
  patched: (u) => {
    const s = 0.11 * u;
    return (x, y, z) => (cellDistance(x / s, y / s, z / s) - 0.42) * s;
  },
  halved: () => (x) => x,
  socks: () => () => 1,
  masked: () => () => 1,
};

export const metal = { roughness: 0.32, metalness: 0.85 };
export const brass: Vec3 = hex('d9a93f');
