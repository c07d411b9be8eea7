import type { Clip } from '../clips/clip.js';
import { startClips } from '../clips/clips.js';
import type { SkinnedSurface } from '../clips/flesh.js';
import type { ArmStance } from '../kinds.js';
import type { ShownSurface } from '../output/assemble.js';
import { type Shooting, type StartedFilm, startFilm } from '../output/render/pictures.js';
import { filmScene } from '../output/render/turntable.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import type { RigParameters, RigRequest } from '../types.js';

type Body = {
  skeleton: Skeleton;
  surfaces: readonly SkinnedSurface[];
  /** What the turntable shows. */
  shown: readonly ShownSurface[];
};
type Wanted = Pick<RigRequest, 'clips' | 'rootMotion' | 'turntable'> &
  Pick<RigParameters, 'detail'> & { arms?: ArmStance | null | undefined };

/**
 * Makes the clips, while the other thread films one of them.
 * @throws AppError `invalid_request` for a clip that the class does not have
 */
export async function animate(
  { skeleton, surfaces, shown }: Body,
  { clips, rootMotion, turntable, detail, arms }: Wanted,
  shooting: Shooting,
): Promise<{ clips: Clip[]; film: StartedFilm | undefined }> {
  const started = startClips(skeleton, { surfaces, clips, rootMotion, arms });
  const film = turntable
    ? await startFilm(filmScene(skeleton, shown, started.filmed, detail), shooting)
    : undefined;
  return { clips: started.all(), film };
}
