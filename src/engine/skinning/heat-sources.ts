/** Chooses the bone from which each point of a surface takes its heat. */
import { distance as distanceBetween, lerp, type Vec3 } from '../geometry/vec.js';
import { depthAt, sees, type Volume } from '../geometry/volume/volume.js';
import { heatSourcesThresholds } from './calibration.js';
import type { HeatSource } from './heat.js';

const { pull, aside, past } = heatSourcesThresholds;

/** A bone of a joint; a joint with several children has one bone to each. */
export type Bone = { joint: number; from: Vec3; to: Vec3 };

/** Null for points that see none of the bones that seem nearest. */
export type HeatSourceOf = (p: Vec3, normal: Vec3) => HeatSource | null;

const samples = 24;
const mostTried = 8;
/** Metres. */
const samePlace = 1e-4;

/**
 * The apparently nearest bone visible through the solid. A bone seems farther the less the surface faces away from
 * it, so that the side of a chest does not follow the adjacent arm; and nearer the thicker the solid around it is, so
 * that a chin follows the wide skull rather than the thin neck below. Outside a bend, both bones are as near as the joint
 * between them: a heel follows the foot, because it is farther past the end of the lower leg.
 */
export function createHeatSources(volume: Volume, bones: readonly Bone[]): HeatSourceOf {
  const orders = new Float64Array(bones.length);
  const distances = new Float64Array(bones.length);
  const measured = bones.map((bone) => ({
    ...bone,
    thickness: thicknessAlong(volume, bone),
    bends: { from: isBend(bones, bone.from), to: isBend(bones, bone.to) },
  }));
  return (p, normal) => {
    for (let b = 0; b < measured.length; b++) {
      const { from, to, thickness, bends } = measured[b]!;
      const t = alongBone(from, to, p);
      const x = p[0] - (from[0] + (to[0] - from[0]) * t);
      const y = p[1] - (from[1] + (to[1] - from[1]) * t);
      const z = p[2] - (from[2] + (to[2] - from[2]) * t);
      const distance = Math.sqrt(x * x + y * y + z * z);
      const facing = (x * normal[0] + y * normal[1] + z * normal[2]) / (distance || 1);
      distances[b] = distance;
      orders[b] = distance * (aside - (aside - 1) * facing) * thickness[Math.round(t * samples)]!;
      if (t === 0 && bends.from) orders[b]! *= 1 + past * cosine(to, from, x, y, z);
      else if (t === 1 && bends.to) orders[b]! *= 1 + past * cosine(from, to, x, y, z);
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

/** Whether exactly two bones meet here, one after the other; where a joint has several bones, its own come first. */
function isBend(bones: readonly Bone[], at: Vec3): boolean {
  const isHere = (end: Vec3): boolean => distanceBetween(end, at) < samePlace;
  const meeting = bones.filter(({ from, to }) => isHere(from) || isHere(to));
  const [before, ...others] = meeting.filter(({ to }) => isHere(to));
  return (
    meeting.length === 2 &&
    before !== undefined &&
    others.length === 0 &&
    bones.filter(({ joint }) => joint === before.joint).length === 1
  );
}

/** Cosine between the direction of a bone and the offset (x, y, z) from its end. */
function cosine(start: Vec3, end: Vec3, x: number, y: number, z: number): number {
  const along = x * (end[0] - start[0]) + y * (end[1] - start[1]) + z * (end[2] - start[2]);
  return along / (Math.hypot(x, y, z) * distanceBetween(start, end) || 1);
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
