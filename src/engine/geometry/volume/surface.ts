/**
 * Distances along the surface of a mesh. Two points that are close in space but far apart along the surface belong to
 * different limbs, even if the grid joins them.
 */
import { type Bounds, boundsOfVertices, longestSide } from '../mesh/bounds.js';
import { createBuckets } from './buckets.js';
import type { Triangles } from './triangles.js';
import type { Grid } from './volume.js';

/** Corners at one position share a `node`. `distances[l]` are metres from landmark `l`, Infinity on another piece. */
export type SurfaceWays = {
  /** For each piece of the model, the node of each vertex. */
  nodes: Uint32Array[];
  /** Connected piece of the surface, by node. */
  pieceOf: Int32Array;
  distances: Float32Array[];
};

const mostLandmarks = 12;
/** As fractions of the longest side: the finest distinct positions, and the smallest piece with limbs to separate. */
const [finest, smallest] = [1e-5, 0.3];
/** Above this number, corners within half a cell are merged. */
const manyVertices = 60_000;

export function surfaceWays(grid: Grid, pieces: readonly Triangles[]): SurfaceWays {
  const total = pieces.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const bounds = boundsOfVertices(pieces);
  const longest = longestSide(bounds);
  const nodes = weld(bounds, total > manyVertices ? grid.cell / 2 : longest * finest, pieces);
  const graph = graphOf(nodes, pieces);
  const pieceOf = labelPieces(graph);
  const distances: Float32Array[] = [];
  for (const start of largestPieces(graph, pieceOf, 4)) {
    let least = spread(graph, start);
    for (let far = farthest(least); least[far]! > longest * smallest; far = farthest(least)) {
      if (distances.length === mostLandmarks) break;
      const from = spread(graph, far);
      distances.push(from);
      least = distances.length === 1 ? from : least.map((d, v) => Math.min(d, from[v]!));
    }
  }
  return { nodes, pieceOf, distances };
}

/** A node for each vertex of each part; vertices at one position share one. */
export function weldVertices(parts: readonly Triangles[]): Uint32Array[] {
  const bounds = boundsOfVertices(parts);
  return weld(bounds, longestSide(bounds) * finest, parts);
}

/** Labels for each vertex of each part: vertices connected by triangles, across all parts, share one. */
export function connectedPieces(parts: readonly Triangles[]): { labels: Uint32Array[]; count: number } {
  const nodes = weldVertices(parts);
  const above = new Uint32Array(nodes.reduce((sum, { length }) => sum + length, 0)).map((_, n) => n);
  const top = (n: number): number => {
    let at = n;
    while (above[at] !== at) {
      above[at] = above[above[at]!]!;
      at = above[at]!;
    }
    return at;
  };
  parts.forEach(({ indices }, p) => {
    for (let t = 0; t < indices.length; t++) {
      const next = indices[t % 3 === 2 ? t - 2 : t + 1]!;
      above[top(nodes[p]![indices[t]!]!)] = top(nodes[p]![next]!);
    }
  });
  const names = new Map<number, number>();
  const labels = nodes.map((list) =>
    list.map((node) => {
      const name = names.get(top(node)) ?? names.size;
      names.set(top(node), name);
      return name;
    }),
  );
  return { labels, count: names.size };
}

/** Merges vertices within a step of each other into one node. */
function weld({ low }: Bounds, step: number, pieces: readonly Triangles[]): Uint32Array[] {
  const known = new Map<number, number>();
  const rank = (value: number, axis: 0 | 1 | 2) => Math.round((value - low[axis]!) / step);
  return pieces.map(({ positions }) =>
    Uint32Array.from({ length: positions.length / 3 }, (_, v) => {
      const key =
        (rank(positions[v * 3]!, 0) * 131_072 + rank(positions[v * 3 + 1]!, 1)) * 131_072 +
        rank(positions[v * 3 + 2]!, 2);
      const node = known.get(key) ?? known.size;
      known.set(key, node);
      return node;
    }),
  );
}

/** `mean` and `longest` of all `spans`. */
type Graph = {
  starts: Uint32Array;
  ends: Uint32Array;
  spans: Float32Array;
  mean: number;
  longest: number;
};

