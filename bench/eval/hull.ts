/** Renders a body from three sides, rebuilds it from these pictures and compares the two. */

import { boundsOfVertices } from '../../src/engine/geometry/mesh/bounds.js';
import { eachWinding } from '../../src/engine/geometry/volume/triangles.js';
import { cellCount, type Grid } from '../../src/engine/geometry/volume/volume.js';
import { makeRig, type ViewName } from '../../src/engine/index.js';
import { readObj } from '../../src/engine/input/model/obj.js';
import type { Body } from './body.js';
import { processorTime } from './processor.js';
import { photograph, type Surface, surfaceOf, views } from './silhouette.js';

/** Cells per height. */
const samples = 110;
/** Both solids have height one; arms may reach farther to the sides than that. */
const grid: Grid = {
  size: [180, 120, 120],
  origin: [-90 / samples, -60 / samples, -60 / samples],
  cell: 1 / samples,
};
/** The largest offset, in cells, between the rebuilt and the true solid: pictures do not show the origin. */
const slack = 4;

/** Intersection over union of both solids at one height. */
export async function hullOverlap(body: Body): Promise<{ name: string; iou: number; milliseconds: number }> {
  const truth: Surface = readObj(Buffer.from(body.obj)).pieces[0]!;
  const images = await Promise.all(
    (Object.keys(views) as (keyof typeof views & ViewName)[]).map(async (view) => ({
      view,
      bytes: await photograph(truth, views[view]),
    })),
  );
  const before = process.cpuUsage();
  const { glb } = await makeRig({ kind: 'images', images });
  const milliseconds = processorTime(before);
  return {
    name: body.name,
    iou: bestOverlap(unitSolid(truth), unitSolid(await surfaceOf(glb))),
    milliseconds,
  };
}

/** At the best offset along X, then Z; heights are never shifted. */
function bestOverlap(truth: Uint8Array, made: Uint8Array): number {
  const steps = Array.from({ length: 2 * slack + 1 }, (_, i) => i - slack);
  let [shift, best] = [0, overlap(truth, made, 0)];
  for (const stride of [grid.size[0] * grid.size[1], 1]) {
    const tried = steps.map(
      (step) => [shift + step * stride, overlap(truth, made, shift + step * stride)] as const,
    );
    for (const [at, value] of tried) if (value > best) [shift, best] = [at, value];
  }
  return best;
}

function overlap(a: Uint8Array, b: Uint8Array, shift: number): number {
  let [both, either] = [0, 0];
  for (let c = 0; c < a.length; c++) {
    const other = b[c + shift] ?? 0;
    both += a[c]! & other;
    either += a[c]! | other;
  }
  return both / either;
}

/**
 * Height one, its box in the middle of space. A cell is inside when most of the three rays through its center find it
 * enclosed: cells that the surface only touches do not count, or thin limbs would count double.
 */
function unitSolid({ positions, indices }: Surface): Uint8Array {
  const { low, high } = boundsOfVertices([{ positions }]);
  const height = high[1]! - low[1]!;
  const placed = Float32Array.from(
    positions,
    (value, i) => (value - (low[i % 3]! + high[i % 3]!) / 2) / height,
  );
  const votes = new Int8Array(cellCount(grid));
  eachWinding(grid, [{ positions: placed, indices: Uint32Array.from(indices) }], (c, winding) => {
    votes[c]! += winding === 0 ? -1 : 1;
  });
  return Uint8Array.from(votes, (vote) => (vote > 0 ? 1 : 0));
}
