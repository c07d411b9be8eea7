import { AppError, naming } from '../../base/errors.js';
import { cutOffShot, type Shot, type Shots, shotOf } from '../body/pictured/shot.js';
import { agreeing } from '../input/image/agree.js';
import { decodePicture } from '../input/image/decode.js';
import { checkViews, nameViews } from '../input/image/views.js';
import { isArtStyle } from '../kinds.js';
import { hashBytes } from '../random.js';
import { maskPicture } from '../segmentation/image/mask.js';
import { checkFigure } from '../segmentation/image/no-figure.js';
import { silhouetteOf } from '../segmentation/image/silhouette.js';
import { showsObject } from '../segmentation/subject/subject.js';
import { bustOf } from '../skeleton/outline/bust.js';
import { isClassCertain } from '../skeleton/outline/certainty.js';
import { classOf } from '../skeleton/outline/class-of.js';
import type { PoseNetwork } from '../skeleton/pose/network.js';
import { seenOfFigure } from '../skeleton/pose/outline.js';
import type { Sighting } from '../skeleton/pose/sighting.js';
import type {
  ImageRequest,
  ImagesRequest,
  RigParameters,
  SkeletonKind,
  ViewImage,
  ViewName,
} from '../types.js';
import type { Interpreted } from './build.js';
import { sculptBeast } from './pictures/beast.js';
import { dressCreature } from './pictures/creature.js';
import { sculptFigure } from './pictures/figure.js';
import {
  figureHeight,
  figureIn,
  isSurely,
  kindSaid,
  type Looked,
  lookAtPicture,
  resolution,
} from './pictures/looking.js';
import { readingOf } from './pictures/reading.js';
import { creatureSeen, dressSeen, type SeenCreature } from './pictures/several.js';

export async function interpretImage(request: ImageRequest, pose?: PoseNetwork | null): Promise<Interpreted> {
  const { image, seed, parameters = {}, uncertain = 'guess' } = request;
  const wanted = parameters.skeleton ?? 'auto';
  const looked = await lookAtPicture(request, pose);
  if (uncertain === 'ask' && !looked.isKnown) checkLooked(looked);
  const { picture, mask, outline, person, judged } = looked;
  const shared = {
    ...common('image', seed ?? hashBytes(image), parameters),
    ...(judged.alternative && { alternative: judged.alternative }),
  };
  // Where the class is a guess, the outline of a head alone tells more.
  const mayBePortrait =
    wanted === 'auto' && (judged.isGuess || judged.kind === 'biped' || judged.kind === 'other');
  const bust = mayBePortrait ? bustOf(mask, outline, judged.bust) : null;
  const { kind, creature } = bust ? { kind: judged.kind, creature: null } : readingOf(looked, wanted);
  if (creature)
    return { ...shared, notes: mask.notes, sculpt: () => dressCreature(picture, mask, creature, parameters) };
  const beastly = !bust && kind === 'quadruped';
  const silhouette = beastly ? silhouetteOf(mask, figureHeight.quadruped, resolution) : outline;
  const shot = bust?.isCut ? cutOffShot({ picture, mask, silhouette }) : shotOf(picture, mask, silhouette);
  const sighting = beastly || bust ? null : person;
  return {
    ...shared,
    notes: bust ? [...mask.notes, portrait] : mask.notes,
    ...seenBy(sighting),
    sculpt: () =>
      beastly ? sculptBeast(shot, parameters) : sculptFigure({ front: shot }, sighting, parameters, bust),
  };
}

/** @throws AppError `no_body` for an object, or `ambiguous_body` */
function checkLooked({ picture, mask, outline, features, impression, judged }: Looked): void {
  if (showsObject([{ silhouette: outline, picture, features }])) throw new AppError('no_body');
  const found = { kind: judged.kind, height: figureHeight.biped, resolution };
  const isPlain = impression !== null || isClassCertain(mask, outline, found);
  if (judged.isGuess || !isPlain) throw new AppError('ambiguous_body');
}

