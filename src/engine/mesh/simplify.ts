import { MeshoptSimplifier } from 'meshoptimizer';
import type { Mesh } from './mesh.js';

/**
 * Fewer triangles where the surface is flat. Before painting, so there is one group.
 * @param budget triangles aimed at
 * @param tolerance greatest deviation in metres
 */
export async function simplifyMesh(mesh: Mesh, budget: number, tolerance: number): Promise<Mesh> {
  const [group] = mesh.groups;
  if (!group || group.indices.length <= budget * 3) return mesh;
  await MeshoptSimplifier.ready;
  const [indices] = MeshoptSimplifier.simplify(group.indices, mesh.positions, 3, budget * 3, tolerance, [
    'ErrorAbsolute',
    'RegularizeLight',
  ]);
  return compact({ ...mesh, groups: [{ material: group.material, indices }] });
}

/** Drops vertices no triangle uses and triangles with a repeated corner. */
export function compact(mesh: Mesh): Mesh {
  const renamed = new Int32Array(mesh.positions.length / 3).fill(-1);
  const [positions, normals]: [number[], number[]] = [[], []];
  const rename = (v: number): number => {
    if (renamed[v]! < 0) {
      renamed[v] = positions.length / 3;
      for (let i = 0; i < 3; i++) {
        positions.push(mesh.positions[v * 3 + i]!);
        normals.push(mesh.normals[v * 3 + i]!);
      }
    }
    return renamed[v]!;
  };
  const groups = mesh.groups.map(({ material, indices }) => {
    const kept: number[] = [];
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
      if (a !== b && b !== c && c !== a) kept.push(rename(a), rename(b), rename(c));
    }
    return { material, indices: new Uint32Array(kept) };
  });
  return { positions: new Float32Array(positions), normals: new Float32Array(normals), groups };
}
