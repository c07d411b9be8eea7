/** Binary masks on a pixel grid: dilation, erosion, flood fill and connected components. */

/** 1 inside; rows from the top. */
export type Mask = { width: number; height: number; inside: Uint8Array };

/** Dilation: pixels within `radius` of the mask. */
export function dilate(mask: Mask, radius: number): Mask {
  if (radius >= 1 && radius < Math.SQRT2) return { ...mask, inside: spilled(mask, 1) };
  const far = distances(mask.inside, mask, 1);
  return { ...mask, inside: where(far, (d) => d <= radius) };
}

/**
 * Erosion: pixels farther than `radius` from everything outside the mask; the picture's edge does not count as
 * outside.
 */
export function shrink(mask: Mask, radius: number): Mask {
  if (radius >= 1 && radius < Math.SQRT2) return { ...mask, inside: spilled(mask, 0) };
  const far = distances(mask.inside, mask, 0);
  return { ...mask, inside: where(far, (d) => d > radius) };
}

/** The mask after every pixel of `value` has spread to its four neighbours. */
function spilled({ width: w, height: h, inside }: Mask, value: 0 | 1): Uint8Array {
  const out = inside.slice();
  for (let y = 0, n = 0; y < h; y++)
    for (let x = 0; x < w; x++, n++) {
      if (inside[n] !== value) continue;
      if (x > 0) out[n - 1] = value;
      if (x < w - 1) out[n + 1] = value;
      if (y > 0) out[n - w] = value;
      if (y < h - 1) out[n + w] = value;
    }
  return out;
}

/** The complement of the mask. */
export function inverse(mask: Mask): Mask {
  const inside = new Uint8Array(mask.inside.length);
  for (let n = 0; n < inside.length; n++) inside[n] = 1 - mask.inside[n]!;
  return { ...mask, inside };
}

/** The places of all cells that are 1, in order. */
export function cellsOf(inside: Uint8Array): Int32Array {
  const cells = new Int32Array(inside.length);
  let count = 0;
  for (let n = 0; n < inside.length; n++) if (inside[n]) cells[count++] = n;
  return cells.slice(0, count);
}

/** 1 for values that pass the test. */
export function where(values: Float32Array, passes: (value: number, i: number) => boolean): Uint8Array {
  const inside = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) if (passes(values[i]!, i)) inside[i] = 1;
  return inside;
}

/** Distance in pixels to the nearest pixel with `value` (chamfer, within 4 % of Euclidean). */
export function distances(
  values: Uint8Array,
  { width, height }: { width: number; height: number },
  value: 0 | 1,
): Float32Array {
  const far = new Float32Array(values.length);
  for (let n = 0; n < far.length; n++) far[n] = values[n] === value ? 0 : 1e6;
  sweep(far, width, height, 1);
  sweep(far, width, height, -1);
  return far;
}

/** One pass of the distance transform, forwards (`s` 1) or backwards. */
function sweep(far: Float32Array, w: number, h: number, s: 1 | -1): void {
  const last = w - 1;
  for (let j = 0; j < h; j++) {
    const start = s > 0 ? j * w : (h - j) * w - 1;
    for (let i = 0; i < w; i++) {
      const n = start + s * i;
      let best = far[n]!;
      if (best === 0) continue;
      if (i > 0) best = Math.min(best, far[n - s]! + 1);
      if (j > 0) {
        const before = n - s * w;
        best = Math.min(best, far[before]! + 1);
        if (i > 0) best = Math.min(best, far[before - s]! + Math.SQRT2);
        if (i < last) best = Math.min(best, far[before + s]! + Math.SQRT2);
      }
      far[n] = best;
    }
  }
}

/** Connected components of the inside as lists of pixels, largest first. */
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

/** Pixels reachable from the picture's border within `open`. */
export function floodFromBorder(open: Mask): Uint8Array {
  const start = new Uint8Array(open.inside.length);
  for (const pixel of borderPixels(open.width, open.height)) start[pixel] = open.inside[pixel]!;
  return floodFrom(start, open);
}

/** `start` plus the pixels reachable from it within `open`. */
export function floodFrom(start: Uint8Array, { width, height, inside: open }: Mask): Uint8Array {
  const seen = start.slice();
  const queue = new Int32Array(open.length);
  let count = 0;
  for (let pixel = 0; pixel < seen.length; pixel++) if (seen[pixel]) queue[count++] = pixel;
  spread(queue, count, width, height, open, seen);
  return seen;
}

/**
 * Breadth-first search over four neighbours from the first `count` entries of the queue. @returns the queue's new
 * length
 */
function spread(
  queue: Int32Array,
  count: number,
  width: number,
  height: number,
  open: Uint8Array,
  seen: Uint8Array,
): number {
  let end = count;
  for (let at = 0; at < end; at++) {
    const pixel = queue[at]!;
    const x = pixel % width;
    for (let side = 0; side < 4; side++) {
      if ((side === 0 && x === 0) || (side === 1 && x === width - 1)) continue;
      const next =
        side === 0 ? pixel - 1 : side === 1 ? pixel + 1 : side === 2 ? pixel - width : pixel + width;
      if (next < 0 || next >= width * height || !open[next] || seen[next]) continue;
      seen[next] = 1;
      queue[end++] = next;
    }
  }
  return end;
}

export function borderPixels(width: number, height: number): number[] {
  const pixels: number[] = [];
  for (let x = 0; x < width; x++) pixels.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y++) pixels.push(y * width, y * width + width - 1);
  return pixels;
}

/** Area in cells. */
export const areaOf = ({ inside }: Pick<Mask, 'inside'>): number => {
  let sum = 0;
  for (let n = 0; n < inside.length; n++) sum += inside[n]!;
  return sum;
};

export function pixelBounds(pixels: ArrayLike<number>, width: number) {
  const box = { left: width, right: -1, top: Number.POSITIVE_INFINITY, bottom: -1 };
  for (let i = 0; i < pixels.length; i++) {
    const x = pixels[i]! % width;
    const y = Math.floor(pixels[i]! / width);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}
