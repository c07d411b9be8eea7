/** A two-legged character from one or more pictures. */
import { hullField } from '../../body/pictured/hull.js';
import { bent, frontArms, layered, withoutArms } from '../../body/pictured/layers.js';
import { boxUv, character, depthIn } from '../../body/pictured/pictured.js';
import type { Shot, Shots } from '../../body/pictured/shot.js';
import { type Panel, panelPixels, textureOf } from '../../body/pictured/texture.js';
import { withToes } from '../../body/pictured/toes.js';
import { backOf, grazing, type HeadBox, withoutContour } from '../../body/pictured/unseen.js';
import type { Character } from '../../character.js';
import { balanced } from '../../input/image/light.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { layBiped } from '../../skeleton/outline/biped.js';
import { fuseOutline } from '../../skeleton/pose/outline.js';
import type { Sighting } from '../../skeleton/pose/sighting.js';
import { jointOf, type Skeleton } from '../../skeleton/skeleton.js';
import type { RigParameters } from '../../types.js';

export async function sculptFigure(
  shots: Shots,
  sighting: Sighting | null,
  parameters: RigParameters,
): Promise<Character> {
  const { front, back, left, right } = shots;
  const fitted = layBiped(front.silhouette);
  const arms = sighting || back || left || right ? [] : frontArms(front, fitted);
  const skeleton = sighting
    ? fuseOutline(fitted.skeleton, sighting, front.silhouette)
    : bent(fitted.skeleton, arms);
  const pixelsOf = (shot: Shot) =>
    panelPixels(shot === front ? shot.picture : balanced(shot, front), shot.mask, shot.silhouette.crop);
  const seen = await pixelsOf(front);
  const frontPixels = arms.length > 0 ? withoutArms(seen, front.silhouette, arms) : seen;
  const side = left ?? right;
  const plain = side ? null : withoutContour(frontPixels, front.silhouette);
  const panels: Panel[] = [
    { pixels: frontPixels, uv: (x, y) => boxUv(front.silhouette, x, y) },
    back
      ? { pixels: await pixelsOf(back), uv: (x, y) => boxUv(back.silhouette, -x, y) }
      : {
          pixels: backOf(
            plain ?? frontPixels,
            depthIn(front.silhouette),
            headBox(skeleton, front.silhouette),
          ),
          uv: (x, y) => boxUv(front.silhouette, x, y),
        },
    ...(left
      ? [
          {
            pixels: await pixelsOf(left),
            uv: (_x: number, y: number, z: number) => boxUv(left.silhouette, -z, y),
          },
        ]
      : []),
    ...(right
      ? [
          {
            pixels: await pixelsOf(right),
            uv: (_x: number, y: number, z: number) => boxUv(right.silhouette, z, y),
          },
        ]
      : []),
    ...(plain ? [{ pixels: plain, uv: (x: number, y: number) => boxUv(front.silhouette, x, y) }] : []),
  ];
  const choose = (nx: number, _ny: number, nz: number) => {
    if (side && Math.abs(nx) > Math.abs(nz) * 2) return right && (!left || nx < 0) ? panels.length - 1 : 2;
    if (plain && Math.abs(nz) < grazing) return panels.length - 1;
    return nz >= -0.12 ? 0 : 1;
  };
  const hull = hullField(shots);
  const field = side ? hull : withToes(hull, skeleton, front.silhouette.height);
  const made = character(field, skeleton, await textureOf(panels, choose), parameters);
  return sighting ? made : layered(made, front, fitted, arms, seen);
}

/** Greatest half breadth of a head as a fraction of its height, to exclude raised arms. */
const breadth = 0.75;

/** The head's box within the figure's box. */
function headBox(skeleton: Skeleton, { width, height }: Silhouette): HeadBox {
  const [neck, head] = [jointOf(skeleton, 'neck').position, jointOf(skeleton, 'head').position];
  const half = (breadth * (height - neck[1])) / width;
  const u = head[0] / width + 0.5;
  return { left: u - half, top: 0, right: u + half, bottom: (1 - neck[1] / height) * 0.9 };
}
