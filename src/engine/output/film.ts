import { AppError } from '../../base/errors.js';
import type { FilmRequest } from '../types.js';
import { readRig } from './formats/read.js';
import { shownSurfaces } from './model/shown.js';
import { encodeFilm } from './render/encode-film.js';
import { filmScene, shootTurntable } from './render/turntable.js';

/**
 * Renders the turntable of a finished rig in one of its clips, from its file alone.
 * @param pause called before each frame; it may throw to stop the work
 * @throws AppError `invalid_request` for an unknown clip, `unsupported_media` for a skeleton that was not made here
 */
export async function filmClip(
  { model, clip: name }: Pick<FilmRequest, 'model' | 'clip'>,
  pause: () => Promise<void> = async () => undefined,
): Promise<Uint8Array> {
  const { skeleton, parts, clips } = await readRig(model);
  const clip = clips.find((one) => one.name === name);
  if (!clip) throw new AppError('invalid_request', `This character has no clip “${name}”.`);
  const pieces = parts.map(({ primitive, ...part }) => ({ source: primitive, ...part }));
  const scene = filmScene(skeleton, await shownSurfaces(pieces, parts), clip);
  return encodeFilm(await shootTurntable(scene, pause));
}
