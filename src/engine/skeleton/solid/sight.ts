/** A solid with one of its sides assumed to be the front, and the measurements that all classes use. */
import { quarterTurn, turnVolume } from '../../geometry/volume/turn.js';
import type { Volume } from '../../geometry/volume/volume.js';
import { type Bounds, boundsOf, type Slice, slicesOf } from './bulk.js';
import { sightThresholds } from './calibration.js';
import { type CurveSkeleton, curveSkeleton } from './curve.js';
import { feetOf } from './feet.js';
import { isErect, type Profile, profileOf } from './profile.js';
import { type Stance, stanceOf } from './stance.js';

const { shortestBranch } = sightThresholds;

export type Sight = {
  /** Quarter turns about Y from the given solid to this one. */
  turns: number;
  volume: Volume;
  curve: CurveSkeleton;
  slices: readonly Slice[];
  bounds: Bounds;
  stance: Stance;
  height: number;
  profile: Profile;
};

/** Each side is measured once, when it is first looked at. */
export function createSights(volume: Volume): (turns: number) => Sight {
  const height = boundsOf(slicesOf(volume)).span[1] + volume.cell;
  const profile = profileOf(volume);
  const straight = curveSkeleton(volume, height * shortestBranch, isErect(profile) ? profile.neck : null);
  const feet = feetOf(volume, height);
  const known = new Map<number, Sight>();
  return (turns) => {
    const found = known.get(turns);
    if (found) return found;
    const turned = turnVolume(volume, turns);
    const slices = slicesOf(turned);
    const sight = {
      turns,
      volume: turned,
      curve: turnCurve(straight, turns),
      slices,
      bounds: boundsOf(slices),
      stance: stanceOf(turned, feet, turns),
      height,
      profile: turned === volume ? profile : profileOf(turned),
    };
    known.set(turns, sight);
    return sight;
  };
}

const turnCurve = ({ root, crown, branches, trace }: CurveSkeleton, turns: number): CurveSkeleton => ({
  root: quarterTurn(root, turns),
  crown: quarterTurn(crown, turns),
  branches: branches.map((branch) => ({
    ...branch,
    points: branch.points.map((p) => quarterTurn(p, turns)),
  })),
  trace: (p) => trace(quarterTurn(p, -turns)).map((q) => quarterTurn(q, turns)),
});
