import { AppError, naming } from '../../base/errors.js';
import type { Character } from '../character.js';
import { type Field, leaf } from '../field/field.js';
import { hashBytes } from '../math/random.js';
import { smoothstep } from '../math/vec.js';
import type { Interpreted } from '../pipeline.js';
import type { PoseNetwork } from '../pose/network.js';
import { fuseOutline, sightOfFigure } from '../pose/outline.js';
import type { Sighting } from '../pose/sighting.js';
import { jointOf, type Skeleton } from '../skeleton/skeleton.js';
import type {
  ImageRequest,
  ImagesRequest,
  RigParameters,
  SkeletonKind,
  ViewImage,
  ViewName,
} from '../types.js';
import { agreeing } from './agree.js';
import { classOf } from './class-of.js';
import { dressCreature, fitPictured } from './creature.js';
import { decodePicture, type Picture } from './decode.js';
import { layBiped } from './fit-biped.js';
import { type Beast, fitQuadruped } from './fit-quadruped.js';
import { hullField } from './hull.js';
import { distanceTo, inflate, maxOf, type Relief } from './inflate.js';
import { bent, frontArms, layered, withoutArms } from './layers.js';
import { balanced } from './light.js';
import { type Figure, maskPicture } from './mask.js';
import { checkFigure } from './no-figure.js';
import { findFigure } from './person.js';
import { boxUv, character, depthIn } from './pictured.js';
import { creatureSeen, dressSeen } from './several.js';
import { type Silhouette, silhouetteOf } from './silhouette.js';
import { type Panel, panelPixels, textureOf } from './texture.js';
import { withToes } from './toes.js';
import { backOf, grazing, type HeadBox, withoutContour } from './unseen.js';
import { checkViews, nameViews } from './views.js';

const figureHeight = { biped: 1.6, quadruped: 1 } as const;
const resolution = 150;
/** Pose network confidence above which a person overrides the outline; the network is unreliable for animals. */
const surely = 0.5;

/** A picture with its segmented figure. */
export type Shot = { picture: Picture; mask: Figure; silhouette: Silhouette; relief: Relief };
export type Shots = { front: Shot } & Partial<Record<Exclude<ViewName, 'front'>, Shot>>;

export async function interpretImage(
  { image, seed, parameters = {} }: ImageRequest,
  pose?: PoseNetwork | null,
): Promise<Interpreted> {
  const wanted = parameters.skeleton ?? 'auto';
  const picture = await decodePicture(image);
  const mask = await findFigure(picture, wanted === 'auto' || wanted === 'biped' ? pose : null);
  const outline = silhouetteOf(mask, figureHeight.biped, resolution);
  if (wanted === 'auto') checkFigure(picture, outline);
  const person =
    wanted === 'auto' || wanted === 'biped'
      ? await sightOfFigure(pose, { picture, silhouette: outline })
      : null;
  const kind = wanted === 'auto' ? (person && person.score >= surely ? 'biped' : classOf(outline)) : wanted;
  const creature = kind === 'biped' || kind === 'quadruped' ? null : fitPictured(mask, kind);
  const shared = common('image', seed ?? hashBytes(image), parameters);
  if (creature)
    return { ...shared, notes: mask.notes, sculpt: () => dressCreature(picture, mask, creature, parameters) };
  if (wanted !== 'auto' && kind !== 'biped' && kind !== 'quadruped') throw unlike(kind);
  const beastly = kind === 'quadruped';
  const silhouette = beastly ? silhouetteOf(mask, figureHeight.quadruped, resolution) : outline;
  const shot = shotOf(picture, mask, silhouette);
  const sighting = beastly ? null : person;
  return {
    ...shared,
    notes: mask.notes,
    ...seenBy(sighting),
    sculpt: () =>
      beastly ? sculptBeast(shot, parameters) : sculptFigure({ front: shot }, sighting, parameters),
  };
}

