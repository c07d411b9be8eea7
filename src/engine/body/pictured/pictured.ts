/** A character made from pictures: one solid, and the joint that each of its points belongs to. */
import type { Character, Solid } from '../../character.js';
import type { Field } from '../../geometry/field/field.js';
import { closestOnSegment, lerp, segmentDistance, type Vec3 } from '../../geometry/vec.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import type { RigParameters } from '../../types.js';

const cells = { low: 84, medium: 118, high: 156 } as const;

/** Position of a point of the figure's plane in the silhouette's box, v down. */
export const boxUv = ({ width, height }: Silhouette, u: number, v: number) =>
  [u / width + 0.5, 1 - v / height] as const;

/** Depth inside the outline in figure heights, at a position in its box (v down); 0 outside. */
export const depthIn =
  (s: Pick<Silhouette, 'columns' | 'rows' | 'depth' | 'width' | 'height'>) =>
  (u: number, v: number): number => {
    const i = Math.floor(u * s.columns);
    const j = Math.floor((1 - v) * s.rows);
    return i < 0 || j < 0 || i >= s.columns || j >= s.rows ? 0 : s.depth[j * s.columns + i]! / s.height;
  };

/** A single body textured with its pictures. */
export function character(
  field: Field,
  skeleton: Skeleton,
  texture: Character['materials'][number]['texture'],
  { detail = 'medium' }: RigParameters,
): Character {
  const { min, max } = field.box;
  const extent = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const body: Solid = {
    name: 'body',
    field,
    cell: extent / cells[detail],
    material: 'picture',
    binding: { kind: 'heat', owner: ownerBySight(field, skeleton, extent * 0.004) },
  };
  return {
    skeleton,
    solids: [body],
    materials: [{ name: 'picture', color: [1, 1, 1], roughness: 0.8, metalness: 0, texture }],
  };
}

/** The place of the least value. */
function leastOf(values: Float32Array | Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! < values[best]!) best = i;
  return best;
}

/** Number of nearest bones tested for visibility. */
const mostTried = 6;

/**
 * The joint of the nearest bone visible through the inside of the figure, among the nearest few; otherwise the
 * nearest joint. @param gap metres by which a sight line may leave the figure
 */
function ownerBySight(field: Field, { joints }: Skeleton, gap: number) {
  const away = new Float64Array(joints.length);
  const sees = (p: Vec3, foot: Vec3): boolean =>
    [0.2, 0.4, 0.6, 0.8].every((t) => {
      const [x, y, z] = lerp(p, foot, t);
      return field.at(x, y, z) <= gap;
    });
  return (...p: [x: number, y: number, z: number]): string => {
    for (let j = 0; j < joints.length; j++)
      away[j] = segmentDistance(p, joints[j]!.position, joints[j]!.tail);
    const first = leastOf(away);
    for (let tried = 0, j = first; tried < mostTried; tried++) {
      const { name, position, tail } = joints[j]!;
      if (sees(p, closestOnSegment(p, position, tail))) return name;
      away[j] = Number.POSITIVE_INFINITY;
      j = leastOf(away);
    }
    return joints[first]!.name;
  };
}
