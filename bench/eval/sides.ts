/** Rebuilds a generated character from one picture, and compares the sides that the picture does not show. */

import { boundsOfVertices } from '../../src/engine/geometry/mesh/bounds.js';
import { makeRig } from '../../src/engine/index.js';
import { makeCharacter } from '../../src/engine/pipeline/build.js';
import { createProgress } from '../../src/engine/pipeline/progress.js';
import { interpretText } from '../../src/engine/pipeline/text.js';
import { areaOf } from '../../src/engine/segmentation/image/grid.js';
import { photograph, project, type Surface, surfaceOf, type View, views } from './silhouette.js';

/** The view in the picture, and the view that is compared. */
const looks = {
  front: { shown: views.front, judged: views.left },
  side: { shown: views.left, judged: views.front },
} as const;

export type SideOutcome = { prompt: string; kind: string; right: boolean; iou: number };

export async function judgeSides(
  prompt: string,
  seed: number,
  from: keyof typeof looks,
): Promise<SideOutcome> {
  const interpreted = interpretText({ kind: 'text', prompt, seed, parameters: { detail: 'low' } });
  const { skeleton, surfaces } = await makeCharacter(interpreted, createProgress({}), { clips: ['idle'] });
  const truth = joined(surfaces);
  const { shown, judged } = looks[from];
  const image = await photograph(truth, shown);
  const { glb, report } = await makeRig({
    kind: 'image',
    image,
    parameters: { detail: 'low' },
    previewSize: 64,
  });
  const made = await surfaceOf(glb);
  return {
    prompt,
    kind: skeleton.kind,
    right: report.skeleton === skeleton.kind,
    iou: bestOverlap(outlineOf(truth, judged), outlineOf(made, judged)),
  };
}

export function joined(surfaces: readonly { positions: Float32Array; indices: Uint32Array }[]): Surface {
  const [positions, indices]: [number[], number[]] = [[], []];
  for (const surface of surfaces) {
    const first = positions.length / 3;
    for (const value of surface.positions) positions.push(value);
    for (const v of surface.indices) indices.push(first + v);
  }
  return { positions, indices };
}

/** Rows of an outline of height one. */
const rows = 160;
type Outline = { columns: number; inside: Uint8Array };

function outlineOf(surface: Surface, view: View): Outline {
  const { low, high } = boundsOfVertices([surface]);
  const axis = view.right[0];
  const columns = Math.max(2, Math.round((rows * (high[axis]! - low[axis]!)) / (high[1]! - low[1]!)));
  const shown = project(surface, view, columns, rows);
  return { columns, inside: Uint8Array.from(shown, (slope) => (slope >= 0 ? 1 : 0)) };
}

/** At the best offset to the sides: pictures do not show where the middle is. */
function bestOverlap(a: Outline, b: Outline): number {
  const slack = Math.round(rows * 0.15);
  const centre = Math.round((a.columns - b.columns) / 2);
  const all = areaOf(a) + areaOf(b);
  let best = 0;
  for (let shift = centre - slack; shift <= centre + slack; shift++) {
    let both = 0;
    for (let row = 0; row < rows; row++)
      for (let i = Math.max(0, shift); i < Math.min(a.columns, b.columns + shift); i++)
        both += a.inside[row * a.columns + i]! & b.inside[row * b.columns + i - shift]!;
    best = Math.max(best, both / (all - both));
  }
  return best;
}
