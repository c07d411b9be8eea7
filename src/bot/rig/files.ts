import { isAppError } from '../../base/errors.js';
import type { Http } from '../../client/http.js';
import type { RigFiles } from './cards/rig.js';
import type { RigJob } from './rows.js';

/** The limit for a turntable animation, bytes; they are usually a few hundred kilobytes. */
const roomForPictures = 1_500_000;
const roomForModel = (uploadLimit: number): number => uploadLimit - roomForPictures - 500_000;

const leftOut = (error: unknown): null => {
  if (isAppError(error, 'too_large') || isAppError(error, 'not_found')) return null;
  throw error;
};

/** Downloads the files of a finished rig, as far as Discord takes them in its channel. */
export function createReadFiles(http: Pick<Http, 'download'>) {
  return async ({ generation, uploadLimit }: RigJob): Promise<RigFiles> => {
    const { output } = generation;
    if (!output) return { preview: null, turntable: null, model: null };
    const glb = output.files.find(({ format }) => format === 'glb');
    const [preview, turntable, model] = await Promise.all([
      output.preview_url ? http.download(output.preview_url, uploadLimit).catch(leftOut) : null,
      output.turntable_url ? http.download(output.turntable_url, roomForPictures).catch(leftOut) : null,
      glb && glb.bytes < roomForModel(uploadLimit)
        ? http.download(glb.url, roomForModel(uploadLimit)).catch(leftOut)
        : null,
    ]);
    return { preview, turntable, model };
  };
}
