/** A z-buffer that remembers which triangle is seen at each pixel and where in it. */
import type { Vec3 } from '../math/vec.js';

/** World to screen: pixels right and down, and a depth that grows away from the eye and is linear on screen. */
export type Projection = (p: Vec3) => Vec3;

export type Triangles = { positions: Float32Array; indices: Uint32Array };

export type Visible = {
  width: number;
  height: number;
  depth: Float32Array;
  /** Which of the drawn meshes, -1 for none, and which triangle of it. */
  mesh: Int16Array;
  triangle: Int32Array;
  /** Barycentric weights of the triangle's second and third corner. */
  second: Float32Array;
  third: Float32Array;
};

export function createVisible(width: number, height: number): Visible {
  const size = width * height;
  return {
    width,
    height,
    depth: new Float32Array(size).fill(Number.POSITIVE_INFINITY),
    mesh: new Int16Array(size).fill(-1),
    triangle: new Int32Array(size),
    second: new Float32Array(size),
    third: new Float32Array(size),
  };
}

/** Empties it for the next picture. */
export function clearVisible({ depth, mesh }: Visible): void {
  depth.fill(Number.POSITIVE_INFINITY);
  mesh.fill(-1);
}

export function drawTriangles(target: Visible, meshes: readonly Triangles[], project: Projection): void {
  meshes.forEach(({ positions, indices }, mesh) => {
    const screen = new Float32Array(positions.length);
    for (let i = 0; i < positions.length; i += 3)
      screen.set(project([positions[i]!, positions[i + 1]!, positions[i + 2]!]), i);
    for (let t = 0; t < indices.length; t += 3) drawTriangle(target, screen, indices, t, mesh);
  });
}

/** Barycentric weights are linear on screen: along a row they grow by a constant step. */
function drawTriangle(
  target: Visible,
  screen: Float32Array,
  indices: Uint32Array,
  t: number,
  mesh: number,
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
  if (Math.abs(area) < 1e-9) return;
  const { width, height, depth } = target;
  const x0 = Math.max(0, Math.floor(ax + Math.min(0, abx, acx)));
  const x1 = Math.min(width - 1, Math.ceil(ax + Math.max(0, abx, acx)));
  const y0 = Math.max(0, Math.floor(ay + Math.min(0, aby, acy)));
  const y1 = Math.min(height - 1, Math.ceil(ay + Math.max(0, aby, acy)));
  const vStep = acy / area;
  const wStep = -aby / area;
  for (let y = y0; y <= y1; y++) {
    const py = y + 0.5 - ay;
    const px = x0 + 0.5 - ax;
    let v = (px * acy - acx * py) / area;
    let w = (abx * py - px * aby) / area;
    for (let x = x0; x <= x1; x++, v += vStep, w += wStep) {
      if (v < 0 || w < 0 || v + w > 1) continue;
      const z = az + abz * v + acz * w;
      const pixel = y * width + x;
      if (z >= depth[pixel]!) continue;
      depth[pixel] = z;
      target.mesh[pixel] = mesh;
      target.triangle[pixel] = t;
      target.second[pixel] = v;
      target.third[pixel] = w;
    }
  }
}
