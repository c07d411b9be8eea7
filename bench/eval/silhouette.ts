/** Orthographic views of a model: the covered pixels, and pictures of it to be rigged again. */
import { NodeIO, type Primitive } from '@gltf-transform/core';
import sharp from 'sharp';
import { boundsOfVertices } from '../../src/engine/geometry/mesh/bounds.js';

/** Triangles in any units. */
export type Surface = { positions: ArrayLike<number>; indices: ArrayLike<number> };
type Axis = 0 | 1 | 2;
/** `right` and `depth` are axes with a sign: right in the picture, and towards the viewer. */
export type View = { right: readonly [Axis, 1 | -1]; depth: readonly [Axis, 1 | -1] };
export const views = {
  front: { right: [0, 1], depth: [2, 1] },
  left: { right: [2, -1], depth: [0, 1] },
  back: { right: [0, -1], depth: [2, -1] },
} as const satisfies Record<string, View>;

export async function surfaceOf(glb: Uint8Array): Promise<Surface> {
  const [positions, indices]: [number[], number[]] = [[], []];
  for (const mesh of (await new NodeIO().readBinary(glb)).getRoot().listMeshes())
    for (const primitive of mesh.listPrimitives()) append(primitive, positions, indices);
  return { positions, indices };
}

function append(primitive: Primitive, positions: number[], indices: number[]): void {
  const first = positions.length / 3;
  for (const value of primitive.getAttribute('POSITION')!.getArray()!) positions.push(value);
  for (const v of primitive.getIndices()!.getArray()!) indices.push(first + v);
}

/**
 * Slope towards the viewer (0 to 1) of the nearest surface in each pixel, -1 for the background; `height` rows fill
 * the model's height.
 */
export function project(surface: Surface, view: View, width: number, height: number): Float32Array {
  const { low, high } = boundsOfVertices([surface]);
  const [[across, way], [into, near]] = [view.right, view.depth];
  const scale = [width / (high[across]! - low[across]!), height / (high[1]! - low[1]!)] as const;
  const start = way > 0 ? low[across]! : -high[across]!;
  const shown = new Float32Array(width * height).fill(-1);
  const nearest = new Float32Array(width * height).fill(-Infinity);
  const { positions: p, indices } = surface;
  const place = (v: number) =>
    [
      (p[v * 3 + across]! * way - start) * scale[0],
      (high[1]! - p[v * 3 + 1]!) * scale[1],
      p[v * 3 + into]! * near,
    ] as const;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [place(indices[t]!), place(indices[t + 1]!), place(indices[t + 2]!)];
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    if (area === 0) continue;
    const [du, dv] = [
      ((b[2] - a[2]) * (c[1] - a[1]) - (c[2] - a[2]) * (b[1] - a[1])) * scale[0],
      ((c[2] - a[2]) * (b[0] - a[0]) - (b[2] - a[2]) * (c[0] - a[0])) * scale[1],
    ];
    const slope = Math.abs(area) / Math.hypot(area, du, dv);
    for (
      let y = top(a[1], b[1], c[1]);
      y <= Math.min(height - 1, Math.floor(Math.max(a[1], b[1], c[1])));
      y++
    )
      for (
        let x = top(a[0], b[0], c[0]);
        x <= Math.min(width - 1, Math.floor(Math.max(a[0], b[0], c[0])));
        x++
      ) {
        const s = ((x + 0.5 - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y + 0.5 - a[1])) / area;
        const r = ((b[0] - a[0]) * (y + 0.5 - a[1]) - (x + 0.5 - a[0]) * (b[1] - a[1])) / area;
        if (s < 0 || r < 0 || s + r > 1) continue;
        const depth = a[2] + (b[2] - a[2]) * s + (c[2] - a[2]) * r;
        if (depth <= nearest[y * width + x]!) continue;
        nearest[y * width + x] = depth;
        shown[y * width + x] = slope;
      }
  }
  return shown;
}

const top = (...values: number[]): number => Math.max(0, Math.floor(Math.min(...values)));

/** A PNG of the view on white, with a margin. */
export async function photograph(surface: Surface, view: View): Promise<Uint8Array> {
  const { low, high } = boundsOfVertices([surface]);
  const height = 640;
  const width = Math.max(
    8,
    Math.round((height * (high[view.right[0]]! - low[view.right[0]]!)) / (high[1]! - low[1]!)),
  );
  const shown = project(surface, view, width, height);
  const rgb = Buffer.from(
    Array.from(shown, (slope) =>
      slope < 0 ? [255, 255, 255] : [90 + 110 * slope, 60 + 70 * slope, 50 + 50 * slope],
    ).flat(),
  );
  const extend = { top: 32, bottom: 32, left: 32, right: 32, background: 'white' };
  return new Uint8Array(
    await sharp(rgb, { raw: { width, height, channels: 3 } })
      .extend(extend)
      .png()
      .toBuffer(),
  );
}