/** @throws AppError `invalid_request` for no picture, more than four, or duplicate views */
export async function interpretImages(
  { images, seed, parameters = {} }: ImagesRequest,
  pose?: PoseNetwork | null,
): Promise<Interpreted> {
  checkViews(images);
  const taken: (Shot & Pick<ViewImage, 'view'>)[] = [];
  const labelOf = (at: number) => (images[at]?.view ? `The ${images[at].view} picture` : `Picture ${at + 1}`);
  for (const [at, { bytes, view }] of images.entries())
    taken.push({ ...(await shoot(bytes).catch(naming(labelOf(at)))), view });
  const { views, notes } = nameViews(taken);
  const shots = new Map<ViewName, Shot>(taken.map((shot, i) => [views[i]!, shot]));
  const front = shots.get('front');
  if (!front)
    throw new AppError('invalid_request', 'No picture shows the front of the figure. Please add one.');
  await checkFront(front).catch(naming(labelOf(views.indexOf('front'))));
  const several: Shots = { ...Object.fromEntries(shots), front };
  const creature = creatureSeen(several, parameters.skeleton ?? 'auto');
  const shared = common(
    'images',
    seed ?? images.reduce((hash, { bytes }) => (Math.imul(hash, 31) ^ hashBytes(bytes)) >>> 0, 7),
    parameters,
  );
  const remarks = [
    ...notes,
    ...[...shots].flatMap(([view, { mask }]) => mask.notes.map((note) => `${view}: ${note}`)),
  ];
  if (creature) return { ...shared, notes: remarks, sculpt: () => dressSeen(several, creature, parameters) };
  const fitting = agreeing(several);
  if (images.length > 1 && Object.keys(fitting.shots).length === 1) {
    const image = images[views.indexOf('front')]!.bytes;
    const alone = await interpretImage({ kind: 'image', image, seed: shared.seed, parameters }, pose);
    return { ...alone, ...shared, notes: [...remarks, ...fitting.notes] };
  }
  const sighting = await sightOfFigure(pose, front);
  return {
    ...shared,
    notes: [...remarks, ...fitting.notes],
    ...seenBy(sighting),
    sculpt: () => sculptFigure(fitting.shots, sighting, parameters),
  };
}

/** Only the front is checked: backs and sides of a caped figure are plain shapes. */
const checkFront = async ({ picture, silhouette }: Shot) => checkFigure(picture, silhouette);

const seenBy = (sighting: Sighting | null) =>
  sighting && { seen: { by: sighting.by, score: sighting.score } };

const articles: Partial<Record<SkeletonKind, string>> = { hexapod: 'six legs', octopod: 'eight limbs' };

const unlike = (kind: SkeletonKind) =>
  new AppError(
    'unriggable',
    `The outline does not show ${articles[kind] ?? `the limbs of the skeleton “${kind}”`}. Leave the skeleton on auto, or send a picture from ${kind === 'aquatic' || kind === 'avian' ? 'the side' : 'above'}.`,
  );

function common(input: 'image' | 'images', seed: number, { detail = 'medium' }: RigParameters) {
  return { name: 'character', input, seed, detail };
}

async function shoot(bytes: Uint8Array): Promise<Shot> {
  const picture = await decodePicture(bytes);
  const mask = maskPicture(picture);
  return shotOf(picture, mask, silhouetteOf(mask, figureHeight.biped, resolution));
}

const shotOf = (picture: Picture, mask: Figure, silhouette: Silhouette): Shot => ({
  picture,
  mask,
  silhouette,
  relief: inflate(silhouette),
});

async function sculptFigure(
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

async function sculptBeast(shot: Shot, parameters: RigParameters): Promise<Character> {
  const beast = fitQuadruped(shot.silhouette);
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
    return distanceTo(relief, z * facing, y, across);
  };
  return leaf(
    {
      min: [-thick - stand, -cell, -width / 2 - cell],
      max: [thick + stand, height + cell, width / 2 + cell],
    },
    at,
  );
}
