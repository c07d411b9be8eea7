/** The thread that `createFilmThread` starts. */
import { parentPort } from 'node:worker_threads';
import { drawPortrait, type PortraitScene } from './output/render/preview.js';
import { type FilmScene, shootTurntable } from './output/render/turntable.js';

parentPort?.on('message', async (scene: FilmScene | PortraitScene) => {
  const film = 'clip' in scene ? await shootTurntable(scene, async () => undefined) : [drawPortrait(scene)];
  const buffers = film.map(({ buffer }) => buffer as ArrayBuffer);
  parentPort?.postMessage(film, buffers);
});
