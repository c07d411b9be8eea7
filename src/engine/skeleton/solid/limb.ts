import { distance, lerp, type Vec3 } from '../../geometry/vec.js';
import { depthAt, type Volume } from '../../geometry/volume/volume.js';
import { limbThresholds } from './calibration.js';

const { thin } = limbThresholds;

/** A measured curve from an extremity to the middle of the body. */
export type LimbCurve = {
  points: readonly Vec3[] /** Distance from the tip in metres. */;
  at: readonly number[];
  length: number;
};

export function limbOf(points: readonly Vec3[]): LimbCurve {
  const at = [0];
  for (let i = 1; i < points.length; i++) at.push(at[i - 1]! + distance(points[i]!, points[i - 1]!));
  return { points, at, length: at.at(-1)! };
}

/** The point `s` metres from the tip. */
export function pointAlong({ points, at }: LimbCurve, s: number): Vec3 {
  const next = at.findIndex((one) => one >= s);
  if (next <= 0) return next === 0 ? points[0]! : points.at(-1)!;
  return lerp(points[next - 1]!, points[next]!, (s - at[next - 1]!) / (at[next]! - at[next - 1]! || 1));
}

/**
 * Metres from the tip to where the limb opens into something `factor` times as thick as its middle part, and thicker by
 * a cell, since the depth of limbs of one cell is uneven.
 */
export function openingOf(volume: Volume, limb: LimbCurve, factor: number, from: number, to: number): number {
  const radius = (s: number) => depthAt(volume, ...pointAlong(limb, s));
  const samples = Array.from({ length: 25 }, (_, i) => limb.length * (from + ((to - from) * i) / 24));
  const typical = samples.map(radius).sort((a, b) => a - b)[12]!;
  for (let s = limb.length * to * 0.75; s < limb.length; s += volume.cell / 2)
    if (radius(s) > Math.max(typical * factor, typical + volume.cell)) return s;
  return limb.length;
}

/**
 * Metres from the tip to where the limb narrows to a stalk, as between the parts of a doll; the limb's own part ends
 * there. Null for a limb that does not narrow.
 */
export function stalkOf(volume: Volume, limb: LimbCurve, from: number): number | null {
  const radius = (s: number) => depthAt(volume, ...pointAlong(limb, s));
  const samples = Array.from({ length: 21 }, (_, i) => radius(limb.length * (0.1 + (0.4 * i) / 20)));
  const typical = samples.sort((a, b) => a - b)[10]!;
  let last = limb.length * from;
  for (let s = last; s < limb.length * 0.95; s += volume.cell / 2) {
    const r = radius(s);
    if (r > typical * 0.8) last = s;
    if (r < typical * thin) return last;
  }
  return null;
}
