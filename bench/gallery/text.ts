/** Characters of sentences, in any style and from any seed. */
import { portrait } from '../../src/engine/output/portrait.js';
import { portraitYaw } from '../../src/engine/output/render/camera.js';
import { renderStill } from '../../src/engine/output/render/still.js';
import { makeCharacter } from '../../src/engine/pipeline/build.js';
import { createProgress } from '../../src/engine/pipeline/progress.js';
import { interpretText } from '../../src/engine/pipeline/text.js';
import { artStyles, type RigParameters } from '../../src/engine/types.js';
import type { Tile } from './sheet.js';

type Wanted = { seed?: number; parameters?: RigParameters; yaw?: number | undefined };

export async function tileOfText(prompt: string, side: number, wanted: Wanted = {}): Promise<Tile> {
  const { yaw, ...request } = wanted;
  const interpreted = interpretText({ kind: 'text', prompt, ...request });
  const { skeleton, shown, clips } = await makeCharacter(interpreted, createProgress({}), {
    clips: interpreted.pose ? 'all' : ['idle'],
  });
  const pose = portrait(clips, interpreted.pose);
  const rgb = renderStill(skeleton, shown, pose, side, yaw ?? portraitYaw(skeleton));
  return { caption: prompt, rgb };
}

/** What the seed leaves open is large in some and small in others. */
export const siblings: readonly string[] = [
  'a wolf',
  'a man in a shirt',
  'a viking with an axe',
  'a woman in a dress',
  'a cat',
  'a robot',
  'a dragon',
  'a kneeling knight',
];
const seeds = [1, 2, 3, 4, 5, 6];

/** Six seeds in clay, then the other styles of the first seed. */
export async function siblingTiles(prompt: string, side: number): Promise<Tile[]> {
  const tiles: Tile[] = [];
  for (const seed of seeds) tiles.push(named(await tileOfText(prompt, side, { seed }), `seed ${seed}`));
  for (const style of artStyles.filter((one) => one !== 'clay'))
    tiles.push(named(await tileOfText(prompt, side, { seed: 1, parameters: { style } }), style));
  return tiles;
}

const named = (tile: Tile, name: string): Tile => ({ ...tile, caption: `${tile.caption} · ${name}` });
