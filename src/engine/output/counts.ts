/** Statistics of surfaces for the report. */
import type { Mesh } from '../geometry/mesh/mesh.js';

export const verticesAndTriangles = (
  surfaces: readonly (Pick<Mesh, 'positions'> & { indices: Uint32Array })[],
) => ({
  vertices: surfaces.reduce((sum, { positions }) => sum + positions.length / 3, 0),
  triangles: surfaces.reduce((sum, { indices }) => sum + indices.length / 3, 0),
});

/** The greatest number of joints that influence one vertex. */
export function mostInfluences(skins: readonly { weights: Float32Array }[]): number {
  let most = 0;
  for (const { weights } of skins)
    for (let v = 0; v < weights.length; v += 4)
      most = Math.max(most, [0, 1, 2, 3].filter((i) => weights[v + i]! > 0).length);
  return most;
}
