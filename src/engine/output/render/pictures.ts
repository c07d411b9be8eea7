import type { Clip, Pose } from '../../clips/clip.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import type { ShownSurface } from '../assemble.js';
import { encodeFilm } from './encode-film.js';
import { renderPreview } from './preview.js';
import { type Film, type FilmScene, filmScene, shootTurntable } from './turntable.js';

type Shown = { skeleton: Skeleton; surfaces: readonly ShownSurface[]; clips: readonly Clip[] };
type Wanted = { pose: Pose; previewSize?: number | undefined; turntable?: boolean | undefined };
/** `turntable` may take longer than the rest; its errors come when it is awaited. */
type Pictures = { preview: Uint8Array; glb: Uint8Array; turntable: Promise<Uint8Array | undefined> };

/** Where pictures are drawn. */
export type Shooting = {
  /** Called between pictures; it may throw to stop the work. */
  pause(): Promise<void>;
  /** Draws a turntable in another thread; without it, it is drawn here. */
  shoot?: ((scene: FilmScene) => Promise<Film>) | undefined;
};

/**
 * Renders the preview and the turntable and writes the file. Other threads encode one picture while the next is
 * drawn, and the last while the file is written.
 */
export async function takePictures(
  { skeleton, surfaces, clips }: Shown,
  { pose, previewSize, turntable: turning }: Wanted,
  { pause, shoot }: Shooting,
  writeFile: () => Promise<Uint8Array>,
): Promise<Pictures> {
  const scene = turning ? filmScene(skeleton, surfaces, clips) : null;
  const elsewhere = scene && shoot ? encoded(shoot(scene)) : undefined;
  const [preview, film] = await Promise.all([
    renderPreview(skeleton, surfaces, pose, previewSize),
    scene && !elsewhere ? shootTurntable(scene, pause) : undefined,
  ]);
  await pause();
  const turntable = elsewhere ?? encoded(Promise.resolve(film));
  return { preview, turntable, glb: await writeFile() };
}

function encoded(film: Promise<Film | undefined>): Promise<Uint8Array | undefined> {
  const file = film.then((frames) => frames && encodeFilm(frames));
  file.catch(() => undefined); // reported when it is awaited
  return file;
}
