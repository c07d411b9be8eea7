import { buildRig, type Interpreted } from './pipeline/build.js';
import { rigModel } from './pipeline/model.js';
import { interpretImage, interpretImages } from './pipeline/pictures.js';
import { createProgress, type PipelineProgress } from './pipeline/progress.js';
import { interpretSpec, interpretText } from './pipeline/text.js';
import { reskinModel } from './pipeline/weights.js';
import type { MeshRequest, Rig, RigHooks, RigRequest, WeightsRequest } from './types.js';

export { AppError } from '../base/errors.js';
export { createFilmThread } from './film.js';
export { type CharacterSpec, characterSpecSchema } from './input/text/spec.js';
export { filmClip } from './output/film.js';
export { type ConvertedFile, convertRig } from './output/formats/convert.js';
export { createMoveNet } from './skeleton/pose/movenet.js';
export type { PoseNetwork } from './skeleton/pose/network.js';
export * from './types.js';

/**
 * Makes one rigged, skinned, animated and validated character from one request. Deterministic: the same request with
 * the same network gives the same bytes.
 * @throws AppError `invalid_request`, `too_large`, `unsupported_media` or `unriggable`, with a sentence for the
 * member
 * @throws the signal's reason when cancelled between stages
 */
export async function makeRig(request: RigRequest | WeightsRequest, hooks: RigHooks = {}): Promise<Rig> {
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(hooks.signal ? [hooks.signal] : [])]);
  try {
    return await make(request, createProgress({ ...hooks, signal }), hooks.pose);
  } catch (error) {
    failed.abort(error); // ends a turntable that is still drawn
    throw error;
  }
}

async function make(
  request: RigRequest | WeightsRequest,
  progress: PipelineProgress,
  pose: RigHooks['pose'],
): Promise<Rig> {
  if (request.kind === 'weights') return reskinModel(request, progress);
  if (request.kind === 'mesh') return rigModel(request, progress, pose);
  const interpreted = await progress.run('interpret', () => interpret(request, pose));
  return buildRig(interpreted, request, progress);
}

async function interpret(
  request: Exclude<RigRequest, MeshRequest>,
  pose: RigHooks['pose'],
): Promise<Interpreted> {
  if (request.kind === 'text') return interpretText(request);
  if (request.kind === 'spec') return interpretSpec(request);
  return request.kind === 'image' ? interpretImage(request, pose) : interpretImages(request, pose);
}
