/**
 * How a figure carries itself, whatever side it is seen from. Who stands on two legs keeps the head over the feet and is
 * taller than broad; a body on four stretches along the ground, with the head before or behind the middle of its feet.
 */
import { runsOf, type Silhouette, widthOf } from './silhouette.js';

/** Shares of the rows that hold the head, and what touches the ground. */
const [head, ground] = [0.3, 0.12];
/** How much a head off the feet counts beside breadth, and up to how many heights. */
const [weight, farthest] = [0.8, 0.3];
/** Breadth over height, and the head's part, from which a body is stretched out; people with arms out come to .7. */
const stretched = 0.88;
/** Heights by which the head of who stands on two legs may be off the feet. */
const balanced = 0.12;
/** Rows in which legs are counted: over the toes, under the belly. */
const shins = [0.04, 0.16] as const;
/** Of the height: the half breadth of bodies that rest on the ground without legs. */
const legless = 0.36;
/** Of that: what is broader down there is the belly itself. */
const belly = 2.5;

export type Posture = {
  /** Along the ground, and not only with its arms out to both sides. */
  stretched: boolean;
  /** With the head far from over its feet. */
  bowed: boolean;
};

/** @param evenness overlap with the mirror image: who is seen from the front is neither */
export function postureOf(s: Silhouette, evenness: number): Posture {
  const off = headOff(s);
  return {
    stretched: evenness < 0.75 && breadthOf(s) + weight * Math.min(farthest, off) > stretched,
    bowed: evenness < 0.6 && off > balanced,
  };
}

/** Whether something as broad as its body is thick stands under a stretched body; birds and fish have less or none. */
export function hasLegsUnder(s: Silhouette, radius: number): boolean {
  return !restsOnBelly(s, radius) && shinBreadth(s, belly * radius) > radius;
}

/** Whether the thick of a body reaches down to what it lies on. */
export const restsOnBelly = (s: Silhouette, radius: number): boolean => radius > legless * s.height;

/** Deviation of the inside places to the side over that up and down. */
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

/** How far to a side of what touches the ground the thick of the head is, in heights. */
function headOff(s: Silhouette): number {
  const low = middleIn(s, 0, Math.ceil(s.rows * ground), () => 1);
  const high = middleIn(s, Math.ceil(s.rows * (1 - head)), s.rows, (n) => s.depth[n]!);
  return Math.abs(high - low) / s.rows;
}

/** The middle column of the inside places of some rows. */
function middleIn(s: Silhouette, from: number, to: number, weigh: (cell: number) => number): number {
  let [sum, all] = [0, 0];
  for (let n = from * s.columns; n < to * s.columns; n++) {
    if (!s.inside[n]) continue;
    sum += weigh(n) * ((n % s.columns) + 0.5);
    all += weigh(n);
  }
  return sum / (all || 1);
}

/** Metres that all legs together are broad. */
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
