/** A body made from pictures: its one solid, and which joint each of its places belongs to. */
import type { Character, Solid } from '../character.js';
import type { Field } from '../field/field.js';
import type { Vec3 } from '../math/vec.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { nearestBone } from '../skin/skin.js';
import type { RigParameters } from '../types.js';
import type { Silhouette } from './silhouette.js';

const cells = { low: 84, medium: 118, high: 156 } as const;

/** Where a point of the figure's plane lies in the box of its silhouette, v down. */
export const boxUv = ({ width, height }: Silhouette, u: number, v: number) =>
  [u / width + 0.5, 1 - v / height] as const;

/** Depth inside the outline in parts of the figure's height, at a place of its box (v down); 0 outside. */
export const depthIn =
  (s: Silhouette) =>
  (u: number, v: number): number => {
    const [i, j] = [Math.floor(u * s.columns), Math.floor((1 - v) * s.rows)];
    return i < 0 || j < 0 || i >= s.columns || j >= s.rows ? 0 : s.depth[j * s.columns + i]! / s.height;
  };

/** One body that wears its pictures. */
export function character(
  field: Field,
  skeleton: Skeleton,
  texture: Character['materials'][number]['texture'],
  { detail = 'medium' }: RigParameters,
): Character {
  const { min, max } = field.box;
  const extent = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const owner = (x: number, y: number, z: number) => ownerBySight(field, skeleton, [x, y, z], extent);
  const body: Solid = {
    name: 'body',
    field,
    cell: extent / cells[detail],
    material: 'picture',
    binding: { kind: 'heat', owner },
  };
  return {
    skeleton,
    solids: [body],
    materials: [{ name: 'picture', color: [1, 1, 1], roughness: 0.8, metalness: 0, texture }],
  };
}

/** The nearest bone that can be seen through the inside of the figure. */
function ownerBySight(field: Field, skeleton: Skeleton, p: Vec3, extent: number): string {
  return nearestBone(skeleton, p, (foot) => {
    for (const t of [0.2, 0.4, 0.6, 0.8]) {
      const d = field.at(
        p[0] + (foot[0] - p[0]) * t,
        p[1] + (foot[1] - p[1]) * t,
        p[2] + (foot[2] - p[2]) * t,
      );
      if (d > extent * 0.004) return false;
    }
    return true;
  });
}
