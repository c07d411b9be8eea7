/** A two-legged character from one or more pictures. */
import { figureForm } from '../../body/pictured/figure-form.js';
import { centred, frontField } from '../../body/pictured/form.js';
import { hullField } from '../../body/pictured/hull.js';
import { armJoints, bent, frontArms, layered, withoutArms } from '../../body/pictured/layers.js';
import { boxUv, character, depthIn } from '../../body/pictured/pictured.js';
import type { Shot, Shots } from '../../body/pictured/shot.js';
import { type Panel, panelPixels, textureOf } from '../../body/pictured/texture.js';
import { withToes } from '../../body/pictured/toes.js';
import { backOf, grazing, type HeadBox, withoutContour } from '../../body/pictured/unseen.js';
import type { Character } from '../../character.js';
import { balanced } from '../../input/image/light.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { type BipedFit, layBiped } from '../../skeleton/outline/biped.js';
import { fuseOutline } from '../../skeleton/pose/outline.js';
import type { Sighting } from '../../skeleton/pose/sighting.js';
import { jointOf, type Skeleton } from '../../skeleton/skeleton.js';
import type { RigParameters } from '../../types.js';

/** @param bust a head and shoulders; otherwise a whole figure is fitted to the front */
export async function sculptFigure(
  shots: Shots,
  sighting: Sighting | null,
  parameters: RigParameters,
  bust: BipedFit | null = null,
): Promise<Character> {
  const { front, back, left, right } = shots;
  const fitted = bust ?? layBiped(front.silhouette);
  const seenSkeleton = sighting ? fuseOutline(fitted.skeleton, sighting, front.silhouette) : fitted.skeleton;
  const form = figureForm(front.relief, {
    skeleton: seenSkeleton,
    trunk: fitted.trunk,
    unseen: new Set(sighting ? [] : fitted.hidden.flatMap(armJoints)),
  });
  const arms = sighting || back || left || right ? [] : frontArms(front, form, fitted);
  const hull = hullField(shots);
  const skeleton = bent(hull ? seenSkeleton : centred(seenSkeleton, form), arms);
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
  const solid = hull ?? frontField(form);
  const field = hull || bust ? solid : withToes(solid, skeleton, front.silhouette.height);
  const made = character(field, skeleton, await textureOf(panels, choose), parameters);
  return sighting ? made : layered(made, front, fitted, arms, seen);
}

/** Greatest half breadth of a head as a fraction of its height, to exclude raised arms. */
const breadth = 0.75;
/** Half breadth of a skull without its ears, by the radius of the largest disc in the head. */
const skull = 0.92;

/** The head's box within the figure's box. */
function headBox(skeleton: Skeleton, s: Silhouette): HeadBox {
  const { width, height } = s;
  const [neck, head] = [jointOf(skeleton, 'neck').position, jointOf(skeleton, 'head').position];
  const half = (breadth * (height - neck[1])) / width;
  const u = head[0] / width + 0.5;
  let [cell, radius] = [0, 0];
  for (let n = Math.floor(neck[1] / s.cell) * s.columns; n < s.depth.length; n++)
    if (s.depth[n]! > radius) [cell, radius] = [n, s.depth[n]!];
  const middle = ((cell % s.columns) + 0.5) / s.columns;
  return {
    left: u - half,
    top: 0,
    right: u + half,
    bottom: (1 - neck[1] / height) * 0.9,
    skull: (x) => Math.abs(x - middle) * width < radius * skull,
  };
}
