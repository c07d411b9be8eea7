/** Toon: each colour in two tones with a sharp border, and a dark outline. */

import type { Character, Material } from '../character.js';
import { darker } from '../colour.js';
import { boundsOfVertices, longestSide } from '../geometry/mesh/bounds.js';
import { type Mesh, vertexAt, vertexCount } from '../geometry/mesh/mesh.js';
import { cutMesh } from '../geometry/mesh/paint.js';
import { normalize, type Vec3 } from '../geometry/vec.js';
import type { Surface } from '../output/assemble.js';
import { isFeature } from './features.js';

/** Towards the light that divides the tones: above, in front and to the side. */
const light: Vec3 = normalize([0.6, 0.62, 0.5]);
/** Cosine of the angle to the light at which the shaded tone begins. */
const border = 0.2;

const shadeOf = (material: string): string => `${material} shade`;

/** Each material unlit, and those without a picture again in their shaded tone. */
export const addShades = ({ materials, ...character }: Character): Character => ({
  ...character,
  materials: materials.flatMap((material): Material[] =>
    material.texture || isFeature(material.name)
      ? [{ ...material, unlit: true }]
      : [
          { ...material, unlit: true },
          { ...material, unlit: true, name: shadeOf(material.name), color: shaded(material) },
        ],
  ),
});

/** Shadows are cooler than the light. What glows has none. */
export function shaded({ color, glow = 0 }: Pick<Material, 'color' | 'glow'>): Vec3 {
  if (glow > 0.3) return color;
  const [r, g, b] = darker(color, 0.36);
  return [r * 0.92, g * 0.94, Math.min(1, b * 1.1)];
}

/** Cuts triangles along the border between light and shade. @param materials those that there are */
export function shadeMesh(mesh: Mesh, materials: ReadonlySet<string>): Mesh {
  const names = mesh.groups.map(({ material }) => material).filter((name) => materials.has(shadeOf(name)));
  return names.reduce((cut, from) => {
    return cutMesh(cut, lightOn(cut.normals), { from, material: shadeOf(from) });
  }, mesh);
}

/** Of each normal: how much it faces the light, above the border of the shade. */
export function lightOn(normals: Float32Array): Float64Array {
  const [x, y, z] = light;
  const lit = new Float64Array(normals.length / 3);
  for (let v = 0; v < lit.length; v++) {
    const [nx, ny, nz] = vertexAt(normals, v);
    lit[v] = nx * x + ny * y + nz * z - border;
  }
  return lit;
}

export const outlineName = 'outline';
export const ink: Vec3 = [0.09, 0.07, 0.1];
/** Thickness as a fraction of the body's longest side. */
const thickness = 0.0048;

/**
 * A hull around the body, turned inside out: only the far side of a single-sided surface is drawn, which shows as a
 * line around the body.
 */
export function outlineOf(surfaces: readonly Surface[]): Surface {
  const drawn = surfaces.filter(({ material }) => !isFeature(material.name));
  const width = outlineWidth(drawn);
  let count = 0;
  const indices = drawn.flatMap((surface) => {
    const first = count;
    count += vertexCount(surface);
    return Array.from(surface.indices, (_, i) => first + surface.indices[i - (i % 3) + reversed[i % 3]!]!);
  });
  const all = (of: (surface: Surface) => number[]) => drawn.flatMap(of);
  return {
    material: { name: outlineName, color: ink, roughness: 1, metalness: 0, unlit: true },
    positions: Float32Array.from(
      all(({ positions, normals }) => Array.from(positions, (p, i) => p + normals[i]! * width)),
    ),
    normals: Float32Array.from(all(({ normals }) => Array.from(normals, (n) => -n))),
    uvs: null,
    joints: Uint8Array.from(all(({ joints }) => [...joints])),
    weights: Float32Array.from(all(({ weights }) => [...weights])),
    indices: Uint32Array.from(indices),
    closed: true,
    parts: [outlineName],
  };
}

const reversed = [0, 2, 1] as const;

/** In metres. */
export function outlineWidth(surfaces: readonly Pick<Surface, 'positions'>[]): number {
  return thickness * longestSide(boundsOfVertices(surfaces));
}
