/**
 * Posture of a figure from any side. A biped has its head above its feet and is taller than broad; a quadruped
 * stretches along the ground, with its head in front of or behind the middle of its feet.
 */
import { runsOf, type Silhouette, widthOf } from '../../segmentation/image/silhouette.js';
import { postureThresholds } from './calibration.js';

const { head, ground, weight, farthest, stretched, balanced, shins, legless, belly } = postureThresholds;

export type Posture = {
  /** Stretched along the ground, not only by arms held out to both sides. */
  stretched: boolean;
  /** Not balanced: the head is not above the feet. */
  bowed: boolean;
};

/** @param evenness overlap with the mirror image; a figure seen from the front is neither */
export function postureOf(s: Silhouette, evenness: number): Posture {
  const off = headOff(s);
  return {
    stretched: evenness < 0.75 && breadthOf(s) + weight * Math.min(farthest, off) > stretched,
    bowed: evenness < 0.6 && off > balanced,
  };
}

/**
 * Whether something as broad as the body is thick stands under a stretched body; birds and fish have less or nothing.
 */
export function hasLegsUnder(s: Silhouette, radius: number): boolean {
  return !restsOnBelly(s, radius) && shinBreadth(s, belly * radius) > radius;
}

/** Whether the thick part of a body touches the ground. */
export const restsOnBelly = (s: Silhouette, radius: number): boolean => radius > legless * s.height;

/** Horizontal over vertical standard deviation of the inside. */
function breadthOf({ columns, inside }: Silhouette): number {
  let [count, x, y, xx, yy] = [0, 0, 0, 0, 0];
  inside.forEach((one, n) => {
    if (!one) return;
    const [i, j] = [n % columns, Math.floor(n / columns)];
    count++;
    x += i;
    y += j;
    xx += i * i;
    yy += j * j;
  });
  return Math.sqrt((xx - (x * x) / count) / Math.max(1, yy - (y * y) / count));
}

/** In heights: horizontal distance between the head's thickest part and the ground contact. */
function headOff(s: Silhouette): number {
  const low = middleIn(s, 0, Math.ceil(s.rows * ground), () => 1);
  const high = middleIn(s, Math.ceil(s.rows * (1 - head)), s.rows, (n) => s.depth[n]!);
  return Math.abs(high - low) / s.rows;
}

/** Weighted mean column of the inside of some rows. */
function middleIn(s: Silhouette, from: number, to: number, weigh: (cell: number) => number): number {
  let [sum, all] = [0, 0];
  for (let n = from * s.columns; n < to * s.columns; n++) {
    if (!s.inside[n]) continue;
    sum += weigh(n) * ((n % s.columns) + 0.5);
    all += weigh(n);
  }
  return sum / (all || 1);
}

/** Total breadth of all legs in metres. */
function shinBreadth(s: Silhouette, broadest: number): number {
  const [from, to] = shins.map((share) => Math.floor(s.rows * share)) as [number, number];
  const rows = Array.from({ length: Math.max(1, to - from) }, (_, i) =>
    runsOf(s, from + i).reduce(
      (sum, run) => (widthOf(run) * s.cell > broadest ? sum : sum + widthOf(run)),
      0,
    ),
  );
  return rows.sort((a, b) => a - b)[rows.length >> 1]! * s.cell;
}
