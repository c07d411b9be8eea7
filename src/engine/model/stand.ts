/** A model stood in the engine's own space: upright, looking along +Z, with the skeleton and the solid it lies in. */
import { fitSkeleton } from '../fit/fit.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import type { RigParameters } from '../types.js';
import { joinPieces } from '../volume/bridge.js';
import type { Volume } from '../volume/volume.js';
import { voxelise } from '../volume/voxelise.js';
import { figureOf } from './figure.js';
import { afterTurns, type Frame, frameAround, piecesIn } from './frame.js';
import type { Piece } from './model.js';
import { uprightTurn } from './upright.js';

export type Stood = { frame: Frame; skeleton: Skeleton; volume: Volume };

const resolution = { low: 96, medium: 128, high: 160 } as const;

/** The solid of what is the figure in a model. */
export type Shaped = { upright: Frame; solid: Volume };

export function shapeModel(pieces: readonly Piece[], detail: RigParameters['detail'] = 'medium'): Shaped {
  const figure = figureOf(pieces);
  const upright = frameAround(figure, uprightTurn(figure));
  return { upright, solid: joinPieces(voxelise(piecesIn(upright, figure), resolution[detail])) };
}

export function standModel({ upright, solid }: Shaped, wanted?: RigParameters['skeleton']): Stood {
  const { skeleton, volume, turns } = fitSkeleton(solid, wanted);
  return { frame: afterTurns(upright, turns), skeleton, volume };
}
