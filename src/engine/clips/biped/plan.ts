/** Plans the arms of a whole clip at once, so that neither they nor what they hold jump between two poses. */

import { clamp } from '../../geometry/vec.js';
import { invert, multiply, type Quaternion, still } from '../clip.js';
import { type ArmPlan, clearOf, depthWith } from './arm.js';
import { surely } from './avoid.js';
import type { ArmBones, Body } from './body.js';
import { gripOf } from './grip.js';
import type { Posture } from './posture.js';

/** Poses between those at which a held thing must be clear. */
const checkedEvery = 2;

/** One plan for each arm at each posture. @param plumb whether upright things stay upright */
export function planArms(
  body: Body,
  postures: readonly Posture[],
  { loops, plumb }: { loops: boolean; plumb: boolean },
): ArmPlan[][] {
  const arms = body.arms.map((arm) => {
    const searched = postures.map((posture) => clearOf(body, arm, posture));
    const found = searched.map(({ clear }) => clear);
    const moved = pathOf(searched.map(({ wanted }) => wanted));
    const clears = pathOf(found) > restless(moved) ? calm(body, arm, postures, found) : smooth(found, loops);
    const moments = postures.flatMap((posture, i) =>
      i % checkedEvery === 0 ? [{ posture, clear: clears[i]! }] : [],
    );
    const grip = arm.held && gripOf(body, arm, moments, plumb);
    return clears.map((clear): ArmPlan => ({ clear, grip }));
  });
  return postures.map((_, i) => arms.map((plans) => plans[i]!));
}

/**
 * Radians of all turns above which the search finds no steady way out of a body, as with cloth and things all around
 * the arms. @param moved radians that the arm moves anyway
 */
const restless = (moved: number): number => 0.8 + 1.5 * moved;

const pathOf = (turns: readonly Quaternion[]): number =>
  turns.slice(1).reduce((sum, turn, i) => sum + angleOf(turns[i]!, turn), 0);

const candidates = 6;

/** The same turn for all poses: of some that were found, the one that is least deep. */
function calm(
  body: Body,
  arm: ArmBones,
  postures: readonly Posture[],
  found: readonly Quaternion[],
): Quaternion[] {
  const step = Math.ceil(found.length / candidates);
  const moments = postures.filter((_, i) => i % checkedEvery === 0);
  let best = { turn: still, depth: Infinity };
  for (const turn of [still, ...found.filter((_, i) => i % step === 0)]) {
    let depth = 0;
    for (const posture of moments) {
      depth += depthWith(body, arm, posture, turn, (best.depth - depth) * surely);
      if (depth >= best.depth) break;
    }
    if (depth < best.depth) best = { turn, depth };
  }
  return found.map(() => best.turn);
}

/** Weights of a turn and of those before and after it. */
const kernel = [1, 4, 6, 4, 1] as const;

/**
 * Each turn blended with its neighbours: an arm meets and leaves a body within one pose, and of two ways around it the
 * search may take another one in each pose.
 */
function smooth(turns: readonly Quaternion[], loops: boolean): Quaternion[] {
  const count = turns.length;
  const reach = (kernel.length - 1) / 2;
  const near = (i: number) => turns[loops ? (i + count) % count : clamp(i, 0, count - 1)]!;
  return turns.map((_, i) => {
    const sum = [0, 0, 0, 0];
    kernel.forEach((weight, k) => {
      const turn = near(i + k - reach);
      turn.forEach((part, c) => {
        sum[c]! += (turn[3] < 0 ? -weight : weight) * part;
      });
    });
    const size = Math.hypot(...sum);
    return sum.map((part) => part / size) as unknown as Quaternion;
  });
}

const angleOf = (a: Quaternion, b: Quaternion): number =>
  2 * Math.acos(Math.min(1, Math.abs(multiply(invert(a), b)[3])));
