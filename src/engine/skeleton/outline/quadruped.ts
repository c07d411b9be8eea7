/** Fits a four-legged skeleton to a side silhouette: legs from the runs near the ground, head at the higher end. */
import { add, clamp, lerp, type Vec3 } from '../../geometry/vec.js';
import {
  largestDisc,
  metresOf,
  middleOf,
  runsOf,
  type Silhouette,
  widthOf,
} from '../../segmentation/image/silhouette.js';
import { chain, type Joint, type Skeleton, sides } from '../skeleton.js';
import { quadrupedThresholds } from './calibration.js';
import { type Facing, leaning } from './facing.js';
import { type LegPair, legPairs, legRuns } from './feet.js';

const { broadestLeg, stance } = quadrupedThresholds;

export type Beast = {
  skeleton: Skeleton;
  facing: Facing;
  legs: { front: LegPair; back: LegPair };
  /** Metres: where the legs leave the trunk, and their distance from the middle. */
  belly: number;
  stand: number;
};

export function looksFourLegged(s: Silhouette): boolean {
  const { runs } = legRuns(s);
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last || s.width < s.height * 1.05) return false;
  const apart = (middleOf(last) - middleOf(first)) / s.columns;
  return apart > 0.3 && (runs.length >= 3 || s.width > s.height * 1.35);
}

/** @param facing where only the outline is known, the end with more of the figure high up is the head */
export function fitOutlineQuadruped(s: Silhouette, facing: Facing = leaning(s) >= 0 ? 1 : -1): Beast {
  const [left, right] = legPairs(s);
  const legs = facing > 0 ? { front: right, back: left } : { front: left, back: right };
  const [frontColumn, backColumn] = [middleOfPair(legs.front), middleOfPair(legs.back)];
  const bellyRow = bellyOf(s, frontColumn, backColumn);
  const topAt = (column: number) => topRow(s, column);
  const world = (column: number, row: number, x = 0): Vec3 => {
    const [u, v] = metresOf(s, column, row);
    return [x, v, u * facing];
  };
  const trunkRow = (column: number) => bellyRow + (Math.min(topAt(column), s.rows) - bellyRow) * 0.55;
  const hips = world(backColumn, Math.min(trunkRow(backColumn), bellyRow + s.rows * 0.28));
  const chest = world(frontColumn, Math.min(trunkRow(frontColumn), bellyRow + s.rows * 0.28));
  const head = headOf(s, facing);
  const headAt = world(head.column, head.row);
  const neck = lerp(chest, headAt, 0.3);
  const spine = chain(['hips', 'spine', 'chest', 'neck', 'head'], null, [
    hips,
    lerp(hips, chest, 0.45),
    lerp(hips, chest, 0.9),
    neck,
    lerp(neck, headAt, 0.75),
    add(headAt, [0, s.height * 0.08, s.height * 0.06]),
  ]);
  const belly = bellyRow * s.cell;
  const stand = Math.max(stance.usual * s.height, stance.stout * largestDisc(s).radius);
  const limbs = [
    ...legJoints('Front', 'chest', legs.front, chest),
    ...legJoints('Back', 'hips', legs.back, hips),
  ];
  return {
    skeleton: { kind: 'quadruped', joints: [...spine, ...limbs, ...tailOf(s, facing, backColumn, hips)] },
    facing,
    legs,
    belly,
    stand,
  };

  function legJoints(end: 'Front' | 'Back', parent: string, pair: LegPair, girdle: Vec3): Joint[] {
    return sides.flatMap((side) => {
      const x = side.x * stand;
      const [, , z] = world((side.x === nearSide(facing) ? pair.near : pair.far).column, 0);
      const points: Vec3[] = [
        [x, Math.max(girdle[1] * 0.92, belly), z],
        [x, belly * 0.55, z + (end === 'Front' ? -1 : 1) * belly * 0.06],
        [x, belly * 0.18, z - (end === 'Front' ? 0 : belly * 0.05)],
        [x, belly * 0.06, z + belly * 0.06],
        [x, belly * 0.05, z + belly * 0.16],
      ];
      return chain(
        ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part) => side.name + end + part),
        parent,
        points,
      );
    });
  }
}

/** Four legs beside each other on the ground, as of an animal in a three-quarter view that is taller than broad. */
export function standsOnFour(s: Silhouette): boolean {
  const { runs } = legRuns(s);
  return runs.length === 4 && runs.every((run) => widthOf(run) < s.columns * broadestLeg);
}

/** The side (sign of X) that the picture shows. */
export const nearSide = (facing: Facing): 1 | -1 => (facing > 0 ? -1 : 1);

const middleOfPair = ({ near, far }: LegPair): number => (near.column + far.column) / 2;

function topRow(s: Silhouette, column: number): number {
  const i = clamp(Math.floor(column), 0, s.columns - 1);
  for (let row = s.rows - 1; row > 0; row--) if (s.inside[row * s.columns + i]) return row;
  return s.rows / 2;
}

/** The lowest inside row between the legs. */
function bellyOf(s: Silhouette, front: number, back: number): number {
  const lows: number[] = [];
  const [from, to] = [Math.min(front, back), Math.max(front, back)];
  for (let i = Math.round(from + (to - from) * 0.35); i <= from + (to - from) * 0.65; i++) {
    for (let row = 0; row < s.rows; row++) {
      if (!s.inside[row * s.columns + clamp(i, 0, s.columns - 1)]) continue;
      lows.push(row);
      break;
    }
  }
  const found = lows.sort((a, b) => a - b)[Math.floor(lows.length / 2)] ?? 0;
  return clamp(found, s.rows * 0.15, s.rows * 0.6);
}

/** Centre of the deepest point in the upper part of the quarter that holds the head. */
function headOf(s: Silhouette, facing: Facing): { column: number; row: number } {
  let best = { column: s.columns / 2, row: s.rows * 0.8, score: -1 };
  for (let row = Math.round(s.rows * 0.35); row < s.rows; row++)
    for (let i = 0; i < s.columns; i++) {
      const share = facing > 0 ? i / s.columns : 1 - i / s.columns;
      if (share < 0.62) continue;
      const score = s.depth[row * s.columns + i]! * (0.6 + 0.4 * share) * (0.5 + row / s.rows);
      if (score > best.score) best = { column: i + 0.5, row: row + 0.5, score };
    }
  return best;
}

/** Three joints to the far end behind the hind legs, or a short stub when there is no such end. */
function tailOf(s: Silhouette, facing: Facing, backColumn: number, hips: Vec3): Joint[] {
  let [end, row, reach] = [backColumn, hips[1] / s.cell, 0];
  for (let j = Math.round(s.rows * 0.25); j < s.rows; j++)
    for (const run of runsOf(s, j)) {
      const tip = facing > 0 ? run.from : run.to;
      const out = (backColumn - tip) * facing;
      if (out > reach) [end, row, reach] = [tip, j, out];
    }
  const [u, v] = metresOf(s, end + 0.5, row + 0.5);
  const root: Vec3 = add(hips, [0, s.height * 0.05, -s.height * 0.1]);
  const tip: Vec3 = [0, v, Math.min(u * facing, root[2] - s.height * 0.05)];
  return chain(['tail1', 'tail2', 'tail3'], 'hips', [root, lerp(root, tip, 0.36), lerp(root, tip, 0.7), tip]);
}
