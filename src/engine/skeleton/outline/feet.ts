/** The legs of a four-legged animal seen from the side: two of each end where the picture shows both. */
import {
  middleOf,
  type PixelRun,
  runsOf,
  type Silhouette,
  widthOf,
} from '../../segmentation/image/silhouette.js';
import { quadrupedThresholds } from './calibration.js';

const { minRun, footApart } = quadrupedThresholds;

/** A leg below the body: in rows from the ground up, the run of its cells; undefined below its foot. */
export type SeenLeg = { column: number; foot: number; runs: (PixelRun | undefined)[] };
/** The legs at one end; the same leg twice where only one is seen. The near one stands lower in the picture. */
export type LegPair = { near: SeenLeg; far: SeenLeg };

/** Runs of the legs slightly above the ground, and their row. */
export function legRuns(s: Silhouette): { row: number; runs: PixelRun[] } {
  const rows = [0.06, 0.1, 0.15].map((share) => Math.round(s.rows * share));
  return rows
    .map((row) => ({ row, runs: runsOf(s, row).filter((run) => widthOf(run) > s.columns * minRun) }))
    .reduce((best, found) => (found.runs.length > best.runs.length ? found : best));
}

/** The pairs at the picture's left and right end. */
export function legPairs(s: Silhouette): readonly [LegPair, LegPair] {
  const { row, runs } = legRuns(s);
  const [first, last] = [runs[0], runs.at(-1)];
  const middle = first && last ? (middleOf(first) + middleOf(last)) / 2 : s.columns / 2;
  const at = (share: number): SeenLeg => ({ column: s.columns * share, foot: 0, runs: [] });
  const legs = runs.map((run) => followed(s, run, row, runs));
  const pairOf = (own: SeenLeg[], otherwise: SeenLeg): LegPair => {
    const [one, other] = [own[0] ?? otherwise, own.at(-1) ?? own[0] ?? otherwise];
    if (Math.abs(other.column - one.column) < s.columns * footApart) return { near: one, far: one };
    return one.foot <= other.foot ? { near: one, far: other } : { near: other, far: one };
  };
  return [
    pairOf(
      legs.filter(({ column }) => column < middle),
      at(0.25),
    ),
    pairOf(
      legs.filter(({ column }) => column >= middle),
      at(0.75),
    ),
  ];
}

/** A leg from its foot up to where it joins another one or the body. */
function followed(s: Silhouette, run: PixelRun, row: number, all: readonly PixelRun[]): SeenLeg {
  const runs: SeenLeg['runs'] = [];
  const broadest = widthOf(run) * 2;
  const others = all.filter((one) => one !== run);
  for (let [j, now] = [row, run as PixelRun | undefined]; now && j >= 0; j--) {
    runs[j] = now;
    now = j > 0 ? joined(runsOf(s, j - 1), now) : undefined;
  }
  for (let [j, now] = [row + 1, run as PixelRun | undefined]; now && j < s.rows * 0.6; j++) {
    now = joined(runsOf(s, j), now);
    if (!now || widthOf(now) > broadest) break;
    if (others.some((other) => now!.from <= middleOf(other) && now!.to >= middleOf(other))) break;
    runs[j] = now;
  }
  return { column: middleOf(run), foot: runs.findIndex((one) => one !== undefined), runs };
}

const joined = (runs: readonly PixelRun[], { from, to }: PixelRun): PixelRun | undefined =>
  runs.find((run) => run.from <= to && run.to >= from);
