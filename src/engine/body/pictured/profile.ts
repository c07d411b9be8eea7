/** Solids from one picture of a creature, seen from the side or from above. */
import { type Field, leaf } from '../../geometry/field/field.js';
import { smoothstep, type Vec3 } from '../../geometry/vec.js';
import type { Grid, Volume } from '../../geometry/volume/volume.js';
import { measureDepth } from '../../geometry/volume/voxelise.js';
import type { Extremities } from '../../skeleton/outline/extremities.js';
import { figureFormThresholds, profileThresholds } from './calibration.js';
import { carriedOn, interpolated, softened } from './cells.js';
import { type Form, standing } from './form.js';
import { maxOf, type Relief, reliefDistance } from './inflate.js';
import { wrapOf } from './wrapped.js';

const { knee } = profileThresholds;
const { soles } = figureFormThresholds;

/** A solid, and where each of its points appears in the picture plane (metres, as in the silhouette). */
export type ProfileSolid = {
  field: Field;
  shown(x: number, y: number, z: number): readonly [u: number, v: number];
};

/** Legs below `belly` get one copy on either side, `stand` metres from the middle. */
export type LegStance = { belly: number; stand: number };

/** The profile along Z: the picture's right is the front (1) or back (-1). */
export function sideShape(form: Form, facing: 1 | -1, { belly, stand }: LegStance): ProfileSolid {
  const { width, height, cell } = form.relief.silhouette;
  const thick = form.reach;
  const distance = stand > 0 ? standing(form, soles * height) : form.distance;
  const across = (x: number, y: number): number =>
    stand > 0 ? Math.abs(x) - stand * (1 - smoothstep(belly * 0.75, belly * 1.25, y)) : x;
  const wrap = wrapOf(form.relief.silhouette, form.surface);
  const box = {
    min: [-thick - stand, -cell, -width / 2 - cell],
    max: [thick + stand, height + cell, width / 2 + cell],
  } as const;
  return {
    field: leaf(box, (x, y, z) => distance(z * facing, y, across(x, y))),
    shown: (x, y, z) => wrap(z * facing, y, across(x, y)),
  };
}

/**
 * A body on the ground seen from above, with the picture's top as the front; `raised` is the height of its middle
 * plane.
 */
export function topShape(
  relief: Relief,
  raised: (u: number, v: number) => number,
  highest: number,
): ProfileSolid {
  const { width, height, cell } = relief.silhouette;
  const thick = Math.sqrt(maxOf(relief)) * 1.05;
  const at = (x: number, y: number, z: number): number => {
    const [u, v] = [-x, z + height / 2];
    return reliefDistance(relief, u, v, y - raised(u, v));
  };
  const box = {
    min: [-width / 2 - cell, -cell, -height / 2 - cell],
    max: [width / 2 + cell, highest + thick + cell, height / 2 + cell],
  } as const;
  return { field: leaf(box, at), shown: (x, _y, z) => [-x, z + height / 2] };
}

/** Every part touches the ground. */
export const lying =
  (relief: Relief) =>
  (u: number, v: number): number =>
    Math.sqrt(Math.max(0, relief.at(u, v)));

/** The body hangs between legs that rise to the knees and come down to the ground at the tips. */
export function crawling(relief: Relief, { away, radius, limbs }: Extremities) {
  const s = relief.silhouette;
  const lengths = limbs.map(({ length }) => length).sort((a, b) => a - b);
  const reach = lengths[lengths.length >> 1] ?? s.width / 2;
  const middle = radius * 1.1;
  const heights = Float32Array.from(away, (metres) => {
    const t = metres === Infinity ? -1 : Math.min(1, metres / reach);
    if (t < 0) return Number.NaN;
    const arch = t < knee.at ? smoothstep(0, knee.at, t) : 1 - smoothstep(knee.at, 1, t);
    return t < knee.at ? middle + radius * knee.above * arch : (middle + radius * knee.above) * arch + s.cell;
  });
  const raised = interpolated(softened(carriedOn(heights, s.columns), s.columns, 3), s);
  return { raised, highest: middle + radius * knee.above };
}

/** Cells along the longest side. */
const cells = 72;

/** Voxelises a field for the skeleton fit. */
export function volumeOf({ at, box: { min, max } }: Field): Volume {
  const spans = [0, 1, 2].map((a) => max[a]! - min[a]!) as unknown as Vec3;
  const cell = Math.max(...spans) / cells;
  const size = spans.map((span) => Math.ceil(span / cell) + 5) as unknown as Grid['size'];
  const origin = [0, 1, 2].map(
    (a) => (min[a]! + max[a]!) / 2 - ((size[a]! - 1) / 2) * cell,
  ) as unknown as Vec3;
  const inside = new Uint8Array(size[0] * size[1] * size[2]);
  for (let k = 2; k < size[2] - 2; k++)
    for (let j = 2; j < size[1] - 2; j++)
      for (let i = 2; i < size[0] - 2; i++)
        if (at(origin[0] + i * cell, origin[1] + j * cell, origin[2] + k * cell) < 0)
          inside[i + size[0] * (j + size[1] * k)] = 1;
  return measureDepth({ size, origin, cell }, inside);
}
