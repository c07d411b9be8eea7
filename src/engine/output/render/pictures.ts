import type { Clip, Pose } from '../../clips/clip.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import type { ShownSurface } from '../assemble.js';
import { renderPreview } from './preview.js';
import { encodeFilm, shootTurntable } from './turntable.js';

type Shown = { skeleton: Skeleton; surfaces: readonly ShownSurface[]; clips: readonly Clip[] };
type Wanted = { pose: Pose; previewSize?: number | undefined; turntable?: boolean | undefined };

/**
 * Renders the preview and the turntable and writes the file. Other threads encode one picture while the next is
 * drawn, and the last while the file is written.
 * @param pause called between pictures; it may throw to stop the work
 */
export async function takePictures(
  { skeleton, surfaces, clips }: Shown,
  { pose, previewSize, turntable: turning }: Wanted,
  pause: () => Promise<void>,
  writeFile: () => Promise<Uint8Array>,
): Promise<{ preview: Uint8Array; turntable?: Uint8Array; glb: Uint8Array }> {
  const [preview, film] = await Promise.all([
    renderPreview(skeleton, surfaces, pose, previewSize),
    turning ? shootTurntable(skeleton, surfaces, clips, pause) : [],
  ]);
  await pause();
  const [turntable, glb] = await Promise.all([turning && encodeFilm(film), writeFile()]);
  return { preview, glb, ...(turntable && { turntable }) };
}
