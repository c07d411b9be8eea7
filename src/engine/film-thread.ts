/** The thread that `createFilmThread` starts. */
import { parentPort } from 'node:worker_threads';
import { type FilmScene, shootTurntable } from './output/render/turntable.js';

parentPort?.on('message', async (scene: FilmScene) => {
  const film = await shootTurntable(scene, async () => undefined);
  const buffers = film.map(({ buffer }) => buffer as ArrayBuffer);
  parentPort?.postMessage(film, buffers);
});
