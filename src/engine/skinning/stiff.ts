/**
 * Loose pieces that belong to one bone (a sword, a hat, a forearm of armour) follow it rigidly instead of bending.
 */
import { connectedPieces } from '../geometry/volume/surface.js';
import type { Triangles } from '../geometry/volume/triangles.js';
import { depthAt, type Volume } from '../geometry/volume/volume.js';
import { stiffThresholds } from './calibration.js';
import type { Bone } from './heat-sources.js';
import type { Skin } from './influences.js';
import { keepInnerBones } from './inner-bones.js';

const { owned } = stiffThresholds;

/** `attached`: parented to a joint by the author, so rigid whatever it touches. */
type Part = Triangles & { attached?: boolean };

/** Updates `skins`; `skins[i]` belongs to `parts[i]`. */
export function stiffenPieces(
  volume: Volume,
  parts: readonly Part[],
  skins: readonly Skin[],
  bones: readonly Bone[],
  joints: number,
): void {
  const pieces = connectedPieces(parts);
  keepInnerBones(parts, pieces, skins, bones, joints);
  const { labels, count } = pieces;
  const shares = new Float64Array(count * joints);
  const hung = new Uint8Array(count);
  const aways = new Float64Array(count);
  const vertices = new Uint32Array(count);
  parts.forEach(({ positions, attached }, p) => {
    labels[p]!.forEach((label, v) => {
      if (attached) hung[label] = 1;
      // The point nearest to the body is where the piece is held.
      const away = Math.max(
        0,
        -depthAt(volume, positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!),
      );
      aways[label]! += away;
      vertices[label]!++;
      const voice = (away / volume.cell + 1) ** -3;
      for (let i = v * 4; i < v * 4 + 4; i++)
        shares[label * joints + skins[p]!.joints[i]!]! += voice * skins[p]!.weights[i]!;
    });
  });
  // Pieces outside the solid are held by it.
  const isHeld = (label: number) => hung[label] === 1 || aways[label]! > 2 * volume.cell * vertices[label]!;
  const holders = Array.from({ length: count }, (_, label) =>
    holderOf(shares.subarray(label * joints, (label + 1) * joints), isHeld(label) ? 0 : owned),
  );
  parts.forEach((_, p) => {
    labels[p]!.forEach((label, v) => {
      const holder = holders[label]!;
      if (holder < 0) return;
      skins[p]!.joints.set([holder, 0, 0, 0], v * 4);
      skins[p]!.weights.set([1, 0, 0, 0], v * 4);
    });
  });
}

/** The joint with the greatest share, -1 when it is too small. */
function holderOf(shares: Float64Array, least: number): number {
  let [best, sum] = [0, 0];
  shares.forEach((share, joint) => {
    sum += share;
    if (share > shares[best]!) best = joint;
  });
  return sum > 0 && shares[best]! >= least * sum ? best : -1;
}
