/** Recognises models that are certainly no body: flat surfaces, plain shapes, several figures, and rooms. */
import { labelPieces } from '../../geometry/volume/bridge.js';
import type { Volume } from '../../geometry/volume/volume.js';
import { createRandom } from '../../random.js';
import { cellsOf } from '../image/grid.js';
import { noBodyThresholds } from './calibration.js';

const { thin, paper, covered, convex, slender, fellow, upright, floor, wall, slab, airy } = noBodyThresholds;

export type NoBody = 'flat' | 'plain' | 'crowd' | 'room';

/** First and last cell with content along each axis. */
type Bounds = { low: number[]; high: number[]; span: number[] };

/** @param volume before its loose pieces are joined */
export function noBodyIn(volume: Volume): NoBody | null {
  const bounds = boundsOf(volume);
  const [shortest, middle, longest] = [...bounds.span].sort((a, b) => a - b) as [number, number, number];
  const flatAxis = bounds.span.indexOf(shortest);
  // A stretched snake is thin in two directions.
  const isSheet = middle > 4 * shortest;
  if (isSheet && shortest < thin * longest && coverOf(volume, bounds, flatAxis, 0, 1) > covered)
    return 'flat';
  if (isSheet && shortest <= paper) return 'flat';
  if (isRoom(volume, bounds)) return 'room';
  if (longest < slender * middle && isConvex(volume)) return 'plain';
  return isCrowd(volume, bounds) ? 'crowd' : null;
}

const boundsOf = (volume: Volume): Bounds =>
  boundsOfEach(volume, 1, (cell) => (volume.inside[cell] ? 0 : -1))[0]!;

/** The bounds of every label in one pass, because a model may have thousands of pieces. */
function boundsOfEach(
  { size: [nx, ny, nz] }: Volume,
  count: number,
  labelOf: (cell: number) => number,
): Bounds[] {
  const made = Array.from({ length: count }, () => ({
    low: [Infinity, Infinity, Infinity],
    high: [-Infinity, -Infinity, -Infinity],
  }));
  let c = 0;
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++, c++) {
        const label = labelOf(c);
        if (label < 0) continue;
        widen(made[label]!, 0, i);
        widen(made[label]!, 1, j);
        widen(made[label]!, 2, k);
      }
  return made.map(({ low, high }) => ({
    low,
    high,
    span: high.map((value, axis) => value - low[axis]! + 1),
  }));
}

function widen({ low, high }: Pick<Bounds, 'low' | 'high'>, axis: number, value: number): void {
  if (value < low[axis]!) low[axis] = value;
  if (value > high[axis]!) high[axis] = value;
}

/** The fraction of a side of the bounding box behind which there are cells, in a slab from `from` to `to`. */
function coverOf({ size, inside }: Volume, bounds: Bounds, axis: number, from: number, to: number) {
  const [u, v] = [0, 1, 2].filter((one) => one !== axis) as [number, number];
  const strides = [1, size[0], size[0] * size[1]];
  const placeOf = (c: number, along: number) => Math.floor(c / strides[along]!) % size[along]!;
  const { low, span } = bounds;
  const [first, last] = [from, to].map((share) => low[axis]! + share * (span[axis]! - 1)) as [number, number];
  const seen = new Uint8Array(span[u]! * span[v]!);
  for (let c = 0; c < inside.length; c++) {
    if (!inside[c]) continue;
    const place = placeOf(c, axis);
    if (place < first || place > last) continue;
    seen[placeOf(c, u) - low[u]! + span[u]! * (placeOf(c, v) - low[v]!)] = 1;
  }
  return seen.reduce((sum, one) => sum + one, 0) / seen.length;
}

/** A floor with walls on two sides or more, and mostly air between them. */
function isRoom(volume: Volume, bounds: Bounds): boolean {
  const filled =
    volume.inside.reduce((sum, one) => sum + one, 0) / bounds.span.reduce((product, one) => product * one, 1);
  if (filled > airy || coverOf(volume, bounds, 1, 0, slab) < floor) return false;
  const walls = [0, 2].flatMap((axis) => [
    coverOf(volume, bounds, axis, 0, slab),
    coverOf(volume, bounds, axis, 1 - slab, 1),
  ]);
  return walls.filter((share) => share > wall).length >= 2;
}

const [pairs, steps] = [800, 7];

/** Boxes, balls, cones and eggs: lines between any two of their cells stay inside. */
function isConvex({ size: [nx, ny], inside }: Volume): boolean {
  const cells = cellsOf(inside);
  const random = createRandom(1);
  const draw = () => cells[Math.floor(random() * cells.length)]!;
  const placeOf = (c: number) => [c % nx, Math.floor(c / nx) % ny, Math.floor(c / (nx * ny))] as const;
  let within = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const [a, b] = [placeOf(draw()), placeOf(draw())];
    let stays = true;
    for (let step = 1; step < steps && stays; step++) {
      const [i, j, k] = [0, 1, 2].map((axis) =>
        Math.round(a[axis]! + ((b[axis]! - a[axis]!) * step) / steps),
      ) as [number, number, number];
      stays = inside[i + nx * (j + ny * k)] === 1;
    }
    if (stays) within++;
  }
  return within / pairs > convex;
}

/** Several pieces of about one size, beside each other and each as tall as the whole. */
function isCrowd(volume: Volume, { span }: Bounds): boolean {
  const { labels, counts } = labelPieces(volume);
  const most = Math.max(...counts);
  const boxes = boundsOfEach(volume, counts.length, (cell) => labels[cell]!).filter(
    (_, label) => counts[label]! > fellow * most,
  );
  const tall = boxes.filter((box) => box.span[1]! > upright * span[1]!);
  const apart = (a: Bounds, b: Bounds) =>
    [0, 2].some((axis) => a.high[axis]! < b.low[axis]! || b.high[axis]! < a.low[axis]!);
  return tall.some((a, i) => tall.some((b, j) => i < j && apart(a, b)));
}
