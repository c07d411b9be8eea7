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
  placeIn(placed: Placed): PlacedModel;
};

/** In the file's space. */
type PlacedModel = {
  write(moving: Moving): Promise<Uint8Array>;
  /** What the report counts. */
  counted: { surfaces: Meshes; skins: readonly Skin[]; materials: number };
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
      placeIn: ({ pieces: surfaces }) => ({
        write: (moving) =>
          attachRig({ ...model, pieces: surfaces }, { ...moving, skins, height: heightOf(surfaces) }),
        counted: { surfaces, skins, materials: materialsOf(model.pieces) },
      }),
    };
  const cutOuts = pieces.map(({ source }) => (source.getMaterial()?.getAlphaMode() ?? 'OPAQUE') !== 'OPAQUE');
  const styled = await restyleUpload(style, shown, cutOuts, skeleton);
  return {
    shown: styled.shown,
    placeIn({ frame }) {
      const surfaces = styled.file.map((surface) => carried(surface, frame));
      return {
        write: (moving) => writeGlb({ ...moving, name: model.name, surfaces, height: heightOf(surfaces) }),
        counted: {
          surfaces,
          skins: surfaces,
          materials: new Set(surfaces.map(({ material }) => material.name)).size,
        },
      };
    },
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
