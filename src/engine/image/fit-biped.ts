/** A two-legged skeleton laid into a front silhouette: crotch and neck from its rows, hands from its far ends. */
import { add, clamp, lerp, type Vec3 } from '../math/vec.js';
import { chain, type Joint, type Side, type Skeleton, sides } from '../skeleton/skeleton.js';
import { centred, geodesic, pathTo } from './geodesic.js';
import { metresOf, middleOf, type Run, runsOf, type Silhouette, widthOf } from './silhouette.js';

/** Cells; rows count from the feet. */
type Landmarks = { axis: number; crotch: number; neck: number; torsoHalf: number };

export function fitBiped(silhouette: Silhouette): Skeleton {
  const marks = landmarksOf(silhouette);
  const place = (column: number, row: number): Vec3 => [...metresOf(silhouette, column, row), 0];
  const { axis, crotch, neck } = marks;
  const trunk = neck - crotch;
  const up = (share: number) => place(axis, crotch + trunk * share);
  const top = place(headAxis(silhouette, marks), silhouette.rows);
  const chin = lerp(place(axis, neck), top, 0.12);
  const spine = chain(['hips', 'spine', 'chest', 'neck', 'head'], null, [
    up(0.12),
    up(0.34),
    up(0.62),
    up(0.97),
    chin,
    top,
  ]);
  const arms = sides.flatMap((side) => armJoints(silhouette, marks, side));
  const legs = sides.flatMap((side) => legJoints(silhouette, marks, side));
  return { kind: 'biped', joints: [...spine, ...arms, ...legs] };
}

function landmarksOf(s: Silhouette): Landmarks {
  const axis = axisOf(s);
  const crotch = crotchOf(s, axis);
  const neck = neckOf(s, axis, crotch);
  const widths = rowsBetween(crotch + (neck - crotch) * 0.15, crotch + (neck - crotch) * 0.6).map((row) =>
    widthOf(centralRun(s, row, axis) ?? { from: 0, to: 0 }),
  );
  const torsoHalf = Math.max(
    2,
    (widths.sort((a, b) => a - b)[Math.floor(widths.length * 0.35)] ?? s.columns / 3) / 2,
  );
  return { axis, crotch, neck, torsoHalf };
}

const rowsBetween = (low: number, high: number): number[] =>
  Array.from({ length: Math.max(1, Math.floor(high) - Math.floor(low)) }, (_, i) => Math.floor(low) + i);

/** The median column of the middle rows. */
function axisOf(s: Silhouette): number {
  const middles = rowsBetween(s.rows * 0.4, s.rows * 0.7).flatMap((row) => {
    const runs = runsOf(s, row);
    const widest = runs.reduce<Run | null>(
      (best, run) => (!best || widthOf(run) > widthOf(best) ? run : best),
      null,
    );
    return widest ? [middleOf(widest)] : [];
  });
  return middles.sort((a, b) => a - b)[Math.floor(middles.length / 2)] ?? s.columns / 2;
}

function centralRun(s: Silhouette, row: number, axis: number): Run | null {
  const runs = runsOf(s, clamp(row, 0, s.rows - 1));
  const away = (run: Run) => Math.max(0, run.from - axis, axis - run.to);
  return runs.reduce<Run | null>((best, run) => (!best || away(run) < away(best) ? run : best), null);
}

/** Top of the gap between the legs that reaches nearly to the ground; a skirt has its crotch where people have it. */
function crotchOf(s: Silhouette, axis: number): number {
  const gapAt = (row: number) =>
    runsOf(s, row).some((run, i, runs) => {
      const next = runs[i + 1];
      return (
        next !== undefined &&
        Math.abs((run.to + next.from) / 2 - axis) < s.columns * 0.22 &&
        next.from - run.to > 1
      );
    });
  let [row, misses] = [Math.round(s.rows * 0.05), 0];
  let crotch = 0;
  for (; row < s.rows * 0.62 && misses < s.rows * 0.05; row++) {
    if (gapAt(row)) [crotch, misses] = [row, 0];
    else misses++;
  }
  return crotch > s.rows * 0.08 ? crotch + 1 : Math.round(s.rows * 0.36);
}

/** The narrowest place with something wider above and below. */
function neckOf(s: Silhouette, axis: number, crotch: number): number {
  const width = (row: number) => widthOf(centralRun(s, row, axis) ?? { from: 0, to: 0 });
  const low = Math.round(Math.max(crotch + (s.rows - crotch) * 0.3, s.rows * 0.4));
  const rows = rowsBetween(low, s.rows * 0.93);
  const scored = rows.map((row) => {
    const above = Math.max(...rowsBetween(row + 1, s.rows).map(width));
    const below = Math.max(...rowsBetween(crotch, row).map(width));
    return { row, score: width(row) / Math.max(1, Math.min(above, below)) };
  });
  const best = scored.reduce((a, b) => (b.score < a.score ? b : a));
  return best.score < 0.86 ? best.row : Math.round(crotch + (s.rows - crotch) * 0.62);
}

function headAxis(s: Silhouette, { axis, neck }: Landmarks): number {
  const run = centralRun(s, Math.round((neck + s.rows) / 2), axis);
  return run ? middleOf(run) : axis;
}

