/** Gives all surfaces without a texture of their own one material, whose texture has a square for each colour. */
import type { Surface } from '../assemble.js';
import { atlasMaterial, encodeMaps, type FileSurface } from './atlas.js';

const squares = 16;
/** Pixels of a square: a viewer that blends neighbouring pixels still finds its colour in the middle. */
const square = 8;

/** At most one surface more than those with their own texture. @param surfaces with up to 256 colours */
export async function bakeSwatches(surfaces: readonly Surface[]): Promise<FileSurface[]> {
  const textured = surfaces.filter(({ material }) => material.texture);
  const plain = surfaces.filter(({ material }) => !material.texture);
  if (plain.length === 0) return textured;
  const side = squares * square;
  const pixels = Uint8Array.from(
    { length: side * side },
    (_, i) => Math.floor(i / side / square) * squares + Math.floor((i % side) / square),
  );
  const maps = await encodeMaps(
    plain.map(({ material }) => material),
    { pixels: pixels.map((index) => Math.min(index, plain.length - 1)), side },
  );
  return [{ ...joined(plain), material: atlasMaterial(plain, maps) }, ...textured];
}

/** Texture coordinates are the middle of a surface's square. */
function joined(plain: readonly Surface[]): Omit<FileSurface, 'material'> {
  const floats = (of: (surface: Surface) => Float32Array) => {
    const made = new Float32Array(plain.reduce((sum, surface) => sum + of(surface).length, 0));
    let at = 0;
    for (const surface of plain) {
      made.set(of(surface), at);
      at += of(surface).length;
    }
    return made;
  };
  const count = (surface: Surface) => surface.positions.length / 3;
  let first = 0;
  const indices = plain.flatMap((surface) => {
    const own = Array.from(surface.indices, (v) => first + v);
    first += count(surface);
    return own;
  });
  const middles = plain.map((_, i) =>
    [i % squares, Math.floor(i / squares)].map((at) => (at + 0.5) / squares),
  );
  return {
    positions: floats(({ positions }) => positions),
    normals: floats(({ normals }) => normals),
    uvs: Float32Array.from(
      plain.flatMap((surface, i) =>
        Array.from({ length: count(surface) * 2 }, (_, k) => middles[i]![k % 2]!),
      ),
    ),
    joints: Uint8Array.from(plain.flatMap(({ joints }) => [...joints])),
    weights: floats(({ weights }) => weights),
    indices: Uint32Array.from(indices),
    closed: plain.every(({ closed }) => closed),
    parts: [...new Set(plain.flatMap(({ parts }) => parts))],
  };
}
