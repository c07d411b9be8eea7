/** How far the surface around a joint reaches from an axis through it, by place along the axis and by direction. */
import { clamp, type Vec3 } from '../geometry/vec.js';
import { type Quaternion, rotateBy } from './clip.js';

export type Profile = {
  slices: number;
  sectors: number;
  /** Least and greatest place along the axis. */
  low: number;
  high: number;
  /** Distance of the furthest point from the joint. */
  reach: number;
  radii: Float64Array;
  /** The greatest radius of each slice, and of all. */
  widest: Float64Array;
  thickest: number;
  /** The point of each cell that is furthest from the axis, relative to the joint. */
  furthest: readonly (Vec3 | undefined)[];
};

const mostSlices = 32;

/**
 * @param step height of the cells along the axis
 * @param upright rotates the axis to +Y; without it, the axis is vertical
 */
export function profileOf(
  points: readonly Vec3[],
  { step, sectors }: { step: number; sectors: number },
  upright?: Quaternion,
): Profile {
  const turned = upright ? points.map((point) => rotateBy(upright, point)) : points;
  let [low, high, reach] = [Infinity, -Infinity, 0];
  for (const [x, y, z] of turned) {
    low = Math.min(low, y);
    high = Math.max(high, y);
    reach = Math.max(reach, x * x + y * y + z * z);
  }
  const slices = clamp(Math.ceil((high - low) / step), 1, mostSlices);
  const radii = new Float64Array(slices * sectors);
  const furthest = new Array<Vec3 | undefined>(slices * sectors);
  turned.forEach(([x, y, z], i) => {
    const along = Math.floor(((y - low) / (high - low || 1)) * slices);
    const cell = Math.min(slices - 1, along) * sectors + (Math.floor(sectorAt(x, z, sectors)) % sectors);
    const radius = Math.sqrt(x * x + z * z);
    if (furthest[cell] && radius <= radii[cell]!) return;
    radii[cell] = radius;
    furthest[cell] = points[i]!;
  });
  const widest = new Float64Array(slices);
  radii.forEach((radius, cell) => {
    const slice = Math.floor(cell / sectors);
    widest[slice] = Math.max(widest[slice]!, radius);
  });
  const thickest = widest.reduce((most, radius) => Math.max(most, radius), 0);
  return { slices, sectors, low, high, reach: Math.sqrt(reach), radii, widest, thickest, furthest };
}

/** Between 0 and `sectors`. */
const sectorAt = (x: number, z: number, sectors: number): number =>
  ((Math.atan2(x, z) / (2 * Math.PI) + 1) * sectors) % sectors;

/** Radius in the direction of a point at its place along a vertical axis, blended between neighbouring cells. */
export const radiusAt = (profile: Profile, [x, y, z]: Vec3): number => radiusTowards(profile, x, y, z);

/** The same for the coordinates of the point. */
export function radiusTowards(profile: Profile, x: number, y: number, z: number): number {
  const { slices, sectors, radii } = profile;
  const along = placeAlong(profile, y);
  const row = Math.floor(along);
  const above = Math.min(slices - 1, row + 1);
  const turn = sectorAt(x, z, sectors) + sectors - 0.5;
  const left = Math.floor(turn) % sectors;
  const right = (left + 1) % sectors;
  const aside = turn - Math.floor(turn);
  const lower = radii[row * sectors + left]! * (1 - aside) + radii[row * sectors + right]! * aside;
  const upper = radii[above * sectors + left]! * (1 - aside) + radii[above * sectors + right]! * aside;
  return lower * (1 - along + row) + upper * (along - row);
}

const placeAlong = ({ slices, low, high }: Profile, y: number): number =>
  clamp(((y - low) / (high - low || 1)) * slices - 0.5, 0, slices - 1);

/** A little more than the greatest radius in any direction at a height: much quicker to tell than the radius itself. */
export function widestAt(profile: Profile, y: number): number {
  const row = Math.floor(placeAlong(profile, y));
  const above = Math.min(profile.slices - 1, row + 1);
  return Math.max(profile.widest[row]!, profile.widest[above]!) + 1e-9;
}
