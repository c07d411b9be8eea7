/** What tells a body that stands or lies upright from one on its back, side or head. */
import { turnVolume } from '../../geometry/volume/turn.js';
import type { Volume } from '../../geometry/volume/volume.js';
import { looksAquatic } from '../../skeleton/solid/aquatic.js';
import { boundsOf, slicesOf } from '../../skeleton/solid/bulk.js';
import { feetOf } from '../../skeleton/solid/feet.js';
import { legCountOf } from '../../skeleton/solid/legs.js';
import { profileOf } from '../../skeleton/solid/profile.js';
import { type Stance, stanceOf } from '../../skeleton/solid/stance.js';

/**
 * The signs of one direction of up: its proportions; its mirror symmetry; how many legs it stands on, what share of it
 * they are, and whether it is balanced; how high its bulk is; how much of its outline from above is at its lower and upper
 * end; its neck and head; how erect it is, how far it leans; and whether it looks like a fish.
 */
export function uprightSigns(volume: Volume): number[] {
  const views = [volume, turnVolume(volume, 1)].map((turned, turns) => {
    const slices = slicesOf(turned);
    return { turned, turns, slices, bounds: boundsOf(slices) };
  });
  const height = views[0]!.bounds.span[1] + volume.cell;
  const feet = feetOf(volume, height);
  const measured = views.map((view) => ({
    ...view,
    stance: stanceOf(view.turned, feet, view.turns),
    profile: profileOf(view.turned),
  }));
  // The mirror plane of a body facing sideways runs from front to back.
  const byMirror = measured.sort((a, b) => b.stance.mirrored - a.stance.mirrored);
  const [seen, other] = [byMirror[0]!, byMirror[1]!];
  const { stance, bounds, profile } = seen;
  const legs = legCountOf(seen);
  const layers = layersOf(volume);
  const [broad, tall, long] = bounds.span;
  const area = (broad * long) / volume.cell ** 2;
  const inside = layers.cells.reduce((sum, one) => sum + one, 0);
  const held = stance.pairs.reduce((sum, { left, right }) => sum + left.cells + right.cells, 0);
  const bulk = layers.cells.reduce((sum, count, j) => sum + count * j, 0) / inside;
  const covered = (from: number, to: number) => coveredIn(layers, from, to) / area;
  const framed = (from: number, to: number) => framedIn(layers, from, to) / area;
  return [
    Math.log(tall / broad),
    Math.log(tall / long),
    stance.mirrored,
    other.stance.mirrored,
    legs === 'two' ? 1 : 0,
    legs === 'four' ? 1 : 0,
    legs === 'many' ? 1 : 0,
    held / inside,
    isStable(stance, height) ? 1 : 0,
    Math.min(3, stance.pairs.length),
    Math.min(3, other.stance.pairs.length),
    Math.min(6, feet.length),
    Math.min(4, stance.middle.length),
    bulk / (layers.cells.length - 1 || 1),
    covered(0, 0.04),
    covered(0.96, 1),
    covered(0, 0.15),
    covered(0.85, 1),
    covered(0.4, 0.6),
    framed(0, 0.05),
    framed(0.95, 1),
    framed(0, 0.15),
    framed(0.85, 1),
    profile.neck === null ? 0 : 1,
    other.profile.neck === null ? 0 : 1,
    Math.min(2, profile.headShare),
    profile.headCells,
    other.profile.headCells,
    profile.neck === null ? 0.62 : profile.neck / height,
    Math.log(profile.spread[1] / profile.spread[0]),
    Math.log(profile.spread[1] / profile.spread[2]),
    Math.abs(profile.lean),
    Math.abs(other.profile.lean),
    measured.some((view) => looksAquatic(view.slices, view.bounds)) ? 1 : 0,
  ];
}

/** Whether the centre of mass is above the ground contact. */
function isStable({ centre, pairs, middle }: Stance, height: number): boolean {
  const soles = [
    ...pairs.flatMap(({ left, right }) => [left.sole, right.sole]),
    ...middle.map(({ sole }) => sole),
  ];
  const slack = 0.12 * height;
  const within = (axis: 0 | 2) =>
    Math.min(...soles.map((sole) => sole[axis])) - slack <= centre[axis] &&
    Math.max(...soles.map((sole) => sole[axis])) + slack >= centre[axis];
  return within(0) && within(2);
}

/** From the ground up, without empty ends: the cells of each layer, and the box around them. */
type Layers = { cells: number[]; boxes: Box[] };
type Box = { low: [number, number]; high: [number, number] };

function layersOf({ size: [nx, ny], inside }: Volume): Layers {
  const cells = Array.from({ length: ny }, () => 0);
  const boxes = cells.map((): Box => ({ low: [Infinity, Infinity], high: [-Infinity, -Infinity] }));
  for (let c = 0; c < inside.length; c++) {
    if (!inside[c]) continue;
    const [i, j, k] = [c % nx, Math.floor(c / nx) % ny, Math.floor(c / (nx * ny))];
    cells[j]!++;
    const { low, high } = boxes[j]!;
    low[0] = Math.min(low[0], i);
    low[1] = Math.min(low[1], k);
    high[0] = Math.max(high[0], i);
    high[1] = Math.max(high[1], k);
  }
  const isFull = (count: number) => count > 0;
  const [first, end] = [cells.findIndex(isFull), cells.findLastIndex(isFull) + 1];
  return { cells: cells.slice(first, end), boxes: boxes.slice(first, end) };
}

const rangeOf = <T>(layers: readonly T[], from: number, to: number): T[] =>
  layers.slice(Math.round((layers.length - 1) * from), Math.round((layers.length - 1) * to) + 1);

/** Mean cells of the layers between two fractions of the height. */
function coveredIn({ cells }: Layers, from: number, to: number): number {
  const some = rangeOf(cells, from, to);
  return some.reduce((sum, count) => sum + count, 0) / some.length;
}

/** Cells of the box around all of these layers. */
function framedIn({ boxes }: Layers, from: number, to: number): number {
  const some = rangeOf(boxes, from, to);
  const side = (axis: 0 | 1) =>
    Math.max(...some.map(({ high }) => high[axis])) - Math.min(...some.map(({ low }) => low[axis])) + 1;
  return side(0) * side(1);
}