/** Every edge of every triangle in both directions. */
function graphOf(nodes: readonly Uint32Array[], pieces: readonly Triangles[]): Graph {
  const count = nodes.reduce((most, list) => list.reduce((m, n) => Math.max(m, n + 1), most), 0);
  const starts = new Uint32Array(count + 1);
  const eachEdge = (visit: (a: number, b: number, span: number) => void) =>
    pieces.forEach(({ positions, indices }, p) => {
      for (let i = 0; i < indices.length; i++) {
        const v = indices[i]!;
        const w = indices[i % 3 === 2 ? i - 2 : i + 1]!;
        const a = nodes[p]![v]!;
        const b = nodes[p]![w]!;
        if (a === b) continue;
        const x = positions[v * 3]! - positions[w * 3]!;
        const y = positions[v * 3 + 1]! - positions[w * 3 + 1]!;
        const z = positions[v * 3 + 2]! - positions[w * 3 + 2]!;
        visit(a, b, Math.sqrt(x * x + y * y + z * z));
      }
    });
  eachEdge((a, b) => {
    starts[a + 1]!++;
    starts[b + 1]!++;
  });
  for (let v = 0; v < count; v++) starts[v + 1]! += starts[v]!;
  const cursor = starts.slice();
  const ends = new Uint32Array(starts[count]!);
  const spans = new Float32Array(starts[count]!);
  let [sum, longest] = [0, 0];
  eachEdge((a, b, span) => {
    ends[cursor[a]!] = b;
    spans[cursor[a]!++] = span;
    ends[cursor[b]!] = a;
    spans[cursor[b]!++] = span;
    sum += 2 * span;
    longest = Math.max(longest, span);
  });
  return { starts, ends, spans, mean: sum / spans.length || 1, longest };
}

function labelPieces({ starts, ends }: Graph): Int32Array {
  const labels = new Int32Array(starts.length - 1).fill(-1);
  let next = 0;
  for (let seed = 0; seed < labels.length; seed++) {
    if (labels[seed]! >= 0) continue;
    const stack = [seed];
    labels[seed] = next;
    for (let v = stack.pop(); v !== undefined; v = stack.pop())
      for (let e = starts[v]!; e < starts[v + 1]!; e++) {
        if (labels[ends[e]!]! >= 0) continue;
        labels[ends[e]!] = next;
        stack.push(ends[e]!);
      }
    next++;
  }
  return labels;
}

/** A node of each of the pieces with the most edges. */
function largestPieces({ starts }: Graph, labels: Int32Array, most: number): number[] {
  const sizes = new Map<number, { first: number; edges: number }>();
  labels.forEach((label, v) => {
    const size = sizes.get(label) ?? { first: v, edges: 0 };
    size.edges += starts[v + 1]! - starts[v]!;
    sizes.set(label, size);
  });
  return [...sizes.values()]
    .sort((a, b) => b.edges - a.edges)
    .slice(0, most)
    .map(({ first }) => first);
}

/** Within a bucket, a node may still shorten the way to another, which then is queued again. */
function spread({ starts, ends, spans, mean, longest }: Graph, from: number): Float32Array {
  const length = new Float32Array(starts.length - 1).fill(Infinity);
  const passed = new Float32Array(length.length).fill(Infinity);
  const queue = createBuckets(mean, longest);
  length[from] = 0;
  queue.push(0, from);
  for (let v = queue.pop(); v >= 0; v = queue.pop()) {
    const own = length[v]!;
    if (passed[v] === own) continue;
    passed[v] = own;
    for (let e = starts[v]!; e < starts[v + 1]!; e++) {
      const end = ends[e]!;
      const reached = Math.fround(own + spans[e]!);
      if (reached >= length[end]!) continue;
      length[end] = reached;
      queue.push(reached, end);
    }
  }
  return length;
}

function farthest(lengths: Float32Array): number {
  let best = 0;
  lengths.forEach((length, v) => {
    if (length < Infinity && !(length <= (lengths[best] === Infinity ? -1 : lengths[best]!))) best = v;
  });
  return best;
}
