/** Places a model in the engine's space, upright and facing +Z, with its solid and skeleton. */
import { AppError } from '../../../base/errors.js';
import { joinPieces } from '../../geometry/volume/bridge.js';
import type { Volume } from '../../geometry/volume/volume.js';
import { voxelise } from '../../geometry/volume/voxelise.js';
import type { Piece } from '../../input/model/model.js';
import { figureOf } from '../../segmentation/model/figure.js';
import { type Grounded, withoutGround } from '../../segmentation/model/ground.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { fitSkeleton } from '../../skeleton/solid/fit.js';
import type { RigParameters } from '../../types.js';
import { afterTurns, frameAround, piecesIn, type UploadedFrame } from './frame.js';
import { uprightTurn } from './upright.js';

export type Stood = { frame: UploadedFrame; skeleton: Skeleton; volume: Volume };

const resolution = { low: 96, medium: 128, high: 160 } as const;

/** The solid of the figure in a model. */
export type Shaped = { upright: UploadedFrame; solid: Volume; ground: Grounded };

export function shapeModel(pieces: readonly Piece[], detail: RigParameters['detail'] = 'medium'): Shaped {
  const ground = withoutGround(pieces);
  const figure = figureOf(ground.standing);
  const upright = frameAround(figure, uprightTurn(figure));
  return { upright, ground, solid: joinPieces(voxelise(piecesIn(upright, figure), resolution[detail])) };
}

/** @throws AppError `unriggable` when the model lacks what the requested skeleton needs */
export function standModel(
  { upright, solid }: Omit<Shaped, 'ground'>,
  wanted?: RigParameters['skeleton'],
): Stood {
  const { skeleton, volume, turns } = fitSkeleton(solid, wanted);
  if (wanted && wanted !== 'auto' && wanted !== skeleton.kind)
    throw new AppError(
      'unriggable',
      `That model lacks the limbs that the skeleton “${wanted}” needs. Leave the skeleton on auto, or choose another one.`,
    );
  return { frame: afterTurns(upright, turns), skeleton, volume };
}
