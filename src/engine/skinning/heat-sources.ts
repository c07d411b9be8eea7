/** Chooses the bone from which each point of a surface takes its heat. */
import { lerp, type Vec3 } from '../geometry/vec.js';
import { depthAt, sees, type Volume } from '../geometry/volume/volume.js';
import { heatSourcesThresholds } from './calibration.js';
import type { HeatSource } from './heat.js';

const { pull, aside } = heatSourcesThresholds;

/** A bone of a joint; a joint with several children has one bone to each. */
export type Bone = { joint: number; from: Vec3; to: Vec3 };

/** Null for points that see none of the bones that seem nearest. */
export type HeatSourceOf = (p: Vec3, normal: Vec3) => HeatSource | null;

const samples = 24;
const mostTried = 8;

/**
 * The apparently nearest bone visible through the solid. A bone seems farther the less the surface faces away from
 * it, so that the side of a chest does not follow the adjacent arm; and nearer the thicker the solid around it is, so
 * that a chin follows the wide skull rather than the thin neck below.
 */
export function createHeatSources(volume: Volume, bones: readonly Bone[]): HeatSourceOf {
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
      const distance = Math.sqrt(x * x + y * y + z * z);
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

/** Position (0-1) along a bone nearest to `p`. */
function alongBone(from: Vec3, to: Vec3, p: Vec3): number {
  const ux = to[0] - from[0];
  const uy = to[1] - from[1];
  const uz = to[2] - from[2];
  const along = (p[0] - from[0]) * ux + (p[1] - from[1]) * uy + (p[2] - from[2]) * uz;
  return Math.min(1, Math.max(0, along / (ux * ux + uy * uy + uz * uz || 1)));
}

/** Distance factors at even positions along a bone. */
const thicknessAlong = (volume: Volume, { from, to }: Bone): Float64Array =>
  Float64Array.from({ length: samples + 1 }, (_, i) => {
    const at = (axis: 0 | 1 | 2) => from[axis] + ((to[axis] - from[axis]) * i) / samples;
    return (Math.max(0, depthAt(volume, at(0), at(1), at(2))) + volume.cell) ** -pull;
  });
