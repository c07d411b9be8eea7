/** Places a model in the engine's space, upright and facing +Z, with its solid and skeleton. */
import { AppError } from '../../../base/errors.js';
import type { Quaternion } from '../../clips/clip.js';
import { joinPieces } from '../../geometry/volume/bridge.js';
import type { Volume } from '../../geometry/volume/volume.js';
import { voxelise } from '../../geometry/volume/voxelise.js';
import type { Piece } from '../../input/model/model.js';
import { figureOf } from '../../segmentation/model/figure.js';
import { type Grounded, withoutGround } from '../../segmentation/model/ground.js';
import { adoptJoints } from '../../skeleton/existing/adopt.js';
import type { OwnPerson } from '../../skeleton/existing/person.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { fitPersonAhead, fitSkeleton } from '../../skeleton/solid/fit.js';
import type { RigParameters, SkeletonKind } from '../../types.js';
import { afterTurns, frameAround, piecesIn, toEngine, type UploadedFrame } from './frame.js';
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

/** @param turn from upright to the file's space, where its own skeleton shows it; otherwise found by the shape */
export function shapeModel(
  pieces: readonly Piece[],
  detail: RigParameters['detail'] = 'medium',
  turn: Quaternion | null = null,
): Shaped {
  const ground = withoutGround(pieces);
  const figure = figureOf(ground.standing);
  const upright = frameAround(figure, turn ?? uprightTurn(figure));
  const apart = voxelise(piecesIn(upright, figure), resolution[detail]);
  return { upright, ground, apart, solid: joinPieces(apart) };
}

/** A person with the joints of the file's own skeleton; null where they do not fit the solid. */
export function standPerson(
  { upright, solid }: Pick<Shaped, 'upright' | 'solid'>,
  { places }: OwnPerson,
): Stood | null {
  const fit = fitPersonAhead(solid);
  const own = new Map([...places].map(([name, at]) => [name, toEngine(upright, at)]));
  const skeleton = fit && adoptJoints(fit.skeleton, own, solid);
  return skeleton && { ...fit, skeleton, frame: upright };
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
