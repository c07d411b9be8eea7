/** A four-legged character from one picture of its side. */
import { maxOf, type Relief, reliefDistance } from '../../body/pictured/inflate.js';
import { boxUv, character } from '../../body/pictured/pictured.js';
import type { Shot } from '../../body/pictured/shot.js';
import { type Panel, panelPixels, textureOf } from '../../body/pictured/texture.js';
import { grazing, withoutContour } from '../../body/pictured/unseen.js';
import type { Character } from '../../character.js';
import { type Field, leaf } from '../../geometry/field/field.js';
import { smoothstep } from '../../geometry/vec.js';
import { type Beast, fitOutlineQuadruped } from '../../skeleton/outline/quadruped.js';
import type { RigParameters } from '../../types.js';

export async function sculptBeast(shot: Shot, parameters: RigParameters): Promise<Character> {
  const beast = fitOutlineQuadruped(shot.silhouette);
  const pixels = await panelPixels(shot.picture, shot.mask, shot.silhouette.crop);
  const uv: Panel['uv'] = (_x, y, z) => boxUv(shot.silhouette, z * beast.facing, y);
  const plain = withoutContour(pixels, shot.silhouette);
  return character(
    beastField(shot.relief, beast),
    beast.skeleton,
    await textureOf([{ pixels, uv }, ...(plain ? [{ pixels: plain, uv }] : [])], (nx) =>
      plain && Math.abs(nx) < grazing ? 1 : 0,
    ),
    parameters,
  );
}

/** The picture's rounded profile; below the belly, one copy of each leg on either side. */
function beastField(relief: Relief, { facing, belly, stand }: Beast): Field {
  const { width, height, cell } = relief.silhouette;
  const thick = Math.sqrt(maxOf(relief)) * 1.1;
  const at = (x: number, y: number, z: number): number => {
    const apart = stand * (1 - smoothstep(belly * 0.75, belly * 1.25, y));
    const w = Math.abs(x) - apart;
    const across = apart > 0 ? w : x;
    return reliefDistance(relief, z * facing, y, across);
  };
  return leaf(
    {
      min: [-thick - stand, -cell, -width / 2 - cell],
      max: [thick + stand, height + cell, width / 2 + cell],
    },
    at,
  );
}
