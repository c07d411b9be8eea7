/** A four-legged character from one picture of its side. */
import { beastSolid } from '../../body/pictured/beast-form.js';
import { withoutContour } from '../../body/pictured/contour.js';
import { boxUv, character } from '../../body/pictured/pictured.js';
import type { Shot } from '../../body/pictured/shot.js';
import { type Panel, panelPixels, textureOf } from '../../body/pictured/texture.js';
import type { Character } from '../../character.js';
import { facingIn } from '../../skeleton/outline/facing.js';
import { fitOutlineQuadruped } from '../../skeleton/outline/quadruped.js';
import type { RigParameters } from '../../types.js';

export async function sculptBeast(shot: Shot, parameters: RigParameters): Promise<Character> {
  const beast = fitOutlineQuadruped(shot.silhouette, facingIn(shot.picture, shot.silhouette));
  const pixels = await panelPixels(shot.picture, shot.mask, shot.silhouette.crop);
  const { field, shown } = beastSolid(shot.relief, beast);
  const uv: Panel['uv'] = (...p) => boxUv(shot.silhouette, ...shown(...p));
  const texture = await textureOf(
    [{ pixels: withoutContour(pixels, shot.silhouette) ?? pixels, uv }],
    () => 0,
  );
  return character(field, beast.skeleton, texture, parameters);
}
