/** Where the figure is: from transparency, by flooding the background's colours in from the border, or by a graph cut. */
import { AppError } from '../../base/errors.js';
import { type Backdrop, backdropOf } from './backdrop.js';
import { cutOut } from './cut-out.js';
import type { Picture } from './decode.js';
import {
  areaOf,
  borderPixels,
  boundsOf,
  distances,
  floodFromBorder,
  grow,
  inverse,
  type Mask,
  piecesOf,
  shrink,
  where,
} from './grid.js';
import { isLineArt, outsideOf } from './line-art.js';

/** The figure; `notes` say what was decided about it, `score` (0-1) how firmly it stands out. */
export type Figure = Mask & { score: number; notes: string[] };

/** A mask below it is no figure. */
const leastScore = 0.42;
/** A flooded mask above it needs no graph cut. */
const firm = 0.72;
/** How far beyond its ink the outline of a drawing goes, in parts of the longer side: strokes fade out, and limbs need body. */
const halo = 0.0065;

/** @throws AppError `unriggable` when no figure stands out */
export function maskPicture(picture: Picture): Figure {
  const { raw, score } = byAlpha(picture) ?? byColour(picture);
  const pieces = piecesOf(raw);
  const mask = fillHoles(onlyPiece(raw, pieces[0] ?? []));
  const share = areaOf(mask) / mask.inside.length;
  if (share < 0.01)
    throw new AppError(
      'unriggable',
      'No figure was found in that picture. Use one figure on a plain background.',
    );
  if (share > 0.93 || borderShare(mask) > 0.55 || score < leastScore)
    throw new AppError(
      'unriggable',
      'The figure cannot be told from its background. Use a plainer background.',
    );
  const second = pieces[1]?.length ?? 0;
  const notes =
    second > areaOf(mask) * 0.3 ? ['The picture shows more than one figure: the largest was taken.'] : [];
  return { ...mask, score, notes };
}

type Found = { raw: Mask; score: number };

/** Opaque pixels, when enough are clear; a card with clear corners is no figure yet. */
function byAlpha({ width, height, rgba }: Picture): Found | null {
  const inside = new Uint8Array(width * height);
  let [clear, opaque] = [0, 0];
  for (let i = 0; i < inside.length; i++) {
    const alpha = rgba[i * 4 + 3]!;
    if (alpha < 32) clear++;
    if (alpha >= 128) inside[i] = 1;
    opaque += inside[i]!;
  }
  if (clear < inside.length * 0.02 || opaque > inside.length * 0.85) return null;
  return { raw: { width, height, inside }, score: 1 };
}

function byColour(picture: Picture): Found {
  const backdrop = backdropOf(picture);
  const plain = flooded(picture, backdrop);
  if (plain.score >= firm) return plain;
  const cut = tidied(cutOut(backdrop.lab, likely(plain.raw, backdrop)));
  const busy = { raw: cut, score: scoreOf(cut, backdrop) };
  return busy.score > plain.score + 0.05 ? busy : plain;
}

function flooded({ width, height }: Picture, backdrop: Backdrop): Found {
  const { lab, unlike, darker, tint, spread } = backdrop;
  const threshold = Math.min(26, Math.max(9, spread * 1.6 + 5));
  const ink = new Uint8Array(width * height);
  for (let i = 0; i < ink.length; i++) {
    if (unlike[i]! < threshold) continue;
    const dim = darker[i]! > 0 && darker[i]! < 34 && tint[i]! < 5 + darker[i]! * 0.15;
    ink[i] = dim && steepnessAt(lab, width, height, i) < 4.5 ? 0 : 1;
  }
  const dots = { width, height, inside: ink };
  if (isLineArt(dots)) {
    const outside = outsideOf(grow(dots, 1));
    const solid = inverse(outside);
    const legs = openLegs(solid, ink);
    const raw = grow(legs, Math.max(0, halo * Math.max(width, height) - 1));
    return { raw, score: scoreOf(legs, backdrop) };
  }
  const outside = floodFromBorder(inverse(grow(dots, 1)));
  const background = grow({ ...dots, inside: outside }, 1);
  const rough = { ...dots, inside: background.inside.map((value, i) => (value && !ink[i] ? 0 : 1)) };
  const raw = tidied(openLegs(rough, ink));
  return { raw, score: scoreOf(raw, backdrop) };
}

const tidied = (mask: Mask): Mask => grow(shrink(mask, 1), 1);

/** How much lightness changes over five pixels around one. */
function steepnessAt(lab: Float32Array, width: number, height: number, pixel: number): number {
  const x = pixel % width;
  const y = Math.floor(pixel / width);
  const across = (reach: number) =>
    Math.abs(lab[(pixel + Math.min(reach, width - 1 - x)) * 3]! - lab[(pixel - Math.min(reach, x)) * 3]!);
  const along = (reach: number) =>
    Math.abs(
      lab[(pixel + Math.min(reach, height - 1 - y) * width) * 3]! -
        lab[(pixel - Math.min(reach, y) * width) * 3]!,
    );
  return Math.max(across(2), along(2), across(1), along(1));
}

