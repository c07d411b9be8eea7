/** Segments the figure: by transparency, by flooding the background's colours from the border, or by a graph cut. */
import { AppError } from '../../../base/errors.js';
import type { Picture } from '../../input/image/decode.js';
import { type BackgroundDifference, backdropOf } from './backdrop.js';
import { maskThresholds } from './calibration.js';
import { crispEdges } from './crisp.js';
import { cutOut, type KnownPixels } from './cut-out.js';
import { type FloodResult, flooded } from './flood.js';
import { areaOf, dilate, inverse, type Mask, piecesOf, shrink, where } from './grid.js';
import { borderShare, scoreOf, tidied } from './mask-score.js';
import { cropOf, type Silhouette } from './silhouette.js';

const { leastScore, firm, row, similar, near, part, apart, card, framed, leastDrawn } = maskThresholds;

/**
 * The figure; `notes` describe segmentation decisions, `score` (0-1) is the confidence. `given`: by the picture's own
 * transparency. `isOpen`: lines that enclose next to nothing.
 */
export type Figure = Mask & { score: number; notes: string[]; given: boolean; isOpen: boolean };

/**
 * @param body where a person was detected, for backgrounds that hide the outline
 * @throws AppError `unriggable` when no figure stands out
 */
export function maskPicture(picture: Picture, body?: KnownPixels & { likely: Mask }): Figure {
  const opaque = opaqueIn(picture);
  const given = byAlpha(opaque);
  const { raw, score, isOpen = false } = given ?? (body ? byBody(picture, body) : byColour(picture, opaque));
  const { own, others } = gathered(raw);
  const mask = fillHoles(own);
  const share = areaOf(mask) / mask.inside.length;
  if (share < 0.01)
    throw new AppError(
      'unriggable',
      'No figure was found in that picture. Use one figure on a plain background.',
    );
  if (!given && (share > 0.93 || borderShare(mask) > 0.55 || score < leastScore))
    throw new AppError(
      'unriggable',
      'The figure does not stand out from its background. Use a plainer background.',
    );
  if (others.filter((size) => size > areaOf(mask) * similar).length >= row)
    throw new AppError(
      'unriggable',
      'That picture shows several figures of similar size. Send a single figure on a plain background.',
    );
  const notes =
    Math.max(0, ...others) > areaOf(mask) * 0.3
      ? ['The picture shows more than one figure, so the largest was used.']
      : [];
  return { ...mask, score, notes, given: given !== null, isOpen };
}

type Box = Silhouette['crop'];
/** The opaque pixels, the box around them, and the share of pixels that are transparent. */
type Opaque = { raw: Mask; box: Box; clear: number };

function opaqueIn({ width, height, rgba }: Picture): Opaque {
  const raw = { width, height, inside: new Uint8Array(width * height) };
  let clear = 0;
  for (let n = 0; n < raw.inside.length; n++) {
    const alpha = rgba[n * 4 + 3]!;
    if (alpha < 32) clear++;
    if (alpha >= 128) raw.inside[n] = 1;
  }
  return { raw, box: cropOf(raw), clear: clear / raw.inside.length };
}

/** Opaque pixels, if some are transparent. A card with transparent corners or margins fills its own box. */
function byAlpha({ raw, box, clear }: Opaque): FloodResult | null {
  return clear < 0.01 || areaOf(raw) > box.width * box.height * card ? null : { raw, score: 1 };
}

/** What stands out from its background; within transparent margins from the card, or the card if next to nothing does. */
function byColour(picture: Picture, { raw, box }: Opaque): FloodResult {
  const isWhole = box.width * box.height > picture.width * picture.height * framed;
  if (isWhole || box.width <= 0) return standingOut(picture);
  const { raw: drawn, ...found } = standingOut(croppedTo(picture, box));
  if (areaOf(drawn) < drawn.inside.length * leastDrawn) return { raw, score: 1 };
  const inside = new Uint8Array(raw.inside.length);
  for (let y = 0; y < box.height; y++)
    inside.set(
      drawn.inside.subarray(y * box.width, (y + 1) * box.width),
      (box.top + y) * raw.width + box.left,
    );
  return { ...found, raw: { ...raw, inside } };
}

