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

export function drawTriangles(target: Visible, meshes: readonly Triangles[], project: Projection): void {
  meshes.forEach(({ positions, indices }, mesh) => {
    const screen = new Float32Array(positions.length);
    for (let i = 0; i < positions.length; i += 3)
      screen.set(project([positions[i]!, positions[i + 1]!, positions[i + 2]!]), i);
    for (let t = 0; t < indices.length; t += 3) drawTriangle(target, screen, indices, t, mesh);
  });
}

function drawTriangle(
  target: Visible,
  screen: Float32Array,
  indices: Uint32Array,
  t: number,
  mesh: number,
): void {
  const [a, b, c] = [indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3];
  const [ax, ay, az] = [screen[a]!, screen[a + 1]!, screen[a + 2]!];
  const [bx, by, bz] = [screen[b]!, screen[b + 1]!, screen[b + 2]!];
  const [cx, cy, cz] = [screen[c]!, screen[c + 1]!, screen[c + 2]!];
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (Math.abs(area) < 1e-9) return;
  const { width, height, depth } = target;
  const [x0, x1] = [
    Math.max(0, Math.floor(Math.min(ax, bx, cx))),
    Math.min(width - 1, Math.ceil(Math.max(ax, bx, cx))),
  ];
  const [y0, y1] = [
    Math.max(0, Math.floor(Math.min(ay, by, cy))),
    Math.min(height - 1, Math.ceil(Math.max(ay, by, cy))),
  ];
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const [px, py] = [x + 0.5, y + 0.5];
      const v = ((px - ax) * (cy - ay) - (cx - ax) * (py - ay)) / area;
      const w = ((bx - ax) * (py - ay) - (px - ax) * (by - ay)) / area;
      if (v < 0 || w < 0 || v + w > 1) continue;
      const z = az + (bz - az) * v + (cz - az) * w;
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
