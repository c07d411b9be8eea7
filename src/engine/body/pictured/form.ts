/**
 * How deep a figure is behind its outline. The relief alone makes a disc a lens and everything symmetric about the
 * picture's plane; a form stretches it by part, towards the viewer and away, and moves its middle.
 */
import { type Field, leaf } from '../../geometry/field/field.js';
import type { Vec3 } from '../../geometry/vec.js';
import type { Joint, Skeleton } from '../../skeleton/skeleton.js';
import { figureFormThresholds } from './calibration.js';
import { carriedOn, interpolated, placesOf, softened } from './cells.js';
import { maxOf, type Relief, reliefDistance } from './inflate.js';

const { soles } = figureFormThresholds;

/** For each cell of the silhouette, NaN where another part decides. */
export type Depths = {
  /** Depth relative to the relief, on the viewer's side of the middle and behind it. */
  ahead: Float32Array;
  behind: Float32Array;
  /** Metres from the picture's plane towards the viewer. */
  middle: Float32Array;
};

export type Form = {
  relief: Relief;
  /** Approximate distance to the surface, at `across` metres from the picture's plane towards the viewer. */
  distance(u: number, v: number, across: number): number;
  /** Metres from the picture's plane to the middle and to the surface that faces the viewer. */
  middle(u: number, v: number): number;
  surface(u: number, v: number): number;
  /** The greatest distance of the surface from the picture's plane. */
  reach: number;
};

/** @param merging cells over which parts merge into each other (standard deviation) */
export function formOf(relief: Relief, depths: Depths, merging = 1.6): Form {
  const s = relief.silhouette;
  const placeOf = placesOf(s);
  // Each pass has half a square cell of variance.
  const passes = Math.max(1, Math.round(merging * merging * 2));
  const over = (values: Float32Array): Form['middle'] => {
    const first = values.find((value) => !Number.isNaN(value)) ?? 0;
    if (values.every((value) => Number.isNaN(value) || value === first)) return () => first;
    return interpolated(softened(carriedOn(values, s.columns), s.columns, passes), s, placeOf);
  };
  const [ahead, behind, middle] = [over(depths.ahead), over(depths.behind), over(depths.middle)];
  const distance = (u: number, v: number, across: number): number => {
    const w = across - middle(u, v);
    const scale = w > 0 ? ahead(u, v) : behind(u, v);
    return reliefDistance(relief, u, v, w / scale) * Math.min(1, scale);
  };
  const surface = (u: number, v: number): number =>
    middle(u, v) + ahead(u, v) * Math.sqrt(Math.max(0, relief.at(u, v)));
  let reach = 0;
  eachCell(relief, (_n, u, v, half) => {
    const m = Math.abs(middle(u, v));
    reach = Math.max(reach, m + Math.max(ahead(u, v), behind(u, v)) * half);
  });
  return { relief, distance, middle, surface, reach: reach * 1.05 + s.cell };
}

/** As deep everywhere as the relief. */
export const plainForm = (relief: Relief): Form => ({
  relief,
  distance: (u, v, across) => reliefDistance(relief, u, v, across),
  middle: () => 0,
  surface: (u, v) => Math.sqrt(Math.max(0, relief.at(u, v))),
  reach: Math.sqrt(maxOf(relief)) * 1.1,
});

/**
 * The distance to a form that stands on the ground: below `sole` metres it is as deep as there, since a relief gets
 * thin at its outline, and feet would end in an edge.
 * @param ground where it stands, in metres above the picture's lower edge
 */
export function standing({ relief, distance }: Form, sole: number) {
  return (u: number, v: number, across: number, ground = 0): number => {
    const top = ground + sole;
    if (v >= top) return distance(u, v, across);
    const outside = -relief.at(u, v) / relief.slope(u, v);
    return Math.max(distance(u, top, across), outside);
  };
}

/** The solid of a picture from the front, which ends at the ground. */
export function frontField(form: Form): Field {
  const { relief, reach } = form;
  const { width, height, cell } = relief.silhouette;
  const distance = standing(form, soles * height);
  return leaf(
    { min: [-width / 2 - cell, -cell, -reach], max: [width / 2 + cell, height + cell, reach] },
    (x, y, z) => Math.max(distance(x, y, z), -y),
  );
}

/** The joints moved from the picture's plane to the middle of the figure. */
export const centred = (skeleton: Skeleton, { middle }: Form): Skeleton => ({
  ...skeleton,
  joints: skeleton.joints.map((joint): Joint => {
    const inside = ([x, y, z]: Vec3): Vec3 => [x, y, z + middle(x, y)];
    return { ...joint, position: inside(joint.position), tail: inside(joint.tail) };
  }),
});

/** Calls `visit` for each cell inside the outline, with its centre and the relief's half thickness there, in metres. */
export function eachCell(
  { at, silhouette: s }: Relief,
  visit: (n: number, u: number, v: number, half: number) => void,
): void {
  for (let n = 0; n < s.inside.length; n++) {
    if (!s.inside[n]) continue;
    const u = ((n % s.columns) + 0.5 - s.columns / 2) * s.cell;
    const v = (Math.floor(n / s.columns) + 0.5) * s.cell;
    visit(n, u, v, Math.sqrt(Math.max(1e-9, at(u, v))));
  }
}

/** The greatest half thickness of the relief among some cells, in metres. */
export function thickestOf(relief: Relief, counts: (cell: number) => boolean = () => true): number {
  let thickest = 0;
  eachCell(relief, (n, _u, _v, half) => {
    if (half > thickest && counts(n)) thickest = half;
  });
  return thickest || relief.silhouette.cell;
}

/** The same depth on both sides of the middle. */
export function setDepth({ ahead, behind, middle }: Depths, n: number, scale: number, centre = 0): void {
  ahead[n] = scale;
  behind[n] = scale;
  middle[n] = centre;
}

export const emptyDepths = (cells: number): Depths => {
  const blank = () => new Float32Array(cells).fill(Number.NaN);
  return { ahead: blank(), behind: blank(), middle: blank() };
};
