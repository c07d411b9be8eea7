/** Shapes on a grid of pixels: growing, shrinking, flooding, and the pieces they fall into. */

/** 1 inside; rows from the top. */
export type Mask = { width: number; height: number; inside: Uint8Array };

/** Pixels within `radius` of the mask. */
export function grow(mask: Mask, radius: number): Mask {
  const far = distances(mask.inside, mask, 1);
  return { ...mask, inside: where(far, (d) => d <= radius) };
}

/** Pixels farther than `radius` from all that is not of the mask; the picture's edge is not its end. */
export function shrink(mask: Mask, radius: number): Mask {
  const far = distances(mask.inside, mask, 0);
  return { ...mask, inside: where(far, (d) => d > radius) };
}

/** 1 where a value passes. */
export function where(values: Float32Array, passes: (value: number, i: number) => boolean): Uint8Array {
  const inside = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) if (passes(values[i]!, i)) inside[i] = 1;
  return inside;
}

/** Pixels to the nearest one that holds `value` (chamfer, within 4 % of Euclid). */
export function distances(
  values: Uint8Array,
  { width: w, height: h }: { width: number; height: number },
  value: 0 | 1,
): Float32Array {
  const far = new Float32Array(values.length);
  for (let n = 0; n < far.length; n++) far[n] = values[n] === value ? 0 : 1e6;
  const visit = (x: number, y: number, s: 1 | -1) => {
    const n = y * w + x;
    if (far[n] === 0) return;
    const [side, row] = [s > 0 ? x > 0 : x < w - 1, s > 0 ? y > 0 : y < h - 1];
    let best = far[n]!;
    if (side) best = Math.min(best, far[n - s]! + 1);
    if (row) best = Math.min(best, far[n - s * w]! + 1);
    if (row && x > 0) best = Math.min(best, far[n - s * w - 1]! + Math.SQRT2);
    if (row && x < w - 1) best = Math.min(best, far[n - s * w + 1]! + Math.SQRT2);
    far[n] = best;
  };
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) visit(x, y, 1);
  for (let y = h - 1; y >= 0; y--) for (let x = w - 1; x >= 0; x--) visit(x, y, -1);
  return far;
}

/** The connected pieces of what is inside, each as its pixels, largest first. */
export function piecesOf({ width, height, inside }: Mask): Int32Array[] {
  const seen = new Uint8Array(inside.length);
  const queue = new Int32Array(inside.length);
  const found: Int32Array[] = [];
  for (let start = 0; start < inside.length; start++) {
    if (!inside[start] || seen[start]) continue;
    queue[0] = start;
    seen[start] = 1;
    found.push(queue.slice(0, spread(queue, 1, width, height, inside, seen)));
  }
  return found.sort((a, b) => b.length - a.length);
}

/** What can be reached from the picture's border without leaving `open`. */
export function floodFromBorder({ width, height, inside: open }: Mask): Uint8Array {
  const seen = new Uint8Array(open.length);
  const queue = new Int32Array(open.length);
  let count = 0;
  for (const pixel of borderPixels(width, height))
    if (open[pixel] && !seen[pixel]) {
      seen[pixel] = 1;
      queue[count++] = pixel;
    }
  spread(queue, count, width, height, open, seen);
  return seen;
}

/** Breadth first over four neighbours from the first `count` of the queue. @returns how many it then holds */
function spread(
  queue: Int32Array,
  count: number,
  width: number,
  height: number,
  open: Uint8Array,
  seen: Uint8Array,
): number {
  let end = count;
  const visit = (pixel: number) => {
    if (!open[pixel] || seen[pixel]) return;
    seen[pixel] = 1;
    queue[end++] = pixel;
  };
  for (let at = 0; at < end; at++) {
    const pixel = queue[at]!;
    const x = pixel % width;
    if (x > 0) visit(pixel - 1);
    if (x < width - 1) visit(pixel + 1);
    if (pixel >= width) visit(pixel - width);
    if (pixel < width * (height - 1)) visit(pixel + width);
  }
  return end;
}

export function borderPixels(width: number, height: number): number[] {
  const pixels: number[] = [];
  for (let x = 0; x < width; x++) pixels.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y++) pixels.push(y * width, y * width + width - 1);
  return pixels;
}

export const areaOf = ({ inside }: Mask): number => {
  let sum = 0;
  for (const value of inside) sum += value;
  return sum;
};

export function boundsOf(pixels: ArrayLike<number>, width: number) {
  const box = { left: width, right: -1, top: Number.POSITIVE_INFINITY, bottom: -1 };
  for (let i = 0; i < pixels.length; i++) {
    const [x, y] = [pixels[i]! % width, Math.floor(pixels[i]! / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}
