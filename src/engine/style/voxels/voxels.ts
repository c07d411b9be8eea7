/** Voxel: a grid of cubes of one colour each. Sides that are alike and move as one are joined to rectangles. */
import type { Surface } from '../../output/assemble.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { isFeature } from '../features.js';
import { type Bricks, createBricks, ringOf } from './bricks.js';
import { createCorners, type Grip } from './corners.js';
import { type Cubes, readCubes } from './cubes.js';
import { fillLattice } from './lattice.js';
import { axisOf, cellPlace, inOrder, sideCount, signOf } from './sides.js';

type Body = { cubes: Cubes; gripAt: ReturnType<typeof createCorners>; bricks: Bricks };

/** @param across cubes along the longest side of the body */
export function voxelSurfaces(surfaces: readonly Surface[], skeleton: Skeleton, across: number): Surface[] {
  const solid = surfaces.filter(({ material }) => !isFeature(material.name));
  const cubes = readCubes(fillLattice(solid, across), surfaces, skeleton);
  const bricks = createBricks(surfaces, cubes.lattice);
  const body = { cubes, gripAt: createCorners(cubes, skeleton), bricks };
  for (let side = 0; side < sideCount; side++)
    for (let layer = 0; layer < cubes.lattice.size[axisOf(side)]; layer++) addLayer(body, side, layer);
  addFeatures(body);
  return bricks.surfaces();
}

/** A visible side of one cube; `grip` is null where its corners move differently. */
type Tile = { surface: number; grips: Grip[]; grip: Grip | null };

const planeOf = (side: number, layer: number): number => layer + (signOf(side) > 0 ? 1 : 0);

function addLayer(body: Body, side: number, layer: number): void {
  const { size } = body.cubes.lattice;
  const [width, height] = [size[(axisOf(side) + 1) % 3]!, size[(axisOf(side) + 2) % 3]!];
  const tiles = tilesOf(body, side, layer, width, height);
  const isLike = (first: Tile, at: number) => {
    const tile = tiles[at];
    return tile?.grip != null && tile.grip === first.grip && tile.surface === first.surface;
  };
  for (let start = 0; start < tiles.length; start++) {
    const first = tiles[start];
    if (!first) continue;
    const [u, v] = [start % width, Math.floor(start / width)];
    let [right, up] = [u + 1, v + 1];
    while (right < width && isLike(first, right + v * width)) right++;
    const isRowLike = () => {
      for (let at = u; at < right; at++) if (!isLike(first, at + up * width)) return false;
      return true;
    };
    while (up < height && first.grip && isRowLike()) up++;
    for (let row = v; row < up; row++) tiles.fill(null, u + row * width, right + row * width);
    const { surface, grips } = first;
    body.bricks.add(surface, { side, plane: planeOf(side, layer), across: [u, right], up: [v, up], grips });
  }
}

function tilesOf({ cubes, gripAt }: Body, side: number, layer: number, width: number, height: number) {
  const { lattice, materials, steps } = cubes;
  const [nx, ny] = lattice.size;
  const tiles: (Tile | null)[] = new Array(width * height).fill(null);
  for (let v = 0; v < height; v++)
    for (let u = 0; u < width; u++) {
      const [x, y, z] = inOrder(side, layer, u, v);
      const cell = x + nx * (y + ny * z);
      if (!lattice.filled[cell] || lattice.filled[cell + steps[side]!]) continue;
      const plane = planeOf(side, layer);
      const grips = ringOf([u, u + 1], [v, v + 1]).map(([a, b]) =>
        gripAt(cell, ...inOrder(side, plane, a, b)),
      );
      const grip = grips.every((one) => one === grips[0]) ? grips[0]! : null;
      tiles[u + v * width] = { surface: materials[cell]!, grips, grip };
    }
  return tiles;
}

/** In cells: how far eyes and mouths stand out, so that they hide the cubes below. */
const raised = 0.06;

/** Eyes and mouths, in quarters of sides: they may move, and the cubes below stay. */
function addFeatures({ cubes, gripAt, bricks }: Body): void {
  for (const [key, surface] of cubes.features) {
    const [quarter, side] = [key & 3, Math.floor(key / 4) % sideCount];
    const cell = Math.floor(key / (4 * sideCount));
    const place = cellPlace(cubes.lattice, cell);
    const [layer, left, low] = [0, 1, 2].map((i) => place[(axisOf(side) + i) % 3]!) as [
      number,
      number,
      number,
    ];
    const [u, v] = [left + (quarter & 1) / 2, low + (quarter >> 1) / 2];
    const plane = planeOf(side, layer);
    const across = [u, u + 0.5] as const;
    const up = [v, v + 0.5] as const;
    const grips = ringOf(across, up).map(([a, b]) =>
      gripAt(cell, ...inOrder(side, plane, Math.floor(a), Math.floor(b))),
    );
    bricks.add(surface, { side, plane: plane + raised * signOf(side), across, up, grips });
  }
}