function croppedTo(picture: Picture, { left, top, width, height }: Box): Picture {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * picture.width + left) * 4;
    rgba.set(picture.rgba.subarray(from, from + width * 4), y * width * 4);
  }
  return { ...picture, width, height, rgba };
}

function standingOut(picture: Picture): FloodResult {
  const backdrop = backdropOf(picture);
  const crisp = crispEdges(backdrop.lab, picture);
  const plain = flooded(picture, backdrop, crisp);
  // A cut by colour would leave the lines alone.
  if (plain.score >= firm || (plain.isHollow && plain.score >= leastScore)) return plain;
  const cut = tidied(cutOut(backdrop.lab, likely(plain.raw, backdrop)));
  const busy = { raw: cut, score: scoreOf(cut, crisp) };
  return busy.score > plain.score + 0.05 ? busy : plain;
}

/** A detected person needs no crisp outline as evidence. */
function byBody(picture: Picture, body: KnownPixels & { likely: Mask }): FloodResult {
  const { lab } = backdropOf(picture);
  return { raw: tidied(cutOut(lab, body.likely, body)), score: firm };
}

/**
 * Initial guess for the graph cut: the flood's result, or the pixels least like the border when it left too much or
 * too little.
 */
function likely(first: Mask, { unlike }: BackgroundDifference): Mask {
  const share = areaOf(first) / first.inside.length;
  if (share > 0.05 && share < 0.6 && borderShare(first) < 0.15) return first;
  const limit = Float32Array.from(unlike).sort()[Math.floor(unlike.length * 0.6)]!;
  const { width, height } = first;
  const central = (i: number) =>
    Math.hypot((i % width) / width - 0.5, (Math.floor(i / width) / height - 0.5) * 0.8) < 0.36;
  return { ...first, inside: where(unlike, (d, i) => d > limit && central(i)) };
}

/**
 * The largest piece with everything that almost touches it, and the sizes of the other pieces. A white collar or belt on
 * white paper cuts a figure in two, so large pieces may be farther away, and are joined by a bridge.
 */
function gathered(mask: Mask): { own: Mask; others: number[] } {
  const [largest, ...rest] = piecesOf(mask);
  let own: Mask = { ...mask, inside: new Uint8Array(mask.inside.length) };
  if (!largest) return { own, others: [] };
  for (const pixel of largest) own.inside[pixel] = 1;
  const longest = Math.max(mask.width, mask.height);
  const others: number[] = [];
  let closed = false;
  for (const piece of rest.filter(({ length }) => length > largest.length * 0.02)) {
    const isPart = piece.length > largest.length * part && piece.length < largest.length * similar * 2;
    const reach = [near, ...(isPart ? [apart] : [])]
      .map((share) => share * longest)
      .find((radius) => {
        const around = dilate(own, radius).inside;
        return piece.reduce((sum, pixel) => sum + around[pixel]!, 0) > radius * 4;
      });
    if (reach === undefined) {
      others.push(piece.length);
      continue;
    }
    own = reach > near * longest ? bridged(own, piece, reach * 0.55 + 1) : withPiece(own, piece);
    closed = true;
  }
  const radius = near * longest;
  return { own: closed ? shrink(dilate(own, radius / 2), radius / 2) : own, others };
}

function withPiece(mask: Mask, piece: Int32Array): Mask {
  const inside = mask.inside.slice();
  for (const pixel of piece) inside[pixel] = 1;
  return { ...mask, inside };
}

/** With a piece, and with what is within `radius` of both. */
function bridged(mask: Mask, piece: Int32Array, radius: number): Mask {
  const other = withPiece({ ...mask, inside: new Uint8Array(mask.inside.length) }, piece);
  const [a, b] = [dilate(mask, radius).inside, dilate(other, radius).inside];
  return { ...mask, inside: a.map((one, n) => ((one && b[n]) || mask.inside[n] || other.inside[n] ? 1 : 0)) };
}

/** Fills holes of up to a hundredth of the figure; larger ones, as between arm and hip, stay. */
function fillHoles(mask: Mask): Mask {
  const area = areaOf(mask);
  const inside = mask.inside.slice();
  for (const hole of piecesOf(inverse(mask)))
    if (hole.length < area * 0.01) for (const pixel of hole) inside[pixel] = 1;
  return { ...mask, inside };
}

export type { Mask } from './grid.js';
