/** Pictures of generated characters, rendered from any side. */
import sharp from 'sharp';
import { meshField } from '../../../../../src/engine/geometry/mesh/surface-nets.js';
import { createVisible, drawTriangles } from '../../../../../src/engine/output/render/raster.js';
import { interpretText } from '../../../../../src/engine/pipeline/text.js';

export type Photographer = (yaw: number, pitch?: number, pixels?: number) => Promise<Uint8Array>;

export const photograph = async (prompt: string, yaw: number, pitch = 0, pixels = 400): Promise<Uint8Array> =>
  (await photographerOf(prompt))(yaw, pitch, pixels);

/**
 * Renders PNGs of one character in flat colors on light gray, without perspective. Yaw: radians about the vertical, 0
 * from the front, a quarter turn from the character's left. Pitch: radians, a quarter turn from above with the head
 * down.
 */
export function photographerOf(prompt: string, seed = 5): Promise<Photographer> {
  const key = `${prompt} ${seed}`;
  const known = photographers.get(key) ?? sculpted(prompt, seed);
  photographers.set(key, known);
  return known;
}

/** Each character is sculpted once per worker and shared by its test files. */
const photographers = new Map<string, Promise<Photographer>>();

async function sculpted(prompt: string, seed: number): Promise<Photographer> {
  const request = { kind: 'text', prompt, seed, parameters: { detail: 'low' } } as const;
  const { solids, materials } = await interpretText(request).sculpt();
  const shapes = solids.map(({ field, cell, material }) => {
    const { positions, groups } = meshField(field, cell * 2, material);
    const { color } = materials.find(({ name }) => name === material)!;
    return { positions, indices: groups[0]?.indices ?? new Uint32Array(), color };
  });
  return (yaw, pitch = 0, pixels = 400) => picture(shapes, yaw, pitch, pixels);
}

type Shape = { positions: Float32Array; indices: Uint32Array; color: readonly number[] };

function picture(shapes: readonly Shape[], yaw: number, pitch: number, pixels: number): Promise<Uint8Array> {
  const surfaces = shapes.map((shape) => ({ ...shape, positions: turned(shape.positions, yaw, pitch) }));
  const [low, high] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ] as [number[], number[]];
  for (const { positions } of surfaces)
    positions.forEach((value, i) => {
      if (i % 3 === 2) return;
      low[i % 3] = Math.min(low[i % 3]!, value);
      high[i % 3] = Math.max(high[i % 3]!, value);
    });
  const scale = (pixels * 0.86) / Math.max(high[0]! - low[0]!, high[1]! - low[1]!);
  const seen = createVisible(pixels, pixels);
  drawTriangles(seen, surfaces, (points) =>
    points.map((value, i) => {
      const axis = i % 3;
      if (axis === 2) return -value;
      const out = (value - (low[axis]! + high[axis]!) / 2) * scale;
      return pixels / 2 + (axis === 0 ? out : -out);
    }),
  );
  const rgb = Buffer.alloc(pixels * pixels * 3, 240);
  seen.mesh.forEach((mesh, i) => {
    if (mesh >= 0)
      rgb.set(
        [...surfaces[mesh]!.color].map((c) => Math.round(c * 235)),
        i * 3,
      );
  });
  return sharp(rgb, { raw: { width: pixels, height: pixels, channels: 3 } })
    .png()
    .toBuffer();
}

function turned(positions: Float32Array, yaw: number, pitch: number): Float32Array {
  const out = positions.slice();
  for (let i = 0; i < out.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    const near = x * Math.sin(yaw) + z * Math.cos(yaw);
    out[i] = x * Math.cos(yaw) - z * Math.sin(yaw);
    out[i + 1] = y * Math.cos(pitch) - near * Math.sin(pitch);
    out[i + 2] = y * Math.sin(pitch) + near * Math.cos(pitch);
  }
  return out;
}
