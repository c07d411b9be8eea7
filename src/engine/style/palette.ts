/** The colours of a picture, for facets and cubes, which have one colour each. */
import type { Pixels } from '../character.js';
import { clamp, distance, type Vec3 } from '../geometry/vec.js';
import type { Surface } from '../output/assemble.js';

const mostColours = 20;
/** Of sRGB 0-1: colours that are closer become one. */
export const alike = 0.1;
const steps = 16;

/** A textured surface as surfaces of one colour each, by the colour in the middle of each triangle. */
export function inPlainColours(surface: Surface): Surface[] {
  const { material, uvs, indices } = surface;
  const { texture, ...plain } = material;
  if (!texture || !uvs) return [surface];
  const colours = Array.from({ length: indices.length / 3 }, (_, t) => {
    const at = (axis: 0 | 1) =>
      [0, 1, 2].reduce((sum, i) => sum + uvs[indices[t * 3 + i]! * 2 + axis]! / 3, 0);
    return colourAt(texture, at(0), at(1));
  });
  const palette = paletteOf(colours);
  const triangles = palette.map((): number[] => []);
  colours.forEach((colour, t) => {
    triangles[nearest(palette, colour)]!.push(...indices.subarray(t * 3, t * 3 + 3));
  });
  return palette.map((color, i) => ({
    ...surface,
    material: { ...plain, name: `${material.name} ${i}`, color },
    uvs: null,
    indices: Uint32Array.from(triangles[i]!),
  }));
}

function colourAt({ pixels, width, height }: Pixels, u: number, v: number): Vec3 {
  const within = (share: number, size: number) => clamp(Math.floor(share * size), 0, size - 1);
  const at = (within(v, height) * width + within(u, width)) * 4;
  return [pixels[at]! / 255, pixels[at + 1]! / 255, pixels[at + 2]! / 255];
}

/** The most frequent colours that differ from each other. */
export function paletteOf(colours: readonly Vec3[]): Vec3[] {
  const bins = new Map<string, { colour: Vec3; count: number }>();
  for (const colour of colours) {
    const key = colour.map((channel) => Math.floor(channel * steps)).join();
    const bin = bins.get(key);
    if (bin) bin.count++;
    else bins.set(key, { colour, count: 1 });
  }
  const palette: Vec3[] = [];
  for (const { colour } of [...bins.values()].toSorted((a, b) => b.count - a.count))
    if (palette.length < mostColours && palette.every((one) => distance(one, colour) > alike))
      palette.push(colour);
  return palette;
}

export const nearest = (palette: readonly Vec3[], colour: Vec3): number =>
  palette.reduce((best, one, i) => (distance(one, colour) < distance(palette[best]!, colour) ? i : best), 0);
