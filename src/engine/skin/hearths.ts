/** From which bone each place of a surface takes its heat. */
import { lerp, type Vec3 } from '../math/vec.js';
import { depthAt, sees, type Volume } from '../volume/volume.js';
import type { Hearth } from './heat.js';

/** A joint's bones; a joint with several children has one to each. */
export type Bone = { joint: number; from: Vec3; to: Vec3 };

/** Null for places that see none of the bones that seem nearest. */
export type HearthOf = (p: Vec3, normal: Vec3) => Hearth | null;

/** How far thickness counts: 0 not at all, 1 as much as distance. */
const pull = 0.3;
/** How many times as far a bone seems that lies square to the surface; right before the surface, twice more. */
const aside = 3;
const samples = 24;
const mostTried = 8;

/**
 * The nearest bone seen through the solid. A bone seems the farther the less the surface looks away from it, so that
 * the side of a chest is not the arm's beside it; and the nearer the more of the solid is around it, so that a chin
 * belongs to the wide skull rather than to the thin neck below it.
 */
export function createHearths(volume: Volume, bones: readonly Bone[]): HearthOf {
  const orders = new Float64Array(bones.length);
  const distances = new Float64Array(bones.length);
  const measured = bones.map((bone) => ({ ...bone, thickness: thicknessAlong(volume, bone) }));
  return (p, normal) => {
    for (let b = 0; b < measured.length; b++) {
      const { from, to, thickness } = measured[b]!;
      const t = alongBone(from, to, p);
      const x = p[0] - (from[0] + (to[0] - from[0]) * t);
      const y = p[1] - (from[1] + (to[1] - from[1]) * t);
      const z = p[2] - (from[2] + (to[2] - from[2]) * t);
      const distance = Math.hypot(x, y, z);
      const facing = (x * normal[0] + y * normal[1] + z * normal[2]) / (distance || 1);
      distances[b] = distance;
      orders[b] = distance * (aside - (aside - 1) * facing) * thickness[Math.round(t * samples)]!;
    }
    for (let tried = 0; tried < mostTried; tried++) {
      let best = 0;
      for (let b = 1; b < orders.length; b++) if (orders[b]! < orders[best]!) best = b;
      if (orders[best] === Infinity) return null;
      const { from, to, joint } = measured[best]!;
      if (sees(volume, p, lerp(from, to, alongBone(from, to, p)), volume.cell))
        return { joint, distance: distances[best]! };
      orders[best] = Infinity;
    }
    return null;
  };
}

/** How far along a bone (0-1) its nearest place to `p` lies. */
function alongBone(from: Vec3, to: Vec3, p: Vec3): number {
  const ux = to[0] - from[0];
  const uy = to[1] - from[1];
  const uz = to[2] - from[2];
  const along = (p[0] - from[0]) * ux + (p[1] - from[1]) * uy + (p[2] - from[2]) * uz;
  return Math.min(1, Math.max(0, along / (ux * ux + uy * uy + uz * uz || 1)));
}

/** By what distances to the bone are multiplied, at even places along it. */
const thicknessAlong = (volume: Volume, { from, to }: Bone): Float64Array =>
  Float64Array.from({ length: samples + 1 }, (_, i) => {
    const at = (axis: 0 | 1 | 2) => from[axis] + ((to[axis] - from[axis]) * i) / samples;
    return (Math.max(0, depthAt(volume, at(0), at(1), at(2))) + volume.cell) ** -pull;
  });
