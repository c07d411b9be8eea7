import { AppError, isAppError, naming } from '../../base/errors.js';
import { cutOffShot, type Shot, type Shots, shotOf } from '../body/pictured/shot.js';
import { agreeing } from '../input/image/agree.js';
import { decodePicture, type Picture } from '../input/image/decode.js';
import { checkViews, nameViews } from '../input/image/views.js';
import { kindNamed } from '../input/text/named-kind.js';
import { isArtStyle } from '../kinds.js';
import { hashBytes } from '../random.js';
import { type Figure, maskPicture } from '../segmentation/image/mask.js';
import { checkFigure } from '../segmentation/image/no-figure.js';
import { pageIn } from '../segmentation/image/page.js';
import { findFigure } from '../segmentation/image/person.js';
import { silhouetteOf } from '../segmentation/image/silhouette.js';
import { featuresOf } from '../segmentation/subject/features.js';
import { type KindChances, kindChances } from '../segmentation/subject/kinds.js';
import { showsObject } from '../segmentation/subject/subject.js';
import { bustOf } from '../skeleton/outline/bust.js';
import { isClassCertain } from '../skeleton/outline/certainty.js';
import { classOf } from '../skeleton/outline/class-of.js';
import { certainly, judgeKind, mayShow } from '../skeleton/outline/judge.js';
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
import { dressCreature, fitPictured } from './pictures/creature.js';
import { sculptFigure } from './pictures/figure.js';
import { creatureSeen, dressSeen, type SeenCreature } from './pictures/several.js';

const figureHeight = { biped: 1.6, quadruped: 1 } as const;
const resolution = 150;
/** Pose network confidence above which a person overrides the outline; the network is unreliable for animals. */
const surely = 0.5;

export async function interpretImage(
  { image, seed, parameters = {}, uncertain = 'guess', words = '' }: ImageRequest,
  pose?: PoseNetwork | null,
): Promise<Interpreted> {
  const wanted = parameters.skeleton ?? 'auto';
  const decoded = await decodePicture(image);
  const network = wanted === 'auto' || wanted === 'biped' ? pose : null;
  const { picture, mask } = await figureIn(decoded, (seen) => findFigure(seen, network));
  const outline = silhouetteOf(mask, figureHeight.biped, resolution);
  if (wanted === 'auto') checkFigure(picture, outline);
  const { sighting: person, impression } = await seenOfFigure(network, { picture, silhouette: outline });
  const isPerson = person !== null && person.score >= surely;
  const features = wanted === 'auto' ? featuresOf(outline, picture) : undefined;
  const chances = features ? kindChances(features, impression) : null;
  const known = wanted === 'auto' ? kindKnown(words, chances!, isPerson) : wanted;
  const judged = known ? certainly(known, chances) : judgeKind(outline, chances!);
  if (uncertain === 'ask' && !known) {
    if (showsObject([{ silhouette: outline, picture, features }])) throw new AppError('no_body');
    const found = { kind: judged.kind, height: figureHeight.biped, resolution };
    const isPlain = impression !== null || isClassCertain(mask, outline, found);
    if (!judged.isCertain || !isPlain) throw new AppError('ambiguous_body');
  }
  const shared = {
    ...common('image', seed ?? hashBytes(image), parameters),
    ...(judged.alternative && { alternative: judged.alternative }),
  };
  const { kind } = judged;
  // Where the class is not certain, the outline of a head alone tells more.
  const mayBePortrait = wanted === 'auto' && (!judged.isCertain || kind === 'biped' || kind === 'other');
  const bust = mayBePortrait ? bustOf(mask, outline, judged.bust) : null;
  const creature = bust ? null : creatureIn(mask, kind, wanted);
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

/** The class that words about a picture name, if it may show that; otherwise a person whom the network recognises. */
function kindKnown(words: string, chances: KindChances, isPerson: boolean): SkeletonKind | null {
  const named = kindNamed(words);
  if (named && mayShow(named, chances, isPerson)) return named;
  return isPerson ? 'biped' : null;
}

/**
 * Null for bipeds and quadrupeds. An outline without what the joints of a class need gets those of its own shape.
 * @throws AppError `unriggable` when that class was asked for
 */
function creatureIn(mask: Figure, kind: SkeletonKind, wanted: SkeletonKind | 'auto') {
  if (kind === 'biped' || kind === 'quadruped') return null;
  const creature = fitPictured(mask, kind) ?? (wanted === 'auto' ? fitPictured(mask, 'other') : null);
  if (!creature) throw unlike(kind);
  return creature;
}

/** The figure in a photo of a page is looked for on the straightened page first. */
async function figureIn(decoded: Picture, find: (picture: Picture) => Promise<Figure>) {
  const page = pageIn(decoded);
  const onPage = page && (await find(page).catch(noneFound));
  if (!page || !onPage) return { picture: decoded, mask: await find(decoded) };
  const notes = [...onPage.notes, 'The page was straightened, and the figure on it was used.'];
  return { picture: page, mask: { ...onPage, notes } };
}

function noneFound(error: unknown): null {
  if (isAppError(error, 'unriggable')) return null;
  throw error;
}

const portrait =
  'The picture shows a head, or a head and shoulders, so the figure has no arms and legs. Send a picture of the whole figure for a body that walks.';

/** @throws AppError `invalid_request` for no picture, more than four, or duplicate views */
export async function interpretImages(
  { images, seed, parameters = {}, uncertain = 'guess' }: ImagesRequest,
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
  const wanted = parameters.skeleton ?? 'auto';
  if (wanted === 'auto') await checkFront(front).catch(naming(labelOf(views.indexOf('front'))));
  const several: Shots = { ...Object.fromEntries(shots), front };
  const creature = creatureSeen(several, wanted);
  const asks = wanted === 'auto' && uncertain === 'ask';
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
    const single = { kind: 'image', image, seed: shared.seed, parameters, uncertain } as const;
    return { ...(await interpretImage(single, pose)), ...shared, notes: remarks };
  }
  const { sighting } = await seenOfFigure(pose, front);
  if (asks && !(sighting && sighting.score >= surely)) checkSeen(several, null);
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

function common(input: 'image' | 'images', seed: number, { detail = 'medium', style }: RigParameters) {
  return { name: 'character', input, seed, detail, ...(isArtStyle(style) && { style }) };
}

async function shoot(bytes: Uint8Array): Promise<Shot> {
  const { picture, mask } = await figureIn(await decodePicture(bytes), async (seen) => maskPicture(seen));
  return shotOf(picture, mask, silhouetteOf(mask, figureHeight.biped, resolution));
}
