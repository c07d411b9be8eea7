/** Infers which side of a figure each picture shows when the member gave no view. */
import { AppError } from '../../../base/errors.js';
import { evenness } from '../../skeleton/outline/class-of.js';
import type { ViewImage, ViewName } from '../../types.js';
import { viewsThresholds } from './calibration.js';
import { eyesOf } from './eyes.js';
import { detailOf, facingOf, type SegmentedPicture } from './sides.js';

const { narrow, evenEnough, lopsided, faceDetail, eyes } = viewsThresholds;

const order = ['front', 'left', 'back', 'right'] as const;
const isSide = (view: ViewName) => view === 'left' || view === 'right';

/** @throws AppError `invalid_request` for no picture, more than four, or duplicate views */
export function checkViews(images: readonly ViewImage[]): void {
  if (images.length === 0 || images.length > order.length)
    throw new AppError('invalid_request', 'Send one to four pictures of the same figure.');
  const given = images.flatMap(({ view }) => (view ? [view] : []));
  if (new Set(given).size < given.length)
    throw new AppError('invalid_request', 'Send only one picture for each view.');
}

type Outlined = SegmentedPicture & { view: ViewName | null };
export type Named = { views: ViewName[]; notes: string[] };

/**
 * Symmetric outlines, or else wide ones, are front and back, told apart by their faces; the others are sides, told
 * apart by their facing. Undecided pictures are taken in the order front, left, back, right.
 */
export function nameViews(pictures: readonly Outlined[]): Named {
  const widths = pictures.map(({ silhouette: { width, height } }) => width / height);
  const widest = Math.max(...widths);
  const free = new Set<ViewName>(order.filter((view) => !pictures.some((one) => one.view === view)));
  const even = pictures.map(({ silhouette }) => evenness(silhouette));
  const profiles = even.map((one) => one < Math.max(...even) * lopsided);
  const plain = profiles.includes(true);
  const fromSide = (i: number) => (plain ? profiles[i]! : widths[i]! < widest * narrow);
  const isClear =
    plain || (widths.some((_, i) => fromSide(i)) && even.every((one, i) => fromSide(i) || one >= evenEnough));
  const looks = pictures.map((seen, i) => (isClear && fromSide(i) ? facingOf(seen) : 0));
  const take = (wanted: (view: ViewName) => boolean, i: number): ViewName => {
    const shown = looks[i] === 0 ? null : looks[i]! < 0 ? 'left' : 'right';
    const view = shown && free.has(shown) ? shown : ([...free].find(wanted) ?? [...free][0]!);
    free.delete(view);
    return view;
  };
  const unnamed = pictures.flatMap(({ view }, i) => (view ? [] : [i]));
  const front =
    isClear && free.has('front') ? (withFace(unnamed.filter((i) => !fromSide(i))) ?? unnamed[0]) : undefined;
  if (front !== undefined) free.delete('front');
  const views = pictures.map(
    ({ view }, i) =>
      view ?? (i === front ? 'front' : take((one) => !isClear || isSide(one) === fromSide(i), i)),
  );
  const notes = views.flatMap((view, i) =>
    isClear && pictures[i]!.view && isSide(view) !== fromSide(i)
      ? [`${view}: This picture looks like a view from ${fromSide(i) ? 'the side' : 'the front or back'}.`]
      : [],
  );
  return { views, notes };

  /** The picture that shows eyes, else the one with clearly more detail, else the first. */
  function withFace(wide: readonly number[]): number | undefined {
    const byEyes = foremost(wide, eyesOf);
    if (byEyes && byEyes.most > eyes.least && byEyes.most > byEyes.next * eyes.ratio) return byEyes.at;
    const byDetail = foremost(wide, detailOf);
    return byDetail && byDetail.most > byDetail.next * faceDetail ? byDetail.at : wide[0];
  }

  function foremost(wide: readonly number[], of: (seen: Outlined) => number) {
    const [best, next] = wide
      .map((at) => ({ at, value: of(pictures[at]!) }))
      .sort((a, b) => b.value - a.value);
    return best && { at: best.at, most: best.value, next: next?.value ?? 0 };
  }
}