function armJoints(s: Silhouette, marks: Landmarks, side: Side): Joint[] {
  const { axis, neck, crotch, torsoHalf } = marks;
  const trunk = neck - crotch;
  const names = ['Shoulder', 'UpperArm', 'LowerArm', 'Hand'].map((part) => side.name + part);
  const place = (cell: number): Vec3 => [
    ...metresOf(s, (cell % s.columns) + 0.5, Math.floor(cell / s.columns) + 0.5),
    0,
  ];
  const collar: Vec3 = [...metresOf(s, axis + side.x * torsoHalf * 0.22, neck - trunk * 0.06), 0];
  const shoulder: Vec3 = [...metresOf(s, axis + side.x * torsoHalf * 0.8, neck - trunk * 0.13), 0];
  const tip = handTip(s, marks, side);
  if (tip === null) {
    const hanging = (out: number, row: number): Vec3 => [
      ...metresOf(s, axis + side.x * torsoHalf * out, crotch + trunk * row),
      0,
    ];
    return chain(names, 'chest', [
      collar,
      shoulder,
      hanging(0.86, 0.48),
      hanging(0.86, 0.16),
      hanging(0.86, 0.02),
    ]);
  }
  const start = centred(s, cellAt(s, axis + side.x * torsoHalf * 0.8, neck - trunk * 0.13), 2);
  const path = pathTo(geodesic(s, start), tip);
  const along = (share: number) =>
    place(centred(s, path[Math.floor(path.length * share)] ?? tip, Math.max(2, Math.round(s.rows * 0.025))));
  return chain(names, 'chest', [collar, shoulder, along(0.52), along(0.17), place(tip)]);
}

const cellAt = (s: Silhouette, column: number, row: number): number =>
  clamp(Math.floor(row), 0, s.rows - 1) * s.columns + clamp(Math.floor(column), 0, s.columns - 1);

/** The cell farthest through the figure on this side of the trunk, or null when no arm stands off it. */
function handTip(s: Silhouette, { axis, neck, crotch, torsoHalf }: Landmarks, side: Side): number | null {
  const trunk = neck - crotch;
  const { steps } = geodesic(s, centred(s, cellAt(s, axis, crotch + trunk * 0.6), 3));
  const headWide =
    widthOf(centralRun(s, Math.round(neck + (s.rows - neck) * 0.5), axis) ?? { from: 0, to: 0 }) / 2;
  let best: number | null = null;
  for (let row = Math.max(0, Math.round(crotch - trunk * 0.25)); row < s.rows; row++)
    for (let column = 0; column < s.columns; column++) {
      const cell = row * s.columns + column;
      const out = (column + 0.5 - axis) * side.x;
      if (!s.inside[cell] || steps[cell]! < 0 || out < torsoHalf * 1.05) continue;
      if (row > neck && out < headWide * 1.15) continue;
      if (row < crotch && inLeg(s, row, column, axis, torsoHalf)) continue;
      if (best === null || steps[cell]! > steps[best]!) best = cell;
    }
  if (best === null) return null;
  const out = ((best % s.columns) + 0.5 - axis) * side.x;
  return out > torsoHalf + Math.max(2, s.rows * 0.03) ? best : null;
}

/** Below the crotch, only what is apart from the legs can be a hand. */
function inLeg(s: Silhouette, row: number, column: number, axis: number, torsoHalf: number): boolean {
  const run = runsOf(s, row).find(({ from, to }) => from <= column && column <= to);
  return !run || Math.min(Math.abs(run.from - axis), Math.abs(run.to - axis)) < torsoHalf * 0.85;
}

function legJoints(s: Silhouette, { axis, crotch, torsoHalf }: Landmarks, side: Side): Joint[] {
  const column = (row: number): number => {
    const runs = runsOf(s, clamp(Math.round(row), 0, s.rows - 1)).filter(
      (run) => (middleOf(run) - axis) * side.x > 0 && Math.abs(middleOf(run) - axis) < torsoHalf * 2.2,
    );
    const nearest = runs.reduce<Run | null>(
      (best, run) => (!best || Math.abs(middleOf(run) - axis) < Math.abs(middleOf(best) - axis) ? run : best),
      null,
    );
    return nearest ? middleOf(nearest) : axis + side.x * torsoHalf * 0.5;
  };
  const ankleRow = Math.max(2, s.rows * 0.05);
  const kneeRow = (crotch + ankleRow) / 2;
  const at = (col: number, row: number, z = 0): Vec3 => [...metresOf(s, col, row), z];
  const length = crotch * s.cell;
  const ankle = at(column(ankleRow), ankleRow);
  const ball = add(ankle, [0, -ankle[1] * 0.6, Math.max(0.03, s.height * 0.03)]);
  const knee = add(at(column(kneeRow), kneeRow), [0, 0, length * 0.02]);
  const hip = at(
    axis + side.x * clamp(Math.abs(column(crotch * 0.8) - axis), torsoHalf * 0.3, torsoHalf * 0.8),
    crotch + s.rows * 0.015,
  );
  const names = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part) => side.name + part);
  return chain(names, 'hips', [hip, knee, ankle, ball, add(ball, [0, 0, s.height * 0.025])]);
}
