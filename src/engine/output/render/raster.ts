/** A z-buffer that stores which triangle is visible at each pixel, and where in it. */

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

export const createVisible = (width: number, height: number): Visible =>
  bufferOf(width, height, width * height);

/** Only depths, as a shadow needs them: the lists of triangles are empty. */
export const createDepthMap = (width: number, height: number): Visible => bufferOf(width, height, 0);

const bufferOf = (width: number, height: number, size: number): Visible => ({
  width,
  height,
  depth: new Float32Array(width * height).fill(Number.POSITIVE_INFINITY),
  bounds: Int32Array.of(width, height, -1, -1),
  mesh: new Int16Array(size).fill(-1),
  triangle: new Int32Array(size),
  second: new Float32Array(size),
  third: new Float32Array(size),
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
  // Most triangles are small enough to fall between the samples.
  const { width, height } = target;
  const least = Math.max(0, Math.ceil(ax + Math.min(0, abx, acx) - 0.5));
  const most = Math.min(width - 1, Math.floor(ax + Math.max(0, abx, acx) - 0.5));
  if (least > most) return;
  const highest = Math.max(0, Math.ceil(ay + Math.min(0, aby, acy) - 0.5));
  const lowest = Math.min(height - 1, Math.floor(ay + Math.max(0, aby, acy) - 0.5));
  if (highest > lowest) return;
  // V8 counts in integers from here on.
  const x0 = least | 0;
  const x1 = most | 0;
  const y0 = highest | 0;
  const y1 = lowest | 0;
  const { depth, mesh: seen, triangle, second, third, bounds } = target;
  widen(bounds, x0, y0, x1, y1);
  const keeps = seen.length > 0;
  const share = 1 / area;
  const vStep = acy * share;
  const wStep = -aby * share;
  const uStep = -vStep - wStep;
  const px = x0 + 0.5 - ax;
  for (let y = y0; y <= y1; y++) {
    const py = y + 0.5 - ay;
    let v = (px * acy - acx * py) * share;
    let w = (abx * py - px * aby) * share;
    const u = 1 - v - w;
    // A row enters the triangle where its last negative weight becomes positive, and leaves it once.
    if ((v < 0 && vStep <= 0) || (w < 0 && wStep <= 0) || (u < 0 && uStep <= 0)) continue;
    let ahead = 0;
    if (v < 0) ahead = -v / vStep;
    if (w < 0) ahead = Math.max(ahead, -w / wStep);
    if (u < 0) ahead = Math.max(ahead, -u / uStep);
    if (ahead > x1 - x0 + 1) continue;
    const skipped = ahead | 0;
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
      if (!keeps) continue;
      seen[pixel] = mesh;
      triangle[pixel] = t;
      second[pixel] = v;
      third[pixel] = w;
    }
  }
}

function widen(bounds: Int32Array, x0: number, y0: number, x1: number, y1: number): void {
  if (x0 < bounds[0]!) bounds[0] = x0;
  if (y0 < bounds[1]!) bounds[1] = y0;
  if (x1 > bounds[2]!) bounds[2] = x1;
  if (y1 > bounds[3]!) bounds[3] = y1;
}
