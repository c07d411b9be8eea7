import type { Character, FilePicture, Material, RenderMaterial } from '../character.js';
import { vertexAt } from '../geometry/mesh/mesh.js';
import { add, normalize, type Vec3 } from '../geometry/vec.js';
import type { SkinnedSolid } from '../skinning/skin.js';

/** Its texture has coordinates in the surface. */
export type SurfaceMaterial = Omit<Material, 'texture'> & { texture?: FilePicture };

/** All geometry of one material, ready to become one glTF primitive. */
export type Surface = {
  material: SurfaceMaterial;
  positions: Float32Array;
  normals: Float32Array;
  uvs: Float32Array | null;
  joints: Uint8Array;
  weights: Float32Array;
  indices: Uint32Array;
  /** Part of a closed surface, so that back faces need not be drawn. */
  closed: boolean;
  /** Names of the solids it contains. */
  parts: string[];
};

/** A surface in the renderer's format. */
export type ShownSurface = Omit<Surface, 'material' | 'closed' | 'parts'> & {
  material: RenderMaterial;
  closed?: boolean;
  /** Linear red, green and blue of each vertex, which multiply the material's. */
  tints?: Float32Array;
};

/** One surface per used material, with compacted vertices. */
export function assembleSurfaces({ materials }: Character, skinned: readonly SkinnedSolid[]): Surface[] {
  return materials.flatMap((material) => {
    const surface = collect(material, skinned);
    return surface.indices.length > 0 ? [surface] : [];
  });
}

function collect(material: Material, skinned: readonly SkinnedSolid[]): Surface {
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const joints: number[] = [];
  const weights: number[] = [];
  const indices: number[] = [];
  const parts = new Set<string>();
  for (const { solid, mesh, skin } of skinned) {
    for (const group of mesh.groups) {
      if (group.material !== material.name) continue;
      parts.add(solid.name);
      const renamed = new Map<number, number>();
      const vertex = (v: number, panel: number): number => {
        const key = v * 4 + panel;
        const known = renamed.get(key);
        if (known !== undefined) return known;
        const made = positions.length / 3;
        renamed.set(key, made);
        const [p, n] = [vertexAt(mesh.positions, v), vertexAt(mesh.normals, v)];
        positions.push(...p);
        normals.push(...n);
        if (material.texture) uvs.push(...material.texture.project(p, panel));
        for (let i = 0; i < 4; i++) {
          joints.push(skin.joints[v * 4 + i]!);
          weights.push(skin.weights[v * 4 + i]!);
        }
        return made;
      };
      for (let t = 0; t < group.indices.length; t += 3) {
        const corners = [group.indices[t]!, group.indices[t + 1]!, group.indices[t + 2]!];
        const panel = material.texture ? material.texture.panel(meanNormal(mesh.normals, corners)) : 0;
        indices.push(...corners.map((v) => vertex(v, panel)));
      }
    }
  }
  return {
    material,
    positions: new Float32Array(positions),
    normals: new Float32Array(normals),
    uvs: material.texture ? new Float32Array(uvs) : null,
    joints: new Uint8Array(joints),
    weights: new Float32Array(weights),
    indices: new Uint32Array(indices),
    closed: true,
    parts: [...parts],
  };
}

function meanNormal(normals: Float32Array, corners: readonly number[]): Vec3 {
  return normalize(corners.map((v) => vertexAt(normals, v)).reduce(add));
}
