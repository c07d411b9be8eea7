/** Puts bodies that lie or sink on the ground, for a whole clip at once, so that they never jump. */
import { smoothstep } from '../geometry/vec.js';
import type { Pose, PosedJoint } from './clip.js';
import { easeAround } from './ease.js';
import type { Flesh } from './flesh.js';
import { lowestOfBody } from './lowest.js';

/** What the body sinks onto; feet have their places, and tails and wings are lifted. */
const sinking = /^(hips|spine|chest|upperChest|abdomen|thorax|neck|head|jaw)|((Upper|Lower)Leg|Fang)$/;

/** Share of lying from which on nothing of a body is below the ground. */
const wholly = 0.12;
/** Seconds within which a body rises for what one pose needs, and sinks after it. */
const around = 0.12;

export type Settling = {
  flesh: Flesh;
  /** Height in metres. */
  ground: number;
  /** Seconds between two poses. */
  interval: number;
  loops: boolean;
};

/** The joints of a pose, and how far it lies on the ground instead of on its feet, from 0 to 1. */
export type Stance = { placed: ReadonlyMap<string, PosedJoint>; lying: number };

/**
 * Metres to raise each pose; negative ones are lowered. What lies touches the ground with its lowest point; what stands
 * is raised where its trunk or its legs would sink in.
 */
export function liftsOf(stances: readonly Stance[], settling: Settling): number[] {
  const { flesh, ground, interval, loops } = settling;
  const heightAt = ({ placed }: Stance, counts?: RegExp): number => {
    const low = lowestOfBody(flesh.hulls, placed, counts);
    return Number.isFinite(low) ? low - ground : 0;
  };
  const heights = stances.map((stance) => (stance.lying > 0 ? heightAt(stance) : 0));
  const sunk = stances.map((stance, i) =>
    Math.max(0, -heightAt(stance, sinking), -heights[i]! * smoothstep(0, wholly, stance.lying)),
  );
  const span = Math.max(1, Math.round(around / interval));
  const raised = easeAround(sunk, span, loops);
  const touching = easeAround(
    heights.map((height) => -height),
    span,
    loops,
  );
  return stances.map(({ lying }, i) => raised[i]! * (1 - lying) + touching[i]! * lying);
}

export const liftPose = (pose: Pose, lift: number): Pose => {
  const [x, y, z] = pose.rootOffset;
  return { ...pose, rootOffset: [x, y + lift, z] };
};
