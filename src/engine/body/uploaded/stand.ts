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
import type { RigParameters, SkeletonKind } from '../../types.js';
import { afterTurns, frameAround, piecesIn, type UploadedFrame } from './frame.js';
import { uprightTurn } from './upright.js';

/** `alternative`: the class that is the next most likely, where the first is not certain. */
export type Stood = {
  frame: UploadedFrame;
  skeleton: Skeleton;
  volume: Volume;
  alternative: SkeletonKind | null;
};

const resolution = { low: 96, medium: 128, high: 160 } as const;

/** The solid of the figure in a model; `apart` before its loose pieces were joined. */
export type Shaped = { upright: UploadedFrame; solid: Volume; apart: Volume; ground: Grounded };

export function shapeModel(pieces: readonly Piece[], detail: RigParameters['detail'] = 'medium'): Shaped {
  const ground = withoutGround(pieces);
  const figure = figureOf(ground.standing);
  const upright = frameAround(figure, uprightTurn(figure));
  const apart = voxelise(piecesIn(upright, figure), resolution[detail]);
  return { upright, ground, apart, solid: joinPieces(apart) };
}

/** @throws AppError `unriggable` when the model lacks what the requested skeleton needs */
export function standModel(
  { upright, solid }: Pick<Shaped, 'upright' | 'solid'>,
  wanted?: RigParameters['skeleton'],
): Stood {
  const { skeleton, volume, turns, alternative } = fitSkeleton(solid, wanted);
  if (wanted && wanted !== 'auto' && wanted !== skeleton.kind)
    throw new AppError(
      'unriggable',
      `That model lacks the limbs that the skeleton “${wanted}” needs. Leave the skeleton on auto, or choose another one.`,
    );
  return { frame: afterTurns(upright, turns), skeleton, volume, alternative };
}
