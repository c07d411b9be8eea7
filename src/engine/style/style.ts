/** What each style changes on the way from solids to files. Clay changes nothing. */
import type { Character } from '../character.js';
import type { ArtStyle } from '../kinds.js';
import type { Surface } from '../output/assemble.js';
import type { FileSurface } from '../output/atlas/atlas.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import type { RigParameters } from '../types.js';
import { flatten } from './facets.js';
import { inPlainColours } from './palette.js';
import { addShades, outlineOf } from './toon.js';
import { voxelSurfaces } from './voxels/voxels.js';

/** Cubes along the longest side of the body. */
export const cubesAcross = { low: 32, medium: 48, high: 72 } as const;

/** Before its solids get triangles. */
export const readyFor = (style: ArtStyle, character: Character): Character =>
  style === 'toon' ? addShades(character) : character;

type Body = { skeleton: Skeleton; detail: NonNullable<RigParameters['detail']> };

/** After its surfaces got weights. */
export function restyle(style: ArtStyle, surfaces: Surface[], { skeleton, detail }: Body): Surface[] {
  if (style === 'clay' || style === 'toon') return surfaces;
  const plain = surfaces.flatMap(inPlainColours);
  return style === 'voxel' ? voxelSurfaces(plain, skeleton, cubesAcross[detail]) : plain;
}

/** Before it is drawn or written. @param unwrapped the surfaces of a file; missing for a picture */
export function finish(
  style: ArtStyle | undefined,
  surfaces: readonly Surface[],
  unwrapped: readonly FileSurface[] = surfaces,
): FileSurface[] {
  if (style === 'low-poly') return unwrapped.map(flatten);
  return style === 'toon' ? [...unwrapped, outlineOf(surfaces)] : [...unwrapped];
}
