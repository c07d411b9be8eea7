import { describe, expect, it } from 'vitest';
import { joinPieces } from '../../../../../src/engine/geometry/volume/bridge.js';
import { shortestPaths } from '../../../../../src/engine/geometry/volume/paths.js';
import type { Triangles } from '../../../../../src/engine/geometry/volume/triangles.js';
import { turnVolume } from '../../../../../src/engine/geometry/volume/turn.js';
import { cellAt, depthAt, type Volume } from '../../../../../src/engine/geometry/volume/volume.js';
import { voxelise } from '../../../../../src/engine/geometry/volume/voxelise.js';

type Span = readonly [from: number, to: number];

/** A box as twelve triangles facing out; `open` leaves its top off. */
function box([x0, x1]: Span, [y0, y1]: Span, [z0, z1]: Span, open = false): Triangles {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((c) => [
    c & 1 ? x1 : x0,
    c & 2 ? y1 : y0,
    c & 4 ? z1 : z0,
  ]);
  const top = [2, 6, 3, 3, 6, 7];
  const sides = [0, 1, 4, 1, 5, 4, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5, 0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6];
  return {
    positions: new Float32Array(positions),
    indices: new Uint32Array(open ? sides : [...sides, ...top]),
  };
}

const litres = ({ inside, cell }: Volume) => inside.reduce((sum, one) => sum + one, 0) * cell ** 3;

describe('the solid of a mesh', () => {
  const closed = voxelise([box([0, 1], [0, 2], [0, 1])], 60);

  it('has the volume of the mesh, within half a cell around', () => {
    expect(litres(closed)).toBeGreaterThan(2);
    expect(litres(closed)).toBeLessThan(2.35);
    expect(depthAt(closed, 0.5, 1, 0.5)).toBeCloseTo(0.5, 1);
    expect(depthAt(closed, -0.05, 1, 0.5)).toBeLessThan(0);
  });

  it('is filled though a side is missing', () => {
    const open = voxelise([box([0, 1], [0, 2], [0, 1], true)], 60);
    expect(litres(open) / litres(closed)).toBeGreaterThan(0.97);
  });

  it('is filled once where pieces overlap', () => {
    const pair = voxelise([box([0, 1], [0, 1.2], [0, 1]), box([0, 1], [0.8, 2], [0, 1])], 60);
    expect(litres(pair) / litres(closed)).toBeCloseTo(1, 1);
  });

  it('joins loose pieces, so that a path leads through', { tags: 'slow' }, () => {
    const apart = voxelise([box([0, 1], [0, 1], [0, 1]), box([1.4, 2], [0, 1], [0, 1])], 60);
    const way = (volume: Volume) =>
      shortestPaths(volume, [cellAt(volume, [0.5, 0.5, 0.5])], () => 1).length[
        cellAt(volume, [1.7, 0.5, 0.5])
      ]!;
    expect(way(apart)).toBe(Infinity);
    expect(way(joinPieces(apart))).toBeGreaterThan(1.1);
    expect(way(joinPieces(apart))).toBeLessThan(2.2);
  });

  it('rotates like points, and four quarter turns are the identity', () => {
    const long = voxelise([box([0, 2], [0, 1], [0, 0.5])], 40);
    expect(depthAt(turnVolume(long, 1), 0.25, 0.5, -1.5)).toBeCloseTo(depthAt(long, 1.5, 0.5, 0.25), 5);
    expect(turnVolume(long, 4)).toEqual(long);
  });
});
