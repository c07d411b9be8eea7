/** The arms of a person in a picture, where a pose network saw them: also those that hang along the trunk. */
import { lerp, segmentDistance, type Vec3 } from '../../geometry/vec.js';
import { piecesOf } from '../../segmentation/image/grid.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { figureFormThresholds } from './calibration.js';

const { sleeve } = figureFormThresholds;

/** 1 for the cells of arms, and 1 for those of them that the trunk has too: the shoulders. */
export type ArmCells = { arms: Uint8Array; shoulders: Uint8Array };

/**
 * Arms are as thick towards the trunk as they are towards the outline. What they cut off from the figure is theirs.
 * @param seen the sides whose arms the network saw
 * @param isArm whether a cell may be an arm's: the head's and those before the trunk are not
 */
export function armCells(
  s: Silhouette,
  { joints }: Skeleton,
  seen: readonly string[],
  isArm: (cell: number) => boolean,
): ArmCells {
  const arms = new Uint8Array(s.inside.length);
  const shoulders = new Uint8Array(s.inside.length);
  for (const side of seen) {
    const bones = bonesOf(joints, side);
    const radii = radiiOf(s, bones);
    eachNear(s, bones, Math.max(...radii) * sleeve.outer, (n, p) => {
      if (!isArm(n)) return;
      const off = Math.min(...bones.map(({ from, to }, i) => segmentDistance(p, from, to) / radii[i]!));
      const isOuter = Math.abs(p[0]) > Math.abs(bones[1]!.from[0]) && p[1] < bones[1]!.from[1];
      if (off > (isOuter ? sleeve.outer : 1)) return;
      arms[n] = 1;
      if (Math.hypot(p[0] - bones[0]!.from[0], p[1] - bones[0]!.from[1]) <= radii[0]! * sleeve.shoulder)
        shoulders[n] = 1;
    });
  }
  const rest = s.inside.map((inside, n) => (inside && !arms[n] ? 1 : 0));
  const [body, ...pieces] = piecesOf({ width: s.columns, height: s.rows, inside: rest });
  const isBeside = (n: number) => [1, -1, s.columns, -s.columns].some((step) => arms[n + step]);
  for (const piece of pieces.filter((own) => own.length < body!.length * sleeve.rest && own.some(isBeside)))
    for (const n of piece) arms[n] = 1;
  return { arms, shoulders };
}

type Bone = { from: Vec3; to: Vec3 };

/** Drawn hands are often larger than their bones. */
const bonesOf = (joints: Skeleton['joints'], side: string): Bone[] =>
  ['UpperArm', 'LowerArm', 'Hand'].map((part) => {
    const { position, tail } = joints.find(({ name }) => name === side + part)!;
    const [x, y] = part === 'Hand' ? lerp(position, tail, sleeve.hand) : tail;
    return { from: [position[0], position[1], 0], to: [x, y, 0] };
  });

/** Where an upper arm, a lower arm and a hand are as thick as usual: not at the shoulder and not at the finger tips. */
const samples = [
  [0.35, 0.5, 0.65, 0.8, 0.95],
  [0.1, 0.3, 0.5, 0.7, 0.9],
  [0.1, 0.2, 0.3, 0.4, 0.5],
] as const;

/** How far the outline is from each bone: a usual distance, because bones may be beside an arm's middle. */
function radiiOf(s: Silhouette, bones: readonly Bone[]): number[] {
  const own = bones.map(({ from, to }, bone) =>
    samples[bone]!.map((share) => {
      const [u, v] = lerp(from, to, share);
      return Math.max(s.cell, s.signed(u, v));
    }),
  );
  const medianOf = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;
  const usual = medianOf(own.slice(0, 2).flat());
  return own.map(
    (values) =>
      Math.min(usual * sleeve.most, Math.max(usual * sleeve.least, medianOf(values))) * sleeve.about,
  );
}

/** Visits the cells inside the outline in the box of bones. */
function eachNear(
  s: Silhouette,
  bones: readonly Bone[],
  reach: number,
  visit: (n: number, p: Vec3) => void,
): void {
  const ends = bones.flatMap(({ from, to }) => [from, to]);
  const range = (values: readonly number[], offset: number, count: number) =>
    [
      Math.max(0, Math.floor((Math.min(...values) - reach) / s.cell + offset)),
      Math.min(count - 1, Math.ceil((Math.max(...values) + reach) / s.cell + offset)),
    ] as const;
  const [left, right] = range(
    ends.map(([u]) => u),
    s.columns / 2,
    s.columns,
  );
  const [low, high] = range(
    ends.map(([, v]) => v),
    0,
    s.rows,
  );
  for (let row = low; row <= high; row++)
    for (let column = left; column <= right; column++) {
      const n = row * s.columns + column;
      if (s.inside[n]) visit(n, [(column + 0.5 - s.columns / 2) * s.cell, (row + 0.5) * s.cell, 0]);
    }
}
