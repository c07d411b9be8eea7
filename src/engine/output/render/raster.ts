/** A z-buffer that stores which triangle is visible at each pixel, and where in it. */
import { newArrays, type Stock } from './stock.js';

/**
 * Maps world points to the screen: pixels right and down, and a depth that increases away from the eye, linear on
 * screen.
 */
export type Projection = (points: Float32Array) => Float32Array;

/** `closed`: visible only from outside, counter-clockwise, so back faces are skipped. */
export type RasterTriangles = { positions: Float32Array; indices: Uint32Array; closed?: boolean };

export type Visible = {
  width: number;
  height: number;
  depth: Float32Array;
  /** Index of the drawn mesh, -1 for none, and of its triangle. */
  mesh: Int16Array;
  triangle: Int32Array;
  /** Barycentric weights of the triangle's second and third corner. */
  second: Float32Array;
  third: Float32Array;
  /** Encloses the drawing: least x and y, greatest x and y. */
  bounds: Int32Array;
};

export function createVisible(width: number, height: number): Visible {
  const visible = visibleFrom(newArrays, width, height);
  clearVisible(visible);
  return visible;
}

/** It must be cleared before the first picture, too. */
export const visibleFrom = (stock: Stock, width: number, height: number): Visible =>
  bufferFrom(stock, width, height, width * height, 'seen');

/** Only depths, as a shadow needs them: the lists of triangles are empty. It must be cleared first, too. */
export const depthMapFrom = (stock: Stock, width: number, height: number): Visible =>
  bufferFrom(stock, width, height, 0, 'map');

const bufferFrom = (
  stock: Stock,
  width: number,
  height: number,
  size: number,
  purpose: 'seen' | 'map',
): Visible => ({
  width,
  height,
  depth: stock(`${purpose} depth`, Float32Array, width * height),
  bounds: Int32Array.of(width, height, -1, -1),
  mesh: stock(`${purpose} mesh`, Int16Array, size),
  triangle: stock(`${purpose} triangle`, Int32Array, size),
  second: stock(`${purpose} second`, Float32Array, size),
  third: stock(`${purpose} third`, Float32Array, size),
});

/** Clears it for the next picture. */
export function clearVisible({ width, height, depth, mesh, bounds }: Visible): void {
  depth.fill(Number.POSITIVE_INFINITY);
  mesh.fill(-1);
  bounds.set([width, height, -1, -1]);
}

export function drawTriangles(
  target: Visible,
  meshes: readonly RasterTriangles[],
  project: Projection,
): void {
  meshes.forEach((mesh, i) => {
    drawMesh(target, mesh, project(mesh.positions), i);
  });
}

function drawMesh(
  target: Visible,
  { indices, closed = false }: RasterTriangles,
  screen: Float32Array,
  mesh: number,
): void {
  for (let t = 0; t < indices.length; t += 3) drawTriangle(target, screen, indices, t, mesh, closed);
}

/** Barycentric weights are linear on screen: they change by a constant step along a row. */
function drawTriangle(
  target: Visible,
  screen: Float32Array,
  indices: Uint32Array,
  t: number,
  mesh: number,
  frontOnly: boolean,
): void {
  const a = indices[t]! * 3;
  const b = indices[t + 1]! * 3;
  const c = indices[t + 2]! * 3;
  const ax = screen[a]!;
  const ay = screen[a + 1]!;
  const az = screen[a + 2]!;
  const abx = screen[b]! - ax;
  const aby = screen[b + 1]! - ay;
  const abz = screen[b + 2]! - az;
  const acx = screen[c]! - ax;
  const acy = screen[c + 1]! - ay;
  const acz = screen[c + 2]! - az;
  const area = abx * acy - acx * aby;
  if (!(Math.abs(area) >= 1e-9) || (frontOnly && area > 0)) return;
  const { width, height, depth, mesh: seen, triangle, second, third, bounds } = target;
  // Most triangles are small enough to fall between the samples.
  const x0 = firstSample(ax + Math.min(0, abx, acx), width);
  const x1 = lastSample(ax + Math.max(0, abx, acx), width);
  const y0 = firstSample(ay + Math.min(0, aby, acy), height);
  const y1 = lastSample(ay + Math.max(0, aby, acy), height);
  if (x0 > x1 || y0 > y1) return;
  widen(bounds, x0, y0, x1, y1);
  const share = 1 / area;
  const vStep = acy * share;
  const wStep = -aby * share;
  const px = x0 + 0.5 - ax;
  for (let y = y0; y <= y1; y++) {
    const py = y + 0.5 - ay;
    let v = (px * acy - acx * py) * share;
    let w = (abx * py - px * aby) * share;
    const skipped = samplesBefore(v, w, vStep, wStep);
    if (skipped > x1 - x0 + 1) continue;
    v += skipped * vStep;
    w += skipped * wStep;
    let isInside = false;
    for (let x = x0 + skipped; x <= x1; x++, v += vStep, w += wStep) {
      if (v < 0 || w < 0 || v + w > 1) {
        if (isInside) break;
        continue;
      }
      isInside = true;
      const z = az + abz * v + acz * w;
      const pixel = y * width + x;
      if (z >= depth[pixel]!) continue;
      depth[pixel] = z;
      if (seen.length === 0) continue;
      seen[pixel] = mesh;
      triangle[pixel] = t;
      second[pixel] = v;
      third[pixel] = w;
    }
  }
}

/** The first sample of a row or column at or after a position; `| 0` makes V8 count in integers. */
const firstSample = (at: number, count: number): number =>
  Math.min(count, Math.max(0, Math.ceil(at - 0.5))) | 0;
const lastSample = (at: number, count: number): number =>
  Math.max(-1, Math.min(count - 1, Math.floor(at - 0.5))) | 0;

const never = 1 << 30;

/** A row enters the triangle where its last negative weight becomes positive, and leaves it once. */
function samplesBefore(v: number, w: number, vStep: number, wStep: number): number {
  const u = 1 - v - w;
  const uStep = -vStep - wStep;
  if ((v < 0 && vStep <= 0) || (w < 0 && wStep <= 0) || (u < 0 && uStep <= 0)) return never;
  let ahead = 0;
  if (v < 0) ahead = -v / vStep;
  if (w < 0) ahead = Math.max(ahead, -w / wStep);
  if (u < 0) ahead = Math.max(ahead, -u / uStep);
  return ahead < never ? ahead | 0 : never;
}

function widen(bounds: Int32Array, x0: number, y0: number, x1: number, y1: number): void {
  if (x0 < bounds[0]!) bounds[0] = x0;
  if (y0 < bounds[1]!) bounds[1] = y0;
  if (x1 > bounds[2]!) bounds[2] = x1;
  if (y1 > bounds[3]!) bounds[3] = y1;
}
