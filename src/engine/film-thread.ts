/** The thread that `createFilmThread` starts. */
import { parentPort } from 'node:worker_threads';
import { drawPortrait, type PortraitScene } from './output/render/preview.js';
import { createStock } from './output/render/stock.js';
import { type FilmScene, shootTurntable } from './output/render/turntable.js';

/** Pictures are drawn one after another. */
const stock = createStock();

parentPort?.on('message', async (scene: FilmScene | PortraitScene) => {
  const pixels =
    'clip' in scene ? await shootTurntable(scene, async () => undefined, stock) : drawPortrait(scene, stock);
  parentPort?.postMessage(pixels, [pixels.buffer as ArrayBuffer]);
});