const portrait =
  'The picture shows a head, or a head and shoulders, so the figure has no arms and legs. Send a picture of the whole figure for a body that walks.';

/** @throws AppError `invalid_request` for no picture, more than four, or duplicate views */
export async function interpretImages(
  request: ImagesRequest,
  pose?: PoseNetwork | null,
): Promise<Interpreted> {
  const { images, seed, parameters = {}, uncertain = 'guess', words, fileName } = request;
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
  const wanted = parameters.skeleton ?? 'auto';
  if (wanted === 'auto') await checkFront(front).catch(naming(labelOf(views.indexOf('front'))));
  const several: Shots = { ...Object.fromEntries(shots), front };
  const said = wanted === 'auto' ? kindSaid(request, several.left ?? several.right ?? front) : null;
  const creature =
    creatureSeen(several, said ?? wanted) ?? (mayDiffer(said) ? creatureSeen(several, wanted) : null);
  const asks = wanted === 'auto' && uncertain === 'ask' && said === null;
  const shared = common(
    'images',
    seed ?? images.reduce((hash, { bytes }) => (Math.imul(hash, 31) ^ hashBytes(bytes)) >>> 0, 7),
    parameters,
  );
  const remarks = [
    ...notes,
    ...[...shots].flatMap(([view, { mask }]) => mask.notes.map((note) => `${view}: ${note}`)),
  ];
  if (creature) {
    if (asks) checkSeen(several, creature);
    return { ...shared, notes: remarks, sculpt: () => dressSeen(several, creature, parameters) };
  }
  const fitting = agreeing(several);
  remarks.push(...fitting.notes);
  if (images.length > 1 && Object.keys(fitting.shots).length === 1) {
    const image = images[views.indexOf('front')]!.bytes;
    const single = {
      kind: 'image',
      image,
      seed: shared.seed,
      parameters,
      uncertain,
      words,
      fileName,
    } as const;
    return { ...(await interpretImage(single, pose)), ...shared, notes: remarks };
  }
  const { sighting } = await seenOfFigure(pose, front);
  if (asks && !isSurely(sighting)) checkSeen(several, null);
  return {
    ...shared,
    notes: remarks,
    ...seenBy(sighting),
    sculpt: () => sculptFigure(fitting.shots, sighting, parameters),
  };
}

/** @throws AppError `no_body`, or `ambiguous_body` where the views disagree about the class */
function checkSeen(shots: Shots, creature: SeenCreature | null): void {
  const side = shots.left ?? shots.right;
  if (showsObject(side ? [shots.front, side] : [shots.front])) throw new AppError('no_body');
  const { mask, silhouette } = side ?? shots.front;
  const kind = classOf(silhouette);
  const found = { kind, height: figureHeight.biped, resolution };
  const isSame = kind === (creature?.skeleton.kind ?? 'biped');
  if (!isSame || !isClassCertain(mask, silhouette, found)) throw new AppError('ambiguous_body');
}

/** Whether views that lack what the named class needs may show another one; people need nothing. */
const mayDiffer = (said: SkeletonKind | null): boolean => said !== null && said !== 'biped';

/** Only the front is checked: backs and sides of a caped figure are plain shapes. */
const checkFront = async ({ picture, silhouette }: Shot) => checkFigure(picture, silhouette);

const seenBy = (sighting: Sighting | null) =>
  sighting && { seen: { by: sighting.by, score: sighting.score } };

function common(input: 'image' | 'images', seed: number, { detail = 'medium', style }: RigParameters) {
  return { name: 'character', input, seed, detail, ...(isArtStyle(style) && { style }) };
}

async function shoot(bytes: Uint8Array): Promise<Shot> {
  const { picture, mask } = await figureIn(await decodePicture(bytes), async (seen) => maskPicture(seen));
  return shotOf(picture, mask, silhouetteOf(mask, figureHeight.biped, resolution));
}
