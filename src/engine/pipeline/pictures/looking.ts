/** The figure in one picture, and the class of its body. */
import { AppError, isAppError } from '../../../base/errors.js';
import type { Shot } from '../../body/pictured/shot.js';
import { decodePicture, type Picture } from '../../input/image/decode.js';
import { faceIn } from '../../input/image/face.js';
import { kindNamed, kindOfFile } from '../../input/text/named-kind.js';
import type { Figure } from '../../segmentation/image/mask.js';
import { checkFigure } from '../../segmentation/image/no-figure.js';
import { onPaper } from '../../segmentation/image/on-paper.js';
import { pageIn } from '../../segmentation/image/page.js';
import { findFigure } from '../../segmentation/image/person.js';
import { type Silhouette, silhouetteOf } from '../../segmentation/image/silhouette.js';
import { type Features, featuresOf } from '../../segmentation/subject/features.js';
import { type KindChances, kindChances } from '../../segmentation/subject/kinds.js';
import { certainly, type Judged, judgeKind, mayShow } from '../../skeleton/outline/judge.js';
import type { Impression, PoseNetwork } from '../../skeleton/pose/network.js';
import { seenOfFigure } from '../../skeleton/pose/outline.js';
import type { Sighting } from '../../skeleton/pose/sighting.js';
import type { ImageRequest, ImagesRequest, SkeletonKind } from '../../types.js';

/** Metres; the class does not depend on them. */
export const figureHeight = { biped: 1.6, quadruped: 1 } as const;
export const resolution = 150;
/** Pose network confidence above which a person overrides the outline; the network is unreliable for animals. */
const surely = 0.5;
export const isSurely = (person: Sighting | null): boolean => person !== null && person.score >= surely;

export type Looked = {
  picture: Picture;
  mask: Figure;
  outline: Silhouette;
  person: Sighting | null;
  /** Null without a network. */
  impression: Impression | null;
  /** Missing where the class was asked for. */
  features: Features | undefined;
  judged: Judged;
  /** Whether the figure looks at the viewer; false where the class was asked for. */
  isFacing: boolean;
  /** Whether the class was asked for, named, or recognised as a person. */
  isKnown: boolean;
};

const openOutline =
  'The outline of that drawing has gaps, so its inside looks like the paper. Close the outline, or color the figure in.';

/** @throws AppError `unriggable` where no figure stands out, or lines enclose next to nothing */
export async function lookAtPicture(
  { image, parameters = {}, words = '', fileName = '' }: ImageRequest,
  pose?: PoseNetwork | null,
): Promise<Looked> {
  const wanted = parameters.skeleton ?? 'auto';
  const network = wanted === 'auto' || wanted === 'biped' ? pose : null;
  const { picture, mask } = await figureIn(await decodePicture(image), (seen) => findFigure(seen, network));
  const outline = silhouetteOf(mask, figureHeight.biped, resolution);
  if (wanted === 'auto') checkFigure(picture, outline);
  if (mask.isOpen) throw new AppError('unriggable', openOutline);
  const { sighting: person, impression } = await seenOfFigure(network, { picture, silhouette: outline });
  const shared = { picture, mask, outline, person, impression };
  if (wanted !== 'auto')
    return {
      ...shared,
      features: undefined,
      judged: certainly(wanted, null),
      isFacing: false,
      isKnown: true,
    };
  const features = featuresOf(outline, picture);
  const chances = kindChances(features, impression);
  const known = kindKnown(kindNamed(words) ?? kindOfFile(fileName), chances, isSurely(person));
  const face = faceIn({ picture, silhouette: outline });
  const judged = known ? certainly(known, chances) : judgeKind(outline, chances, face);
  return { ...shared, features, judged, isFacing: face.isSeen, isKnown: known !== null };
}

/** The class that words about several views name, if the one that shows most of a body may show that. */
export function kindSaid(
  { words = '', fileName = '' }: ImagesRequest,
  { picture, silhouette }: Shot,
): SkeletonKind | null {
  const named = kindNamed(words) ?? kindOfFile(fileName);
  return named && mayShow(named, kindChances(featuresOf(silhouette, picture), null), false) ? named : null;
}

/** The class that words about a picture name, if it may show that; otherwise a person whom the network recognises. */
function kindKnown(named: SkeletonKind | null, chances: KindChances, isPerson: boolean): SkeletonKind | null {
  if (named && mayShow(named, chances, isPerson)) return named;
  return isPerson ? 'biped' : null;
}

/** The figure in a photo of a page is looked for on the straightened page first. */
export async function figureIn(seen: Picture, find: (picture: Picture) => Promise<Figure>) {
  const decoded = onPaper(seen) ?? seen;
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
