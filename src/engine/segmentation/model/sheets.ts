/** Finds parts that are cloth, hair or sticks by their shape: open sheets, and closed parts that are thin throughout. */
import { cross, dot, sub, type Vec3 } from '../../geometry/vec.js';
import { weldVertices } from '../../geometry/volume/surface.js';
import type { Piece } from '../../input/model/model.js';
import { sheetsThresholds } from './calibration.js';
import { areTwins, type MeshParts } from './parts.js';

const { open, thin, long, noticed, mostTriangles } = sheetsThresholds;

/** Parts that are sheets or sticks, without those too small to matter. */
export function sheetsIn(pieces: readonly Piece[], { parts, labels, size }: MeshParts): Set<number> {
  const triangles = pieces.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  if (triangles > mostTriangles || parts.length < 2) return new Set();
  const whole = parts.reduce((sum, { area }) => sum + area, 0);
  const shells = shellsOf(pieces, labels, parts.length);
  return new Set(
    parts.flatMap((part, i) => {
      if (part.area < noticed * whole || part.reach < long * size) return [];
      const { cap, volume } = shells[i]!;
      // Limbs come in pairs; a part without a twin needs less to be a shield, a skirt or a tail.
      const by = parts.some((other) => other !== part && areTwins(part, other, { size })) ? 'pair' : 'lone';
      const isSheet =
        cap > open[by] * part.area || 2 * Math.abs(volume) < thin[by] * size * (part.area + cap);
      return isSheet ? [i] : [];
    }),
  );
}

/** The area of the flat covers that would close a part, and the volume it then encloses. */
type Shell = { cap: number; volume: number };

function shellsOf(pieces: readonly Piece[], labels: readonly Uint32Array[], count: number): Shell[] {
  const shells = Array.from({ length: count }, (): Shell => ({ cap: 0, volume: 0 }));
  const nodes = weldVertices(pieces);
  const { places, partOf } = nodesOf(pieces, nodes, labels);
  const edges = new Map<number, number>();
  const total = places.length;
  const countEdge = (from: number, to: number) => {
    const opposite = edges.get(to * total + from) ?? 0;
    if (opposite > 0) edges.set(to * total + from, opposite - 1);
    else edges.set(from * total + to, (edges.get(from * total + to) ?? 0) + 1);
  };
  pieces.forEach(({ indices }, p) => {
    for (let t = 0; t < indices.length; t += 3) {
      const a = nodes[p]![indices[t]!]!;
      const b = nodes[p]![indices[t + 1]!]!;
      const c = nodes[p]![indices[t + 2]!]!;
      if (a === b || b === c || a === c) continue;
      shells[partOf[a]!]!.volume += volumeOf(places[a]!, places[b]!, places[c]!);
      countEdge(a, b);
      countEdge(b, c);
      countEdge(c, a);
    }
  });
  const rims = [...edges].flatMap(([edge, times]): [number, number][] =>
    times > 0 ? [[Math.floor(edge / total), edge % total]] : [],
  );
  for (const loop of loopsOf(rims)) closeLoop(loop, places, shells[partOf[loop[0]![0]]!]!);
  return shells;
}

function nodesOf(pieces: readonly Piece[], nodes: readonly Uint32Array[], labels: readonly Uint32Array[]) {
  const places: Vec3[] = [];
  const partOf: number[] = [];
  pieces.forEach(({ positions }, p) => {
    nodes[p]!.forEach((node, v) => {
      places[node] ??= [positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!];
      partOf[node] ??= labels[p]![v]!;
    });
  });
  return { places, partOf };
}

/** Connected groups of open edges. */
function loopsOf(rims: readonly [number, number][]): [number, number][][] {
  const above = new Map<number, number>();
  const topOf = (node: number): number => {
    let at = node;
    for (let next = above.get(at); next !== undefined && next !== at; next = above.get(at)) at = next;
    if (at !== node) above.set(node, at);
    return at;
  };
  for (const [a, b] of rims) {
    const [from, to] = [topOf(a), topOf(b)];
    if (from !== to) above.set(from, to);
  }
  const loops = new Map<number, [number, number][]>();
  for (const rim of rims) {
    const top = topOf(rim[0]);
    const loop = loops.get(top);
    if (loop) loop.push(rim);
    else loops.set(top, [rim]);
  }
  return [...loops.values()];
}

/** Covers a hole by a fan around its middle. */
function closeLoop(loop: readonly [number, number][], places: readonly Vec3[], shell: Shell): void {
  const middle = [0, 1, 2].map(
    (axis) => loop.reduce((sum, [a]) => sum + places[a]![axis]!, 0) / loop.length,
  ) as unknown as Vec3;
  for (const [a, b] of loop) {
    shell.cap += areaBetween(places[b]!, places[a]!, middle);
    shell.volume += volumeOf(places[b]!, places[a]!, middle);
  }
}

const areaBetween = (a: Vec3, b: Vec3, c: Vec3): number => Math.hypot(...cross(sub(b, a), sub(c, a))) / 2;
/** Of the tetrahedron with the origin. */
const volumeOf = (a: Vec3, b: Vec3, c: Vec3): number => dot(a, cross(b, c)) / 6;
