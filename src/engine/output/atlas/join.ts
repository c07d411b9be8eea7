/** Joins unwrapped surfaces into one, with texture coordinates. */
import type { Surface } from '../assemble.js';
import type { Flat } from './flatten.js';
import { type Place, padding } from './pack.js';

/** Consecutive triangles that had one material. */
export type Swatch = { name: string; first: number; count: number };
export type Joined = Omit<Surface, 'material'> & { swatches: Swatch[] };
type Packing = { places: readonly Place[]; scale: number; side: number };

/** Vertices on the border of several charts are repeated. */
export function joinSurfaces(
  plain: readonly Surface[],
  flats: readonly (readonly Flat[])[],
  { places, scale, side }: Packing,
): Joined {
  const corners = plain.reduce((sum, { indices }) => sum + indices.length, 0);
  const made = {
    positions: new Float32Array(corners * 3),
    normals: new Float32Array(corners * 3),
    uvs: new Float32Array(corners * 2),
    joints: new Uint8Array(corners * 4),
    weights: new Float32Array(corners * 4),
    indices: new Uint32Array(corners),
  };
  const swatches: Swatch[] = [];
  let [count, corner, chart] = [0, 0, 0];
  plain.forEach((surface, s) => {
    swatches.push({ name: surface.material.name, first: corner / 3, count: surface.indices.length / 3 });
    const renamed = new Int32Array(surface.positions.length / 3);
    for (const flat of flats[s]!) {
      const { x, y } = places[chart++]!;
      const top = y + padding + flat.height * scale;
      const before = count;
      let at = 0;
      for (const face of flat.faces)
        for (let i = 0; i < 3; i++, at += 2) {
          const v = surface.indices[face * 3 + i]!;
          // Numbers from another chart are below this chart's first.
          if (renamed[v]! <= before) {
            copyVertex(surface, v, made, count);
            made.uvs[count * 2] = (x + padding + flat.corners[at]! * scale) / side;
            made.uvs[count * 2 + 1] = (top - flat.corners[at + 1]! * scale) / side;
            renamed[v] = ++count;
          }
          made.indices[corner++] = renamed[v]! - 1;
        }
    }
  });
  return {
    positions: made.positions.slice(0, count * 3),
    normals: made.normals.slice(0, count * 3),
    uvs: made.uvs.slice(0, count * 2),
    joints: made.joints.slice(0, count * 4),
    weights: made.weights.slice(0, count * 4),
    indices: made.indices,
    closed: plain.every(({ closed }) => closed),
    parts: [...new Set(plain.flatMap(({ parts }) => parts))],
    swatches,
  };
}

type Vertices = Pick<Surface, 'positions' | 'normals' | 'joints' | 'weights'>;

function copyVertex(from: Vertices, v: number, to: Vertices, at: number): void {
  for (let i = 0; i < 3; i++) {
    to.positions[at * 3 + i] = from.positions[v * 3 + i]!;
    to.normals[at * 3 + i] = from.normals[v * 3 + i]!;
  }
  for (let i = 0; i < 4; i++) {
    to.joints[at * 4 + i] = from.joints[v * 4 + i]!;
    to.weights[at * 4 + i] = from.weights[v * 4 + i]!;
  }
}
