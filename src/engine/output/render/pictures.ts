import type { Pose } from '../../clips/clip.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import type { ShownSurface } from '../assemble.js';
import { encodeFilm } from './encode-film.js';
import { renderPreview } from './preview.js';
import { type Film, type FilmScene, shootTurntable } from './turntable.js';

type Shown = { skeleton: Skeleton; surfaces: readonly ShownSurface[] };
type Wanted = { pose: Pose; previewSize?: number | undefined; film?: StartedFilm | undefined };
type Pictures<File> = { preview: Uint8Array; file: File; turntable: Turntable };
/** Its file may take longer than the rest; errors come when it is awaited. */
type Turntable = { file?: Promise<Uint8Array> };

/** Where pictures are drawn. */
export type Shooting = {
  /** Called between pictures; it may throw to stop the work. */
  pause(): Promise<void>;
  /** Draws a turntable in another thread; without it, it is drawn here. */
  shoot?: ((scene: FilmScene) => Promise<Film>) | undefined;
};

/** A turntable that another thread draws, or the scene of one that `takePictures` draws. */
export type StartedFilm = { file: Promise<Uint8Array> } | { scene: FilmScene };

/**
 * Starts a turntable in the other thread, if there is one. It is the longest of what follows, so it begins as soon as
 * the character can move.
 */
export async function startFilm(scene: FilmScene, { pause, shoot }: Shooting): Promise<StartedFilm> {
  if (!shoot) return { scene };
  const started = { file: encoded(shoot(scene)) };
  await pause(); // the scene is sent before this thread continues
  return started;
}

/**
 * Renders the preview and the turntable and writes the file. Other threads encode one picture while the next is
 * drawn or the file is written.
 */
export async function takePictures<File>(
  { skeleton, surfaces }: Shown,
  { pose, previewSize, film }: Wanted,
  shooting: Shooting,
  writeFile: () => Promise<File>,
): Promise<Pictures<File>> {
  const [preview, rest] = await Promise.all([
    renderPreview(skeleton, surfaces, pose, previewSize),
    finishFilm(film, shooting).then(async (turntable) => ({ turntable, file: await writeFile() })),
  ]);
  return { preview, ...rest };
}

async function finishFilm(film: StartedFilm | undefined, { pause }: Shooting): Promise<Turntable> {
  await pause();
  if (!film) return {};
  return {
    file: 'file' in film ? film.file : encoded(Promise.resolve(await shootTurntable(film.scene, pause))),
  };
}

function encoded(film: Promise<Film>): Promise<Uint8Array> {
  const file = film.then(encodeFilm);
  file.catch(() => undefined); // reported when it is awaited
  return file;
}
