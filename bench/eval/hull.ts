/** A body photographed from three sides here, and made anew from the photographs. */
import { makeRig, type ViewName } from '../../src/engine/index.js';
import { readObj } from '../../src/engine/model/obj.js';
import { depthAt, type Volume } from '../../src/engine/volume/volume.js';
import { voxelise } from '../../src/engine/volume/voxelise.js';
import type { Body } from './body.js';
import { processorTime } from './processor.js';
import { boundsOf, photograph, type Surface, surfaceOf, views } from './silhouette.js';

const samples = 96;

/** Intersection over union of both solids, brought to one height over one middle. */
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
  return { name: body.name, iou: solidOverlap(truth, await surfaceOf(glb)), milliseconds };
}

function solidOverlap(a: Surface, b: Surface): number {
  const [first, second] = [unitSolid(a), unitSolid(b)];
  let [both, either] = [0, 0];
  for (let k = 0; k < samples; k++)
    for (let j = 0; j < samples; j++)
      for (let i = 0; i < samples; i++) {
        const [x, y, z] = [i, j, k].map((n) => ((n + 0.5) / samples - 0.5) * 1.2) as [number, number, number];
        const [inA, inB] = [depthAt(first, x, y, z) > 0, depthAt(second, x, y, z) > 0];
        if (inA && inB) both++;
        if (inA || inB) either++;
      }
  return both / either;
}

/** One high, in the middle of space. */
function unitSolid({ positions, indices }: Surface): Volume {
  const { low, high } = boundsOf({ positions, indices });
  const height = high[1]! - low[1]!;
  const placed = Float32Array.from(
    positions,
    (value, i) => (value - (low[i % 3]! + high[i % 3]!) / 2) / height,
  );
  return voxelise([{ positions: placed, indices: Uint32Array.from(indices) }], 128);
}
