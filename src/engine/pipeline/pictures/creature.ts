/** Bodies other than bipeds and quadrupeds from one picture: fish and birds from the side, the others from above. */

import { withoutContour } from '../../body/pictured/contour.js';
import { plainForm } from '../../body/pictured/form.js';
import { inflate, type Relief } from '../../body/pictured/inflate.js';
import { boxUv, character } from '../../body/pictured/pictured.js';
import {
  crawling,
  lying,
  type ProfileSolid,
  sideShape,
  topShape,
  volumeOf,
} from '../../body/pictured/profile.js';
import { proportions } from '../../body/pictured/proportions.js';
import { sideForm } from '../../body/pictured/side-form.js';
import { besideOf, grazing } from '../../body/pictured/sides.js';
import { type Panel, panelPixels, textureOf } from '../../body/pictured/texture.js';
import { backOf, roundOf } from '../../body/pictured/unseen.js';
import type { Character } from '../../character.js';
import { quarterTurn, turnedField } from '../../geometry/volume/turn.js';
import type { Picture } from '../../input/image/decode.js';
import type { Mask } from '../../segmentation/image/grid.js';
import { cropOf, type Silhouette, silhouetteOf } from '../../segmentation/image/silhouette.js';
import { fitBird } from '../../skeleton/outline/bird.js';
import { extremitiesOf } from '../../skeleton/outline/extremities.js';
import { facingDrawn } from '../../skeleton/outline/facing.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { fitSkeleton, fitSwimmerAhead } from '../../skeleton/solid/fit.js';
import type { RigParameters, SkeletonKind } from '../../types.js';

export type OutlineCreatureKind = Exclude<SkeletonKind, 'biped' | 'quadruped'>;
/** A shape in its skeleton's space, facing +Z. `from` is the side that the picture shows. */
type Fitted = ProfileSolid & { skeleton: Skeleton; from: 'side' | 'above' };

/** Length of the longer side in metres. */
const size = 1.4;
const resolution = 150;

export type Creature = { silhouette: Silhouette; relief: Relief; fitted: Fitted };

/** Null when the outline lacks what the joints of that class need. */
export function fitPictured(picture: Picture, mask: Mask, kind: OutlineCreatureKind): Creature | null {
  const { width, height } = cropOf(mask);
  const silhouette = silhouetteOf(mask, size * Math.min(1, height / width), resolution);
  const relief = inflate(silhouette);
  const fitted = fits[kind](relief, picture);
  return fitted && { silhouette, relief, fitted };
}

const limbsOf = (s: Silhouette) => extremitiesOf(s, Math.max(s.width, s.height) * 0.09);

const flat = { belly: 0, stand: 0 } as const;

const manyLegs =
  (kind: 'hexapod' | 'octopod') =>
  (relief: Relief): Fitted | null => {
    const { raised, highest } = crawling(relief, limbsOf(relief.silhouette));
    return turnedTo(topShape(relief, raised, highest), kind, 'above');
  };

const fits: Record<OutlineCreatureKind, (relief: Relief, picture: Picture) => Fitted | null> = {
  // Fish are flat and whales round: no breadth suits the class.
  aquatic(relief, picture) {
    const facing = facingDrawn(picture, relief.silhouette);
    const shape = sideShape(plainForm(relief), facing ?? 1, flat);
    if (facing === null) return turnedTo(shape, 'aquatic', 'side');
    return { ...shape, skeleton: fitSwimmerAhead(volumeOf(shape.field)), from: 'side' };
  },
  avian(relief) {
    const { skeleton, facing, ...stance } = fitBird(relief.silhouette, limbsOf(relief.silhouette));
    const form = sideForm(relief, proportions().side.avian);
    return { ...sideShape(form, facing, stance), skeleton, from: 'side' };
  },
  serpentine: (relief) => turnedTo(topShape(relief, lying(relief), 0.3), 'serpentine', 'above'),
  hexapod: manyLegs('hexapod'),
  octopod: manyLegs('octopod'),
  other: (relief) => turnedTo(sideShape(sideForm(relief, 1), 1, flat), 'other', 'side'),
};

function turnedTo(
  { field, shown }: ProfileSolid,
  kind: OutlineCreatureKind,
  from: Fitted['from'],
): Fitted | null {
  const { skeleton, turns } = fitSkeleton(volumeOf(field), kind);
  if (skeleton.kind !== kind) return null;
  return {
    field: turnedField(field, turns),
    shown: (...p) => shown(...quarterTurn(p, -turns)),
    skeleton,
    from,
  };
}

/** Puts the picture on both flanks, or on top with a plain underside. */
export async function dressCreature(
  picture: Picture,
  mask: Mask,
  { silhouette, relief, fitted }: Creature,
  parameters: RigParameters,
): Promise<Character> {
  const pixels = await panelPixels(picture, mask, silhouette.crop);
  const uv: Panel['uv'] = (x, y, z) => boxUv(silhouette, ...fitted.shown(x, y, z));
  const texture =
    fitted.from === 'above'
      ? await lyingTexture(pixels, { silhouette, relief }, uv)
      : await textureOf([{ pixels: withoutContour(pixels, silhouette) ?? pixels, uv }], () => 0);
  return character(fitted.field, fitted.skeleton, texture, parameters);
}

/** The picture on top, its large areas of colour below, and those of its outline between them. */
function lyingTexture(
  pixels: Uint8Array,
  { silhouette, relief }: Pick<Creature, 'silhouette' | 'relief'>,
  uv: Panel['uv'],
): ReturnType<typeof textureOf> {
  const { seen, sides } = besideOf(pixels, silhouette, plainForm(relief).surface);
  const below = backOf(seen, roundOf(seen), sides);
  const panels = [seen.front, below, sides].map((own) => ({ pixels: own, uv }));
  return textureOf(panels, (_, ny) => (Math.abs(ny) < grazing ? 2 : ny < 0 ? 1 : 0));
}
