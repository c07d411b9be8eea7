/** How an uploaded model looks in pictures and in its file: as it came, or in another style. */
import { mapPoints, toFile, turnToFileVector, type UploadedFrame } from '../body/uploaded/frame.js';
import type { Placed } from '../body/uploaded/placement.js';
import type { Clip } from '../clips/clip.js';
import { heightOf } from '../geometry/mesh/mesh.js';
import { type Model, materialsOf, type Piece } from '../input/model/model.js';
import { isArtStyle } from '../kinds.js';
import type { ShownSurface } from '../output/assemble.js';
import { writeGlb } from '../output/glb.js';
import { attachRig } from '../output/model/attach.js';
import { shownSurfaces } from '../output/model/shown.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import type { Skin } from '../skinning/influences.js';
import { restyleUpload } from '../style/uploaded/uploaded.js';
import type { RigParameters } from '../types.js';

type Rigged = { pieces: readonly Piece[]; skins: readonly Skin[]; skeleton: Skeleton };
/** In the file's space. */
type Moving = { skeleton: Skeleton; clips: readonly Clip[] };
type Meshes = { positions: Float32Array; indices: Uint32Array }[];

export type Dressed = {
  shown: readonly ShownSurface[];
  write(placed: Placed, moving: Moving): Promise<Uint8Array>;
  /** What the report counts. */
  counted(placed: Placed): { surfaces: Meshes; skins: readonly Skin[]; materials: number };
};

/** Clay leaves a model as it came. @param rigged in the engine's space */
export async function dressModel(
  style: RigParameters['style'],
  model: Model,
  rigged: Rigged,
): Promise<Dressed> {
  const { pieces, skins, skeleton } = rigged;
  const shown = await shownSurfaces(pieces, skins);
  if (!isArtStyle(style) || style === 'clay')
    return {
      shown,
      write: (placed, moving) =>
        attachRig({ ...model, pieces: placed.pieces }, { ...moving, skins, height: heightOf(placed.pieces) }),
      counted: (placed) => ({ surfaces: placed.pieces, skins, materials: materialsOf(model.pieces) }),
    };
  const cutOuts = pieces.map(({ source }) => (source.getMaterial()?.getAlphaMode() ?? 'OPAQUE') !== 'OPAQUE');
  const styled = await restyleUpload(style, shown, cutOuts, skeleton);
  const placedIn = ({ frame }: Placed) => styled.file.map((surface) => carried(surface, frame));
  return {
    shown: styled.shown,
    write(placed, moving) {
      const surfaces = placedIn(placed);
      return writeGlb({ ...moving, name: model.name, surfaces, height: heightOf(surfaces) });
    },
    counted: (placed) => ({
      surfaces: placedIn(placed),
      skins: styled.file,
      materials: new Set(styled.file.map(({ material }) => material.name)).size,
    }),
  };
}

const carried = <S extends { positions: Float32Array; normals: Float32Array }>(
  surface: S,
  frame: UploadedFrame,
): S => ({
  ...surface,
  positions: mapPoints(surface.positions, (p) => toFile(frame, p)),
  normals: mapPoints(surface.normals, (n) => turnToFileVector(frame, n)),
});
