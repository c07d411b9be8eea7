/** Rejects foreground that is not a figure: strokes, letters, rings and plain shapes. */
import { AppError } from '../../../base/errors.js';
import { edgesIn } from '../../body/pictured/layers-sheet.js';
import type { Picture } from '../../input/image/decode.js';
import { extremitiesOf } from '../../skeleton/outline/extremities.js';
import { noFigureThresholds } from './calibration.js';
import { areaOf } from './grid.js';
import type { Silhouette } from './silhouette.js';

const { shortest, winding, straight, head, even, evenTurned, tapered, drawnOut, long, same, within, blank } =
  noFigureThresholds;

/** @throws AppError `no_body` for an outline with neither limbs nor anything drawn inside */
export function checkFigure(picture: Picture, s: Silhouette): void {
  const { limbs, radius } = extremitiesOf(s, Math.max(s.width, s.height) * shortest);
  const [first, second, third] = limbs;
  const length = (first?.length ?? 0) + (second?.length ?? 0) + radius * 2;
  const breadth = (areaOf(s) * s.cell * s.cell) / length;
  const branches = third !== undefined && third.length > 0.12 * length;
  const stroke = length < 1.1 * Math.hypot(s.width, s.height) && radius < even * breadth ? straight : winding;
  const thin = length > stroke * breadth && radius < head * breadth;
  const ends = limbs.slice(0, 2).every(({ thickness }) => radius < tapered * thickness);
  const evenly = ends && radius < (length > long * breadth ? evenTurned : even) * breadth;
  const plain = (!branches && evenly && length > drawnOut * breadth) || isDiscOrBar(s);
  if (!thin && !(plain && isBlank(picture, s, radius * within))) return;
  throw new AppError(
    'no_body',
    'No figure was found in that picture, only a line or a plain shape. Use one figure on a plain background.',
  );
}

/** Whether nothing is drawn where the figure is deeper than `rim` metres. */
function isBlank(picture: Picture, s: Silhouette, rim: number): boolean {
  const { strength } = edgesIn(picture, s);
  let [deep, drawn] = [0, 0];
  for (let n = 0; n < strength.length; n++) {
    if (s.depth[n]! <= rim) continue;
    deep++;
    if (strength[n]! > 7) drawn++;
  }
  return drawn <= deep * blank;
}

/** Whether the outline is nearly the ellipse or rectangle with the same centre, axes and spread. */
function isDiscOrBar({ columns, inside }: Silhouette): boolean {
  const cells = Array.from(inside.keys()).filter((n) => inside[n]);
  const mean = (of: (x: number, y: number) => number) =>
    cells.reduce((sum, n) => sum + of(n % columns, Math.floor(n / columns)), 0) / cells.length;
  const [mx, my] = [mean((x) => x), mean((_, y) => y)];
  const [xx, yy] = [mean((x) => (x - mx) ** 2), mean((_, y) => (y - my) ** 2)];
  const tilt = Math.atan2(2 * mean((x, y) => (x - mx) * (y - my)), xx - yy) / 2;
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const along = (x: number, y: number) => (x - mx) * cos + (y - my) * sin;
  const across = (x: number, y: number) => (y - my) * cos - (x - mx) * sin;
  const [a, b] = [mean((x, y) => along(x, y) ** 2), mean((x, y) => across(x, y) ** 2)];
  const shares = (area: number, holds: (u: number, v: number) => boolean) => {
    const common = cells.length * mean((x, y) => (holds(along(x, y), across(x, y)) ? 1 : 0));
    return common / (area + cells.length - common);
  };
  return (
    shares(4 * Math.PI * Math.sqrt(a * b), (u, v) => (u * u) / a + (v * v) / b <= 4) > same ||
    shares(12 * Math.sqrt(a * b), (u, v) => u * u <= 3 * a && v * v <= 3 * b) > same
  );
}
