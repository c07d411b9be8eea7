import { AppError, naming } from '../../base/errors.js';
import type { Character, Solid } from '../character.js';
import { type Field, leaf } from '../field/field.js';
import { hashBytes } from '../math/random.js';
import { smoothstep, type Vec3 } from '../math/vec.js';
import type { Interpreted } from '../pipeline.js';
import type { PoseNetwork } from '../pose/network.js';
import { fuseOutline, sightOfFigure } from '../pose/outline.js';
import type { Sighting } from '../pose/sighting.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { nearestBone } from '../skin/skin.js';
import type { ImageRequest, ImagesRequest, RigParameters, ViewImage, ViewName } from '../types.js';
import { decodePicture, type Picture } from './decode.js';
import { fitBiped } from './fit-biped.js';
import { type Beast, fitQuadruped, looksFourLegged } from './fit-quadruped.js';
import { hullField } from './hull.js';
import { distanceTo, inflate, maxOf, type Relief } from './inflate.js';
import { balanced } from './light.js';
import { type Figure, maskPicture } from './mask.js';
import { type Silhouette, silhouetteOf } from './silhouette.js';
import { backOf, type Panel, panelPixels, textureOf } from './texture.js';
import { checkViews, nameViews } from './views.js';

const figureHeight = { biped: 1.6, quadruped: 1 } as const;
const resolution = 150;
const cells = { low: 84, medium: 118, high: 156 } as const;

/** A picture with its figure found. */
export type Shot = { picture: Picture; mask: Figure; silhouette: Silhouette; relief: Relief };
export type Shots = { front: Shot } & Partial<Record<Exclude<ViewName, 'front'>, Shot>>;

export async function interpretImage(
  { image, seed, parameters = {} }: ImageRequest,
  pose?: PoseNetwork | null,
): Promise<Interpreted> {
  const front = await shoot(image, figureHeight.biped);
  const beastly =
    parameters.skeleton === 'quadruped' ||
    (parameters.skeleton !== 'biped' && looksFourLegged(front.silhouette));
  const shot = beastly ? await shoot(image, figureHeight.quadruped) : front;
  const sighting = beastly ? null : await sightOfFigure(pose, front);
  return {
    ...common('image', seed ?? hashBytes(image), parameters),
    notes: shot.mask.notes,
    ...seenBy(sighting),
    sculpt: () =>
      beastly ? sculptBeast(shot, parameters) : sculptFigure({ front: shot }, sighting, parameters),
  };
}

/** @throws AppError `invalid_request` for no picture, more than four, or a view given twice */
export async function interpretImages(
  { images, seed, parameters = {} }: ImagesRequest,
  pose?: PoseNetwork | null,
): Promise<Interpreted> {
  checkViews(images);
  const taken: (Shot & Pick<ViewImage, 'view'>)[] = [];
  for (const [at, { bytes, view }] of images.entries()) {
    const said = view ? `The ${view} picture` : `Picture ${at + 1}`;
    taken.push({ ...(await shoot(bytes, figureHeight.biped).catch(naming(said))), view });
  }
  const { views, notes } = nameViews(taken);
  const shots = new Map<ViewName, Shot>(taken.map((shot, i) => [views[i]!, shot]));
  const front = shots.get('front');
  if (!front) throw new AppError('invalid_request', 'One of the pictures must show the front of the figure.');
  const sighting = await sightOfFigure(pose, front);
  return {
    ...common(
      'images',
      seed ?? images.reduce((hash, { bytes }) => (Math.imul(hash, 31) ^ hashBytes(bytes)) >>> 0, 7),
      parameters,
    ),
    notes: [
      ...notes,
      ...[...shots].flatMap(([view, { mask }]) => mask.notes.map((note) => `${view}: ${note}`)),
    ],
    ...seenBy(sighting),
    sculpt: () => sculptFigure({ ...Object.fromEntries(shots), front }, sighting, parameters),
  };
}

const seenBy = (sighting: Sighting | null) =>
  sighting && { seen: { by: sighting.by, score: sighting.score } };

/** @throws AppError `invalid_request` for a class that pictures cannot become */
function common(
  input: 'image' | 'images',
  seed: number,
  { skeleton = 'auto', detail = 'medium' }: RigParameters,
) {
  if (skeleton !== 'auto' && skeleton !== 'biped' && skeleton !== 'quadruped')
    throw new AppError(
      'invalid_request',
      'A picture becomes a body on two or four legs: choose biped or quadruped, or leave the skeleton to the picture.',
    );
  return { name: 'character', input, seed, detail };
}

