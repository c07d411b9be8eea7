import type { Pose } from '../../clips/clip.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import type { ShownSurface } from '../assemble.js';
import { encodeFilm } from './encode-film.js';
import { encodePortrait } from './encode-portrait.js';
import { drawPortrait, type PortraitScene, portraitScene } from './preview.js';
import { type Film, type FilmScene, shootTurntable } from './turntable.js';

type Shown = { skeleton: Skeleton; surfaces: readonly ShownSurface[] };
type Wanted = { pose: Pose; previewSize?: number | undefined; film?: StartedFilm | undefined };
/** The file, and the pictures, which may take longer: their errors come when they are awaited. */
type Pictures<File> = {
  file: File;
  /** Waits for the pictures. */
  finish: () => Promise<{ preview: Uint8Array; turntable?: Uint8Array }>;
};

/** Where pictures are drawn. */
export type Shooting = {
  /** Called between pictures; it may throw to stop the work. */
  pause(): Promise<void>;
  /** Draws a turntable in another thread; without it, it is drawn here. */
  shoot?: ((scene: FilmScene) => Promise<Film>) | undefined;
  /** Draws a preview in that thread. */
  portray?: ((scene: PortraitScene) => Promise<Uint8Array>) | undefined;
};

/** A turntable that another thread draws, or the scene of one that `takePictures` draws. */
export type StartedFilm = { file: Promise<Uint8Array> } | { scene: FilmScene };

/**
 * Starts a turntable in the other thread, if there is one. It is the longest step that follows, so it begins as soon as
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
 * drawn or the file is written. A thread that draws the turntable draws the preview too, even where this one is free
 * first: compiling the renderer for a second thread costs more than that saves.
 */
export async function takePictures<File>(
  { skeleton, surfaces }: Shown,
  { pose, previewSize, film }: Wanted,
  shooting: Shooting,
  writeFile: () => Promise<File>,
): Promise<Pictures<File>> {
  const scene = portraitScene(skeleton, surfaces, pose, previewSize);
  const elsewhere = film && 'file' in film ? shooting.portray?.(scene) : undefined;
  const picture = elsewhere ?? Promise.resolve(drawPortrait(scene));
  const preview = unreported(picture.then((pixels) => encodePortrait(pixels, scene.size)));
  const turntable = await finishFilm(film, shooting);
  const file = await writeFile();
  return {
    file,
    async finish() {
      const [portrayed, turned] = await Promise.all([preview, turntable.file]);
      return { preview: portrayed, ...(turned && { turntable: turned }) };
    },
  };
}

/** The file of a turntable, if there is one, may still be drawn or encoded. */
async function finishFilm(
  film: StartedFilm | undefined,
  { pause }: Shooting,
): Promise<{ file?: Promise<Uint8Array> }> {
  await pause();
  if (!film) return {};
  return {
    file: 'file' in film ? film.file : encoded(Promise.resolve(await shootTurntable(film.scene, pause))),
  };
}

const encoded = (film: Promise<Film>): Promise<Uint8Array> => unreported(film.then(encodeFilm));

/** Its error is reported when it is awaited. */
function unreported<T>(result: Promise<T>): Promise<T> {
  result.catch(() => undefined);
  return result;
}
