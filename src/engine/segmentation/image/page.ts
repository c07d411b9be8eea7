/** Finds a sheet of paper in a photo of a drawing, and straightens it, so that its edges are not the figure's. */
import type { Picture } from '../../input/image/decode.js';
import { pageThresholds } from './calibration.js';
import { areaOf, floodFromBorder, inverse, type Mask, piecesOf } from './grid.js';

const { size, leastShare, mostShare, leastFilled, leastContrast, leastDrawn, framed, margin } =
  pageThresholds;

type Corner = readonly [x: number, y: number];
/** Upper left, upper right, lower right and lower left corner, as fractions of the picture's sides. */
type Quad = readonly [Corner, Corner, Corner, Corner];

/** The page alone, seen straight from above; null where the picture shows none. */
export function pageIn(picture: Picture): Picture | null {
  const quad = quadOf(picture);
  return quad && straightened(picture, quad);
}

function quadOf(picture: Picture): Quad | null {
  for (let n = 3; n < picture.rgba.length; n += 4) if (picture.rgba[n]! < 128) return null;
  const { light, width, height } = lightnessOf(picture);
  const limit = separating(light);
  const bright: Mask = { width, height, inside: light.map((value) => (value > limit ? 1 : 0)) };
  const [largest] = piecesOf(bright);
  if (!largest) return null;
  const sheet: Mask = { width, height, inside: new Uint8Array(light.length) };
  for (const n of largest) sheet.inside[n] = 1;
  const around = floodFromBorder(inverse(sheet));
  const whole: Mask = { width, height, inside: around.map((out) => 1 - out) };
  const share = areaOf(whole) / light.length;
  if (share < leastShare || share > mostShare) return null;
  if (areaOf(whole) - areaOf(sheet) < areaOf(whole) * leastDrawn) return null;
  if (meanOf(light, sheet.inside) - meanOf(light, around) < leastContrast) return null;
  const corners = cornersOf(whole);
  const inside = isWithin(corners);
  let [quad, both] = [0, 0];
  for (let n = 0; n < light.length; n++) {
    if (!inside((n % width) + 0.5, Math.floor(n / width) + 0.5)) continue;
    quad++;
    both += whole.inside[n]!;
  }
  if (both / (quad + areaOf(whole) - both) < leastFilled) return null;
  const places = scaled(corners, 1 / width, 1 / height);
  const inCorner = ([x, y]: Corner) => Math.min(x, 1 - x) < framed && Math.min(y, 1 - y) < framed;
  return places.every(inCorner) ? null : places;
}

function scaled([a, b, c, d]: Quad, across: number, down: number): Quad {
  const one = ([x, y]: Corner): Corner => [x * across, y * down];
  return [one(a), one(b), one(c), one(d)];
}

/** Lightness, 0-255, at a size of at most `size` pixels a side. */
function lightnessOf({ width: w, height: h, rgba }: Picture) {
  const scale = Math.max(1, Math.max(w, h) / size);
  const [width, height] = [Math.floor(w / scale), Math.floor(h / scale)];
  const light = new Uint8Array(width * height);
  for (let n = 0; n < light.length; n++) {
    const from = Math.floor(Math.floor(n / width) * scale) * w + Math.floor((n % width) * scale);
    const [r, g, b] = [rgba[from * 4]!, rgba[from * 4 + 1]!, rgba[from * 4 + 2]!];
    // Paper is white: strong colours count as dark.
    light[n] = Math.max(0, Math.min(r, g, b) - (Math.max(r, g, b) - Math.min(r, g, b)) * 0.5);
  }
  return { light, width, height };
}

/** Otsu's threshold: the one that best separates two groups of values. */
function separating(values: Uint8Array): number {
  const counts = new Float64Array(256);
  let total = 0;
  for (const value of values) {
    counts[value]!++;
    total += value;
  }
  let [best, most, below, sum] = [0, -1, 0, 0];
  for (let level = 0; level < 255; level++) {
    below += counts[level]!;
    sum += level * counts[level]!;
    const above = values.length - below;
    if (below === 0 || above === 0) continue;
    const apart = sum / below - (total - sum) / above;
    if (below * above * apart * apart > most) [best, most] = [level, below * above * apart * apart];
  }
  return best;
}

function meanOf(values: Uint8Array, counts: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let n = 0; n < values.length; n++)
    if (counts[n]) {
      sum += values[n]!;
      count++;
    }
  return sum / Math.max(1, count);
}

/** The points farthest along the diagonals. */
function cornersOf({ width, inside }: Mask): Quad {
  const farthest = (along: (x: number, y: number) => number): Corner => {
    let [corner, most]: [Corner, number] = [[0, 0], Number.NEGATIVE_INFINITY];
    for (let n = 0; n < inside.length; n++) {
      if (!inside[n]) continue;
      const [x, y] = [(n % width) + 0.5, Math.floor(n / width) + 0.5];
      if (along(x, y) > most) [corner, most] = [[x, y], along(x, y)];
    }
    return corner;
  };
  return [
    farthest((x, y) => -x - y),
    farthest((x, y) => x - y),
    farthest((x, y) => x + y),
    farthest((x, y) => y - x),
  ];
}

const isWithin =
  (corners: Quad) =>
  (x: number, y: number): boolean =>
    corners.every(([ax, ay], i) => {
      const [bx, by] = corners[(i + 1) % 4]!;
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -0.5 * Math.hypot(bx - ax, by - ay);
    });

/** Perspective map of the unit square to a quadrilateral (Heckbert 1989). */
function perspective([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Quad): (s: number, t: number) => Corner {
  const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const size = ax * by - bx * ay || 1e-9;
  const [g, h] = [(sx * by - bx * sy) / size, (ax * sy - sx * ay) / size];
  return (s, t) => {
    const w = g * s + h * t + 1;
    return [
      ((x1 - x0 + g * x1) * s + (x3 - x0 + h * x3) * t + x0) / w,
      ((y1 - y0 + g * y1) * s + (y3 - y0 + h * y3) * t + y0) / w,
    ];
  };
}

function straightened(picture: Picture, quad: Quad): Picture {
  const corners = scaled(quad, picture.width, picture.height);
  const side = (a: number, b: number) =>
    Math.hypot(corners[a]![0] - corners[b]![0], corners[a]![1] - corners[b]![1]);
  const [width, height] = [
    Math.round((side(0, 1) + side(3, 2)) / 2),
    Math.round((side(0, 3) + side(1, 2)) / 2),
  ];
  const place = perspective(corners);
  const within = (share: number) => margin + share * (1 - 2 * margin);
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = place(within((x + 0.5) / width), within((y + 0.5) / height));
      for (let c = 0; c < 4; c++) rgba[(y * width + x) * 4 + c] = sampled(picture, u - 0.5, v - 0.5, c);
    }
  return { ...picture, width, height, rgba };
}

function sampled({ width, height, rgba }: Picture, x: number, y: number, channel: number): number {
  const [cx, cy] = [Math.min(width - 1.001, Math.max(0, x)), Math.min(height - 1.001, Math.max(0, y))];
  const [i, j] = [Math.floor(cx), Math.floor(cy)];
  const [s, t, n] = [cx - i, cy - j, (j * width + i) * 4 + channel];
  const upper = rgba[n]! * (1 - s) + rgba[n + 4]! * s;
  const lower = rgba[n + width * 4]! * (1 - s) + rgba[n + width * 4 + 4]! * s;
  return upper * (1 - t) + lower * t + 0.5;
}
