/** Collects rectangles of the lattice into surfaces, one for each material. */
import type { Grid } from '../../geometry/volume/volume.js';
import type { Surface } from '../../output/assemble.js';
import type { Grip } from './corners.js';
import { inOrder, signOf } from './sides.js';

/** Corners run around the rectangle, first along one axis and then along the next; in cells from the first. */
export type Rectangle = {
  side: number;
  /** Distance of its plane from the first cell, in cells. */
  plane: number;
  /** From and to, along both axes of the plane. */
  across: readonly [number, number];
  up: readonly [number, number];
  grips: readonly Grip[];
};

export type Bricks = {
  /** @param surface index of the surface whose material it has */
  add(surface: number, rectangle: Rectangle): void;
  surfaces(): Surface[];
};

type Collected = {
  positions: number[];
  normals: number[];
  joints: number[];
  weights: number[];
  indices: number[];
  known: Map<Grip, Map<string, number>>;
};

const fresh = (): Collected => ({
  positions: [],
  normals: [],
  joints: [],
  weights: [],
  indices: [],
  known: new Map(),
});

/** Rectangles of one plane and material share the vertices at their corners. */
export function createBricks(surfaces: readonly Surface[], { origin, cell }: Grid): Bricks {
  const collected = surfaces.map(fresh);
  const vertexOf = (
    into: Collected,
    { side, plane }: Rectangle,
    u: number,
    v: number,
    grip: Grip,
  ): number => {
    const known = into.known.get(grip) ?? new Map<string, number>();
    into.known.set(grip, known);
    const key = `${side} ${plane} ${u} ${v}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const place = inOrder(side, plane, u, v).map((at, axis) => origin[axis]! + (at - 0.5) * cell);
    const made = into.positions.length / 3;
    known.set(key, made);
    into.positions.push(...place);
    into.normals.push(...inOrder(side, signOf(side), 0, 0));
    into.joints.push(...grip.joints);
    into.weights.push(...grip.weights);
    return made;
  };
  return {
    add(surface, rectangle) {
      const { side, across, up, grips } = rectangle;
      const into = collected[surface]!;
      const corners = ringOf(across, up).map(([u, v], i) => vertexOf(into, rectangle, u, v, grips[i]!));
      const [a, b, c, d] = signOf(side) > 0 ? corners : corners.reverse();
      into.indices.push(a!, b!, c!, a!, c!, d!);
    },
    surfaces: () =>
      collected.flatMap(({ known: _, ...one }, i): Surface[] => {
        const { material, parts } = surfaces[i]!;
        if (one.indices.length === 0) return [];
        return [
          {
            material,
            positions: Float32Array.from(one.positions),
            normals: Float32Array.from(one.normals),
            uvs: null,
            joints: Uint8Array.from(one.joints),
            weights: Float32Array.from(one.weights),
            indices: Uint32Array.from(one.indices),
            closed: true,
            parts,
          },
        ];
      }),
  };
}

/** The corners of a rectangle in turn. */
export const ringOf = (
  [left, right]: readonly [number, number],
  [low, high]: readonly [number, number],
): readonly (readonly [number, number])[] => [
  [left, low],
  [right, low],
  [right, high],
  [left, high],
];
