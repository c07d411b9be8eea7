/** Unusual meshes: rotated, of another scale, open, in many pieces, non-manifold. Same seed, same mesh. */
import { createRandom } from '../../src/engine/random.js';

export type Triangles = { positions: number[]; indices: number[] };

const kinds = ['turned', 'scaled', 'open', 'pieces', 'doubled'] as const;
export type Strangeness = (typeof kinds)[number];
export const strangenessOf = (number: number): Strangeness => kinds[number % kinds.length]!;

export function estrange({ positions, indices }: Triangles, kind: Strangeness, seed: number): Triangles {
  const random = createRandom(seed);
  const faces = Array.from({ length: indices.length / 3 }, (_, t) => indices.slice(t * 3, t * 3 + 3));
  const mapped = (of: (x: number, y: number, z: number) => number[]) =>
    Array.from({ length: positions.length / 3 }, (_, v) =>
      of(positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!),
    ).flat();
  switch (kind) {
    // Z up, as many tools write, and facing any direction.
    case 'turned': {
      const [c, s] = [Math.cos(random() * 6.28), Math.sin(random() * 6.28)];
      const size = Math.hypot(c, s);
      return { positions: mapped((x, y, z) => [(c * x + s * z) / size, (s * x - c * z) / size, y]), indices };
    }
    case 'scaled': {
      const scale = 10 ** (random() * 6 - 3);
      return { positions: mapped((x, y, z) => [x * scale + 5 * scale, y * scale, z * scale]), indices };
    }
    case 'open':
      return { positions, indices: faces.filter(() => random() > 0.03).flat() };
    // Bands of the body, each with its own surface, slightly apart.
    case 'pieces': {
      const band = (face: number[]) => Math.floor(positions[face[0]! * 3 + 1]! / 0.15);
      const made: Triangles = { positions: [], indices: [] };
      const known = new Map<string, number>();
      for (const face of faces)
        for (const v of face) {
          const key = `${band(face)} ${v}`;
          if (!known.has(key)) {
            known.set(key, made.positions.length / 3);
            const [x, y, z] = positions.slice(v * 3, v * 3 + 3) as [number, number, number];
            made.positions.push(x, y + band(face) * 1e-3, z);
          }
          made.indices.push(known.get(key)!);
        }
      return made;
    }
    // A fifth of the faces twice, once for each side.
    case 'doubled': {
      const again = faces.filter(() => random() < 0.2).map(([a, b, c]) => [a!, c!, b!]);
      return { positions, indices: [...faces, ...again].flat() };
    }
  }
}
