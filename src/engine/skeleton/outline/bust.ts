/** A head, or a head and shoulders: a picture that ends above the legs, which must not be given any. */
import { areaOf, distances, type Mask } from '../../segmentation/image/grid.js';
import {
  coreWithin,
  largestDisc,
  metresOf,
  middleOf,
  runsOf,
  type Silhouette,
  widestOf,
  widthOf,
} from '../../segmentation/image/silhouette.js';
import { chain } from '../skeleton.js';
import type { BipedFit } from './biped.js';
import { bustThresholds } from './calibration.js';
import { evenness } from './class-of.js';
import { alongMiddles, waysFrom } from './geodesic.js';
import { outlineLegsOf } from './legs.js';
import { outlineTipsOf } from './tips.js';

const { leastHead, alone, shoulders, leastRise, unlikely } = bustThresholds;

/** `isCut`: the figure goes on below the picture; a head alone does not. */
export type Bust = BipedFit & { isCut: boolean };

/** The largest disc in the upper part, in cells, and how far the figure goes on above and below its middle. */
type Head = { cell: number; column: number; row: number; radius: number; above: number; below: number };

/**
 * Null for a figure with legs, with a head too small for a portrait, or without the signs of a portrait: birds, snails
 * and gowns are round or broad below too.
 * @param chance of a portrait by the inner drawing; null where only the outline is known
 */
export function bustOf(mask: Mask, s: Silhouette, chance: number | null = null): Bust | null {
  if (chance !== null && chance < unlikely) return null;
  const ball = headOf(s, alone.from);
  if (isHeadAlone(s, ball))
    return hasLegs(s, ball.cell) ? null : { ...fitted(s, headChain(s, ball), 0, ball.radius), isCut: false };
  const head = headOf(s, shoulders.from);
  const neck = shouldersUnder(s, head, isCutByFrame(mask, s));
  if (neck === null || hasLegs(s, head.cell)) return null;
  return { ...fitted(s, trunkChain(s, head, neck), neck, breadthAt(s, neck * 0.5) * 0.3), isCut: true };
}

const isLarge = (s: Silhouette, { radius }: Head): boolean =>
  radius >= leastHead * Math.min(s.rows, s.columns);

/** @param from the lowest row of its middle, as a fraction of the rows */
function headOf(s: Silhouette, from: number): Head {
  const lowest = Math.floor(s.rows * from) * s.columns;
  const { middle: cell, radius } = largestDisc(s, (n) => n >= lowest);
  const [column, row] = [cell % s.columns, Math.floor(cell / s.columns)];
  const reach = (step: 1 | -1): number => {
    let end = row;
    while (s.inside[(end + step) * s.columns + column]) end += step;
    return Math.abs(end - row);
  };
  return { cell, column, row, radius: radius / s.cell, above: reach(1), below: reach(-1) };
}

function hasLegs(s: Silhouette, root: number): boolean {
  const ways = waysFrom(s, root);
  const tips = outlineTipsOf(s, ways.far, s.rows * leastRise);
  return outlineLegsOf(s, waysFrom(s, root, alongMiddles(s)), tips) !== null;
}

/** One disc with ears, alike on both sides, without a second bulk above or below it and without feet. */
function isHeadAlone(s: Silhouette, head: Head): boolean {
  const { radius, row, above, below } = head;
  const disc = Math.PI * radius ** 2;
  if (areaOf(s) > alone.area * disc || above + below > alone.height * radius) return false;
  if (!isLarge(s, head) || evenness(s) < alone.even) return false;
  const away = distances(
    coreWithin(s, radius * alone.core * s.cell),
    { width: s.columns, height: s.rows },
    1,
  );
  let loose = 0;
  for (let n = 0; n < row * s.columns; n++) if (s.inside[n] && away[n]! > 2) loose++;
  return loose < alone.loose * disc;
}

/**
 * The row of the neck, when both sides are alike and the lowest rows are a straight cut through shoulders, which are
 * nearly as broad as the cut. A neck hidden by hair is guessed, but only where the picture itself cuts the figure.
 */
function shouldersUnder(s: Silhouette, head: Head, isFramed: boolean): number | null {
  if (!isLarge(s, head) || head.above > shoulders.hat * head.radius) return null;
  if (evenness(s) < shoulders.even || !standsOnCut(s, head.radius)) return null;
  const seen = neckOf(s, head);
  if (seen === null && !isFramed) return null;
  const neck = seen ?? head.row - head.radius;
  if (neck < s.rows * shoulders.lowest) return null;
  return breadthAt(s, neck * shoulders.at) > broadestBelow(s, neck) * shoulders.broad ? neck : null;
}

const isCutByFrame = ({ height }: Mask, { crop }: Silhouette): boolean => crop.top + crop.height >= height;

const breadthAt = (s: Silhouette, row: number): number => {
  const run = widestOf(runsOf(s, Math.min(s.rows - 1, Math.floor(row))));
  return run ? widthOf(run) : 0;
};

const broadestBelow = (s: Silhouette, row: number): number => {
  let most = 0;
  for (let j = 0; j < row; j++) most = Math.max(most, breadthAt(s, j));
  return most;
};

/** Whether the lowest rows are one straight line at least as broad as the head. */
function standsOnCut(s: Silhouette, radius: number): boolean {
  const [base, above] = [0.01, 0.05].map((share) => runsOf(s, Math.floor(s.rows * share)));
  if (base?.length !== 1 || above?.length !== 1) return false;
  const breadth = widthOf(base[0]!);
  return breadth > radius * shoulders.cut && breadth > widthOf(above[0]!) * 0.8;
}

/** The narrowest row below the head; null where it is not clearly narrower than the head and what is below. */
function neckOf(s: Silhouette, { row, radius }: Head): number | null {
  let [neck, least] = [-1, Number.POSITIVE_INFINITY];
  for (let j = Math.floor(s.rows * 0.04); j < row - radius * 0.5; j++) {
    const breadth = breadthAt(s, j);
    if (breadth < least) [neck, least] = [j, breadth];
  }
  return least < shoulders.neck * Math.min(radius * 2, broadestBelow(s, neck)) ? neck : null;
}

function fitted(s: Silhouette, joints: BipedFit['skeleton']['joints'], neck: number, half: number): BipedFit {
  const axis = columnAt(s, neck * 0.5);
  return { skeleton: { kind: 'other', joints }, trunk: { axis, hips: 0, neck, half }, hidden: [] };
}

const columnAt = (s: Silhouette, row: number): number => {
  const run = widestOf(runsOf(s, Math.min(s.rows - 1, Math.floor(row))));
  return run ? middleOf(run) : s.columns / 2;
};

const pointAt = (s: Silhouette, row: number, column = columnAt(s, row)) =>
  [...metresOf(s, column, row), 0] as const;

function headChain(s: Silhouette, { column }: Head) {
  const points = [0.08, 0.3, 1].map((share) => pointAt(s, s.rows * share, column + 0.5));
  return chain(['neck', 'head'], null, points);
}

function trunkChain(s: Silhouette, { column }: Head, neck: number) {
  const points = [
    ...[0.1, 0.4, 0.75].map((share) => pointAt(s, neck * share)),
    ...[0, 0.15, 1].map((share) => pointAt(s, neck + (s.rows - neck) * share, column + 0.5)),
  ];
  return chain(['hips', 'spine', 'chest', 'neck', 'head'], null, points);
}
