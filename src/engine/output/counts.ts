/** Statistics of surfaces for the report. */

type Places = { positions: Float32Array };

/** Height from the lowest to the highest vertex. */
export function heightOf(surfaces: readonly Places[]): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { positions } of surfaces)
    for (let i = 1; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]!);
      high = Math.max(high, positions[i]!);
    }
  return high - low;
}

export const verticesAndTriangles = (surfaces: readonly (Places & { indices: Uint32Array })[]) => ({
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
