import { MeshoptSimplifier } from 'meshoptimizer';
import type { Net } from './surface-nets.js';

/**
 * Reduces triangles where the surface is flat.
 * @param budget target number of triangles
 * @param tolerance greatest deviation in metres
 * @param bends whether triangles should be about as wide as long; stiff parts have straighter edges without
 */
export async function simplifyNet(net: Net, budget: number, tolerance: number, bends = true): Promise<Net> {
  if (net.indices.length <= budget * 3) return net;
  await MeshoptSimplifier.ready;
  const [indices] = MeshoptSimplifier.simplify(net.indices, net.positions, 3, budget * 3, tolerance, [
    'ErrorAbsolute',
    ...(bends ? ['RegularizeLight' as const] : []),
  ]);
  return compact({ positions: net.positions, indices });
}

/** Drops unused vertices and triangles with a repeated corner. */
function compact(net: Net): Net {
  const renamed = new Int32Array(net.positions.length / 3).fill(-1);
  const positions = new Float32Array(net.positions.length);
  const indices = new Uint32Array(net.indices.length);
  let [used, kept] = [0, 0];
  const rename = (v: number): number => {
    if (renamed[v]! < 0) {
      for (let i = 0; i < 3; i++) positions[used * 3 + i] = net.positions[v * 3 + i]!;
      renamed[v] = used++;
    }
    return renamed[v]!;
  };
  for (let t = 0; t < net.indices.length; t += 3) {
    const [a, b, c] = [net.indices[t]!, net.indices[t + 1]!, net.indices[t + 2]!];
    if (a === b || b === c || c === a) continue;
    indices[kept++] = rename(a);
    indices[kept++] = rename(b);
    indices[kept++] = rename(c);
  }
  return { positions: positions.slice(0, used * 3), indices: indices.slice(0, kept) };
}