/** Where a graph cut begins: what the flood left, or what is least like the border when it left too much or too little. */
function likely(first: Mask, { unlike }: Backdrop): Mask {
  const share = areaOf(first) / first.inside.length;
  if (share > 0.05 && share < 0.6 && borderShare(first) < 0.15) return first;
  const limit = Float32Array.from(unlike).sort()[Math.floor(unlike.length * 0.6)]!;
  const { width, height } = first;
  const central = (i: number) =>
    Math.hypot((i % width) / width - 0.5, (Math.floor(i / width) / height - 0.5) * 0.8) < 0.36;
  return { ...first, inside: where(unlike, (d, i) => d > limit && central(i)) };
}

/** 1 for one piece clear of the border whose whole outline is an edge of the picture, much less for a shape of chance. */
function scoreOf(mask: Mask, { lab }: Backdrop): number {
  const { width, height } = mask;
  const pieces = piecesOf(mask);
  const area = areaOf(mask);
  if (!pieces[0]) return 0;
  const deep = distances(mask.inside, mask, 0);
  const away = distances(mask.inside, mask, 1);
  const ground: number[] = [];
  const outline: number[] = [];
  for (let i = 0; i < deep.length; i += 3) {
    if (away[i]! > 5) ground.push(edgeAt(lab, width, height, i));
    if (deep[i]! > 0 && deep[i]! < 1.5) outline.push(edgeAt(lab, width, height, i));
  }
  const usual = Float32Array.from(ground).sort()[Math.floor(ground.length * 0.85)] ?? 0;
  const limit = Math.max(4, 1.2 * usual);
  const crisp = outline.filter((e) => e > limit).length / Math.max(1, outline.length);
  const whole = (pieces[0].length + (pieces[1]?.length ?? 0)) / area;
  return crisp * whole * (1 - Math.max(0, borderShare(mask) - 0.12));
}

/** The greatest change of colour over seven pixels around one; none at the picture's edge. */
function edgeAt(lab: Float32Array, width: number, height: number, pixel: number): number {
  const x = pixel % width;
  const y = Math.floor(pixel / width);
  if (x < 3 || y < 3 || x >= width - 3 || y >= height - 3) return 0;
  const across = (step: number) => {
    const [a, b] = [(pixel + step) * 3, (pixel - step) * 3];
    return (lab[a]! - lab[b]!) ** 2 + (lab[a + 1]! - lab[b + 1]!) ** 2 + (lab[a + 2]! - lab[b + 2]!) ** 2;
  };
  return Math.sqrt(Math.max(across(3), across(3 * width)));
}

/**
 * Legs whose feet touch enclose a piece of background: a tall, narrow patch of its colours on the figure's axis, wholly
 * in its lower half. Anything else of that colour inside, as a white shirt on white paper, stays with the figure.
 */
function openLegs(mask: Mask, ink: Uint8Array): Mask {
  const figure = boundsOf(piecesOf(mask)[0] ?? [], mask.width);
  const [w, h] = [figure.right - figure.left + 1, figure.bottom - figure.top + 1];
  const inside = mask.inside.slice();
  for (const patch of piecesOf({ ...mask, inside: mask.inside.map((v, i) => (v && !ink[i] ? 1 : 0)) })) {
    const box = boundsOf(patch, mask.width);
    const [pw, ph] = [box.right - box.left + 1, box.bottom - box.top + 1];
    const offAxis = Math.abs((box.left + box.right - figure.left - figure.right) / 2);
    const low = box.top > figure.top + h * 0.5;
    if (low && ph > h * 0.1 && ph > pw * 2 && pw < w * 0.2 && offAxis < w * 0.08)
      for (const pixel of patch) inside[pixel] = 0;
  }
  return { ...mask, inside };
}

function onlyPiece(mask: Mask, piece: ArrayLike<number>): Mask {
  const inside = new Uint8Array(mask.inside.length);
  for (let i = 0; i < piece.length; i++) inside[piece[i]!] = 1;
  return { ...mask, inside };
}

/** Holes of up to a hundredth of the figure are closed; larger ones, as between arm and hip, stay. */
function fillHoles(mask: Mask): Mask {
  const area = areaOf(mask);
  const inside = mask.inside.slice();
  for (const hole of piecesOf(inverse(mask)))
    if (hole.length < area * 0.01) for (const pixel of hole) inside[pixel] = 1;
  return { ...mask, inside };
}

function borderShare({ width, height, inside }: Mask): number {
  const border = borderPixels(width, height);
  return border.filter((pixel) => inside[pixel]).length / border.length;
}

export type { Mask } from './grid.js';
