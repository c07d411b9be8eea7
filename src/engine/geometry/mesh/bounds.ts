/** Bounding boxes of meshes, in the units of their positions. */

export type Bounds = { low: number[]; high: number[] };

type Points = { positions: ArrayLike<number> };
type Indexed = Points & { indices: Uint32Array };

/** Bounds of nothing: the first point decides. */
export const emptyBounds = (): Bounds => ({
  low: [Infinity, Infinity, Infinity],
  high: [-Infinity, -Infinity, -Infinity],
});

export function includeVertex({ low, high }: Bounds, positions: ArrayLike<number>, vertex: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const value = positions[vertex * 3 + axis]!;
    if (value < low[axis]!) low[axis] = value;
    if (value > high[axis]!) high[axis] = value;
  }
}

export function boundsOfVertices(pieces: readonly Points[]): Bounds {
  const bounds = emptyBounds();
  for (const { positions } of pieces)
    for (let v = 0; v < positions.length / 3; v++) includeVertex(bounds, positions, v);
  return bounds;
}

/** Without the vertices that no triangle uses. */
export function boundsOfTriangles(pieces: readonly Indexed[]): Bounds {
  const bounds = emptyBounds();
  for (const { positions, indices } of pieces) for (const v of indices) includeVertex(bounds, positions, v);
  return bounds;
}

export const spansOf = ({ low, high }: Bounds): number[] => high.map((value, axis) => value - low[axis]!);

export const longestSide = (bounds: Bounds): number => Math.max(...spansOf(bounds));
