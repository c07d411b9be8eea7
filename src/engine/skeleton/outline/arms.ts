/** Arm joints: along the limb's centre line where it is clear of the body, otherwise by proportion. */
import { clamp, lerp, type Vec3 } from '../../geometry/vec.js';
import { metresOf, type Silhouette } from '../../segmentation/image/silhouette.js';
import { chain, type Joint, type Side } from '../skeleton.js';
import { armsThresholds } from './calibration.js';
import type { OutlineLimb } from './limbs.js';

export const { handShare } = armsThresholds;

/** In cells; rows from the feet. */
export type Point = readonly [column: number, row: number];
/** The trunk measurements that arms need. */
export type Trunk = { axis: number; hips: number; neck: number; half: number };

const names = ['Shoulder', 'UpperArm', 'LowerArm', 'Hand'];

export function outlineArmJoints(
  s: Silhouette,
  trunk: Trunk,
  side: Side,
  limb: OutlineLimb | null,
  other: OutlineLimb | null,
): Joint[] {
  const points = limb ? standing(s, trunk, side, limb, other) : hanging(trunk, side, other);
  const collar: Point = [
    trunk.axis + side.x * trunk.half * 0.22,
    trunk.neck - (trunk.neck - trunk.hips) * 0.06,
  ];
  const place = ([column, row]: Point): Vec3 => [...metresOf(s, column, row), 0];
  return chain(
    names.map((part) => side.name + part),
    'chest',
    [collar, ...points].map(place),
  );
}

type Arm = readonly [shoulder: Point, elbow: Point, wrist: Point, tip: Point];

/** Straight down the side, to the usual height of a hand. */
function hanging({ axis, hips, neck, half }: Trunk, side: Side, other: OutlineLimb | null): Arm {
  const trunk = neck - hips;
  const column = axis + side.x * half * 0.84;
  const top = neck - trunk * 0.13;
  const length = clamp(other?.length ?? trunk, trunk * 0.75, trunk * 1.1);
  const at = (share: number): Point => [column, top - length * share];
  return [at(0), at(0.48), at(1 - handShare), at(1)];
}

function standing(
  s: Silhouette,
  trunk: Trunk,
  side: Side,
  limb: OutlineLimb,
  other: OutlineLimb | null,
): Arm {
  const full = limb.path.map((cell): Point => [(cell % s.columns) + 0.5, Math.floor(cell / s.columns) + 0.5]);
  const line = [shoulderOf(s, trunk, side, full), ...full];
  const along = measured(line);
  const length = armLength(s, trunk, limb, along.length, other);
  const tip = along.at(length);
  const wrist = along.at(length * (length < along.length ? 1 - handShare / 2 : 1 - handShare));
  return [line[0]!, elbowOf(along, length * (1 - handShare)), wrist, tip];
}

/** The point where the limb leaves the body; a hanging arm starts higher, below the outline of the shoulder. */
function shoulderOf(s: Silhouette, { neck }: Trunk, _side: Side, line: readonly Point[]): Point {
  const [column, row] = line[0]!;
  const ahead = line[Math.min(line.length - 1, Math.ceil(s.rows * 0.08))]!;
  const drop = (row - ahead[1]) / (Math.hypot(ahead[0] - column, ahead[1] - row) || 1);
  const steep = clamp((drop - 0.45) / 0.4, 0, 1);
  if (steep === 0) return line[0]!;
  const half = median(line.map((point) => depthAt(s, point)));
  let top = Math.floor(row);
  while (top + 1 < s.rows && s.inside[(top + 1) * s.columns + Math.floor(column)]) top++;
  const lifted = clamp(top - half * 1.1, row, Math.max(row, neck - half * 0.6));
  return [column, row + (lifted - row) * steep];
}

const depthAt = (s: Silhouette, [column, row]: Point): number =>
  s.depth[Math.floor(row) * s.columns + Math.floor(column)]! / s.cell;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Shortens a limb that continues into a held item: one much longer than the other arm, or than arms can be. */
function armLength(
  s: Silhouette,
  trunk: Trunk,
  { path }: OutlineLimb,
  length: number,
  other: OutlineLimb | null,
): number {
  const most = Math.max(trunk.neck, s.rows * 0.5) * 0.95;
  const like =
    other && length > other.length * 1.5 && other.length > s.rows * 0.16 ? other.length * 1.12 : length;
  return Math.min(most, like, thinning(s, path, length));
}

/** Where the limb turns into a string or a stick: less than half its earlier depth over a long stretch. */
function thinning(s: Silhouette, path: readonly number[], length: number): number {
  const depths = path.map((cell) => s.depth[cell]! / s.cell);
  const from = Math.floor(path.length * 0.3);
  const arm = median(depths.slice(Math.floor(path.length * 0.1), from + 1));
  const stretch = Math.ceil(s.rows * 0.07);
  for (let i = from; i + stretch < depths.length; i++)
    if (depths.slice(i, i + stretch).every((depth) => depth < arm * 0.55)) return (length * i) / path.length;
  return length;
}

/** The sharpest bend near the middle, or the middle of an arm without one. */
function elbowOf(along: Measured, length: number): Point {
  const [from, to] = [along.at(0), along.at(length)];
  const chord = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  let [best, most] = [0.52, length * 0.12];
  for (let share = 0.36; share <= 0.66; share += 0.02) {
    const [column, row] = along.at(length * share);
    const off =
      Math.abs((column - from[0]) * (to[1] - from[1]) - (row - from[1]) * (to[0] - from[0])) / chord;
    if (off > most) [best, most] = [share, off];
  }
  return along.at(length * best);
}

export type Measured = { length: number; at(distance: number): Point };

/** Parametrises a line by arc length. */
export function measured(line: readonly Point[]): Measured {
  const ends = [0];
  for (let i = 1; i < line.length; i++)
    ends.push(ends[i - 1]! + Math.hypot(line[i]![0] - line[i - 1]![0], line[i]![1] - line[i - 1]![1]));
  return {
    length: ends.at(-1)!,
    at(distance) {
      const i = Math.max(
        1,
        ends.findIndex((end) => end >= distance),
      );
      const [a, b] = [line[i - 1]!, line[i] ?? line.at(-1)!];
      const t = clamp((distance - ends[i - 1]!) / ((ends[i] ?? 0) - ends[i - 1]! || 1), 0, 1);
      const [x, y] = distance >= ends.at(-1)! ? [...line.at(-1)!, 0] : lerp([...a, 0], [...b, 0], t);
      return [x, y];
    },
  };
}