async function shoot(bytes: Uint8Array, height: number): Promise<Shot> {
  const picture = await decodePicture(bytes);
  const mask = maskPicture(picture);
  const silhouette = silhouetteOf(mask, height, resolution);
  return { picture, mask, silhouette, relief: inflate(silhouette) };
}

/** Where a point of the figure's plane lies in the box of its silhouette, v down. */
const boxUv = ({ width, height }: Silhouette, u: number, v: number) =>
  [u / width + 0.5, 1 - v / height] as const;

async function sculptFigure(
  shots: Shots,
  sighting: Sighting | null,
  parameters: RigParameters,
): Promise<Character> {
  const { front, back, left, right } = shots;
  const field = hullField(shots);
  const fitted = fitBiped(front.silhouette);
  const skeleton = sighting ? fuseOutline(fitted, sighting, front.silhouette) : fitted;
  const pixelsOf = (shot: Shot) =>
    panelPixels(shot === front ? shot.picture : balanced(shot, front), shot.mask, shot.silhouette.crop);
  const frontPixels = await pixelsOf(front);
  const side = left ?? right;
  const panels: Panel[] = [
    { pixels: frontPixels, uv: (x, y) => boxUv(front.silhouette, x, y) },
    back
      ? { pixels: await pixelsOf(back), uv: (x, y) => boxUv(back.silhouette, -x, y) }
      : {
          pixels: backOf(frontPixels, depthIn(front.silhouette)),
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
  ];
  const choose = (nx: number, _ny: number, nz: number) => {
    if (side && Math.abs(nx) > Math.abs(nz) * 2) return right && (!left || nx < 0) ? panels.length - 1 : 2;
    return nz >= -0.12 ? 0 : 1;
  };
  return character(field, skeleton, await textureOf(panels, choose), parameters);
}

async function sculptBeast(shot: Shot, parameters: RigParameters): Promise<Character> {
  const beast = fitQuadruped(shot.silhouette);
  const pixels = await panelPixels(shot.picture, shot.mask, shot.silhouette.crop);
  const panel: Panel = { pixels, uv: (_x, y, z) => boxUv(shot.silhouette, z * beast.facing, y) };
  return character(
    beastField(shot.relief, beast),
    beast.skeleton,
    await textureOf([panel], () => 0),
    parameters,
  );
}

/** The picture's profile, rounded; below the belly each leg stands once on either side. */
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

/** Depth inside the outline in parts of the figure's height, at a place of its box (v down); 0 outside. */
const depthIn =
  (s: Silhouette) =>
  (u: number, v: number): number => {
    const [i, j] = [Math.floor(u * s.columns), Math.floor((1 - v) * s.rows)];
    return i < 0 || j < 0 || i >= s.columns || j >= s.rows ? 0 : s.depth[j * s.columns + i]! / s.height;
  };

function character(
  field: Field,
  skeleton: Skeleton,
  texture: Character['materials'][number]['texture'],
  { detail = 'medium' }: RigParameters,
): Character {
  const { min, max } = field.box;
  const extent = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const owner = (x: number, y: number, z: number) => ownerBySight(field, skeleton, [x, y, z], extent);
  const body: Solid = {
    name: 'body',
    field,
    cell: extent / cells[detail],
    material: 'picture',
    binding: { kind: 'heat', owner },
  };
  return {
    skeleton,
    solids: [body],
    materials: [{ name: 'picture', color: [1, 1, 1], roughness: 0.8, metalness: 0, texture }],
  };
}

/** The nearest bone that can be seen through the inside of the figure. */
function ownerBySight(field: Field, skeleton: Skeleton, p: Vec3, extent: number): string {
  return nearestBone(skeleton, p, (foot) => {
    for (const t of [0.2, 0.4, 0.6, 0.8]) {
      const d = field.at(
        p[0] + (foot[0] - p[0]) * t,
        p[1] + (foot[1] - p[1]) * t,
        p[2] + (foot[2] - p[2]) * t,
      );
      if (d > extent * 0.004) return false;
    }
    return true;
  });
}
