/**
 * Gives all surfaces without a texture of their own one material: unwrapped without overlaps into one atlas, with the
 * colours, and where they differ shine and glow, in palette textures.
 */
import { linearOf, srgbOf } from '../../colour.js';
import { triangleArea } from '../../geometry/mesh/triangle.js';
import type { Surface, SurfaceMaterial } from '../assemble.js';
import { cutCharts } from './charts.js';
import { type Flat, flattenCharts } from './flatten.js';
import { type Joined, joinSurfaces } from './join.js';
import { type Place, packRectangles } from './pack.js';
import { encodePalettes, type IndexedPixels } from './png.js';

/** PNGs of the atlas; `shine` has roughness in green and metalness in blue. */
export type AtlasMaps = { color: Uint8Array; shine?: Uint8Array; glow?: Uint8Array };
export type FileMaterial = SurfaceMaterial & { maps?: AtlasMaps };
/** A surface as it is written: one primitive. */
export type FileSurface = Omit<Surface, 'material'> &
  Partial<Pick<Joined, 'swatches'>> & { material: FileMaterial };

const atlasSide = 1024;

/** At most one surface more than those with their own texture. */
export async function bakeAtlas(surfaces: readonly Surface[]): Promise<FileSurface[]> {
  const textured = surfaces.filter(({ material }) => material.texture);
  const plain = surfaces.filter(({ material }) => !material.texture);
  if (plain.length === 0) return textured;
  const cell = Math.sqrt(plain.reduce((sum, surface) => sum + surfaceArea(surface), 0) * 2) / atlasSide;
  const flats = plain.map((surface) => flattenCharts(surface, cutCharts(surface), cell));
  const { scale, places } = packRectangles(flats.flat(), atlasSide);
  // Another thread compresses the maps while the surfaces are joined.
  const painting = paintMaps(
    plain.map(({ material }) => material),
    flats,
    places,
  );
  const joined = joinSurfaces(plain, flats, { places, scale, side: atlasSide });
  return [{ ...joined, material: atlasMaterial(plain, await painting) }, ...textured];
}

function surfaceArea({ positions, indices }: Surface): number {
  const scratch = new Float64Array(3);
  let area = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3];
    area += triangleArea(scratch, positions, a, b, c);
  }
  return area;
}

/** One material has a factor where all have the same value, and a map where they differ. */
export function atlasMaterial(plain: readonly Surface[], maps: AtlasMaps): FileMaterial {
  const { roughness, metalness } = plain[0]!.material;
  return {
    name: 'atlas',
    color: [1, 1, 1],
    roughness: maps.shine ? 1 : roughness,
    metalness: maps.shine ? 1 : metalness,
    glow: maps.glow ? 1 : 0,
    ...(plain[0]!.material.unlit && { unlit: true }),
    maps,
  };
}

/** A chart's whole rectangle has its colour, so the padding is exact. */
async function paintMaps(
  materials: readonly SurfaceMaterial[],
  flats: readonly (readonly Flat[])[],
  places: readonly Place[],
): Promise<AtlasMaps> {
  const pixels = new Uint8Array(atlasSide * atlasSide);
  let next = 0;
  flats.forEach((charts, index) => {
    for (const { x, y, width, height } of places.slice(next, next + charts.length))
      for (let row = y; row < y + height; row++)
        pixels.fill(index, row * atlasSide + x, row * atlasSide + x + width);
    next += charts.length;
  });
  return encodeMaps(materials, { pixels, side: atlasSide });
}

/** @param image the index of a material for each pixel */
export async function encodeMaps(
  materials: readonly SurfaceMaterial[],
  image: IndexedPixels,
): Promise<AtlasMaps> {
  const palette = (of: (material: SurfaceMaterial) => readonly number[]) =>
    Uint8Array.from(materials.flatMap((material) => of(material).map((x) => Math.round(x * 255))));
  const shines = materials.some(
    ({ roughness, metalness }) =>
      roughness !== materials[0]!.roughness || metalness !== materials[0]!.metalness,
  );
  const glows = materials.some(({ glow = 0 }) => glow > 0);
  const palettes = [
    palette(({ color }) => color),
    palette(({ roughness, metalness }) => [0, roughness, metalness]),
    palette(({ color, glow = 0 }) => color.map((c) => srgbOf(linearOf(c) * Math.min(1, glow)))),
  ];
  const [color, shine, glow] = await encodePalettes(image, palettes);
  return { color: color!, ...(shines && { shine: shine! }), ...(glows && { glow: glow! }) };
}
