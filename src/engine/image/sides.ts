/** What tells the front of a figure from its back, and its left from its right: faces have detail, toes point ahead. */
import type { Picture } from './decode.js';
import { middleOf, runsOf, type Silhouette, widthOf } from './silhouette.js';

export type Seen = { picture: Picture; silhouette: Silhouette };

/** Of the height: the part from the top that holds the face, and what near the outline is not counted. */
const [head, rim] = [0.34, 0.025];

/** Heights over which lightness is compared, so that large and small pictures agree. */
const stride = 0.007;

/** Visits the change of lightness (0 to 255) over a stride in the head, `u` metres from the figure's middle. */
function eachEdge({ picture, silhouette: s }: Seen, visit: (change: number, u: number) => void): void {
  const { crop } = s;
  const light = (x: number, y: number) => {
    const n = (y * picture.width + x) * 4;
    return (picture.rgba[n]! * 2 + picture.rgba[n + 1]! * 5 + picture.rgba[n + 2]!) / 8;
  };
  const step = Math.max(1, Math.round(crop.height * stride));
  for (let j = Math.ceil(s.rows * (1 - head)); j < s.rows; j++)
    for (let i = 0; i < s.columns; i++) {
      if (s.depth[j * s.columns + i]! < s.height * rim) continue;
      const x = Math.min(
        picture.width - 1 - step,
        crop.left + Math.floor(((i + 0.5) / s.columns) * crop.width),
      );
      const y = Math.min(
        picture.height - 1 - step,
        crop.top + Math.floor((1 - (j + 0.5) / s.rows) * crop.height),
      );
      const change = Math.hypot(light(x + step, y) - light(x, y), light(x, y + step) - light(x, y));
      visit(change, (i + 0.5 - s.columns / 2) * s.cell);
    }
}

/** Of 255: what lenses and paper do, added to every detail so that two plain heads are alike. */
const quiet = 1.5;

/** How much goes on in the upper third within the outline: eyes and a mouth, or hair. */
export function detailOf(seen: Seen): number {
  let [sum, count] = [0, 0];
  eachEdge(seen, (change) => {
    sum += Math.min(change, 60);
    count++;
  });
  return quiet + sum / (count || 1);
}

/** The detail from which on a head has features. */
const featured = 3;

/** Heights by which toes or a face must be off the middle to count. */
const least = 0.012;

/** Which way a figure seen from its side looks, to the picture's right (1) or left (-1), by its toes and then its face; 0 when neither tells. */
export function facingOf(seen: Seen): -1 | 0 | 1 {
  const { silhouette: s } = seen;
  const toes = middleBetween(s, 0, 0.045) - middleBetween(s, 0.08, 0.14);
  if (Math.abs(toes) > least * s.height) return toes > 0 ? 1 : -1;
  let [sum, weight] = [0, 0];
  eachEdge(seen, (change, u) => {
    if (change < 12) return;
    sum += u * change;
    weight += change;
  });
  const face = detailOf(seen) > featured ? sum / weight - middleBetween(s, 1 - head, 1) : 0;
  if (Math.abs(face) > least * s.height) return face > 0 ? 1 : -1;
  return 0;
}

/** Metres from the middle to that of the rows between two shares of the height. */
function middleBetween(s: Silhouette, from: number, to: number): number {
  let [sum, count] = [0, 0];
  for (let row = Math.floor(s.rows * from); row < Math.ceil(s.rows * to) && row < s.rows; row++)
    for (const run of runsOf(s, row)) {
      sum += middleOf(run) * widthOf(run);
      count += widthOf(run);
    }
  return count > 0 ? (sum / count - s.columns / 2) * s.cell : 0;
}
