/** Segments the figure as everything that a flood of background colours from the border cannot reach. */

import type { Picture } from '../../input/image/decode.js';
import type { BackgroundDifference } from './backdrop.js';
import { floodThresholds, lineArtThresholds } from './calibration.js';
import { withoutFloor } from './floor.js';
import {
  areaOf,
  cellsOf,
  dilate,
  distances,
  floodFrom,
  floodFromBorder,
  inverse,
  type Mask,
  piecesOf,
  pixelBounds,
  where,
} from './grid.js';
import { isLineArt, outsideOf, withoutPockets } from './line-art.js';
import { scoreOf, tidied } from './mask-score.js';
import { pocketsOf } from './pockets.js';

const { open: mostInk, halo, soft, clear, surer, whole, gap, speck, rim, ruled, thick } = floodThresholds;

/** `score` is 0-1, the confidence of the segmentation; `isHollow`: a line drawing whose paper shows through, `isOpen`: that encloses next to nothing. */
export type FloodResult = { raw: Mask; score: number; isHollow?: boolean; isOpen?: boolean };

/** @param crisp from `crispEdges` */
export function flooded(
  { width, height }: Picture,
  backdrop: BackgroundDifference,
  crisp: Uint8Array,
): FloodResult {
  const { lab, unlike, darker, tint, spread } = backdrop;
  const threshold = Math.min(26, Math.max(9, spread * 1.6 + 5));
  const dark = new Uint8Array(width * height);
  for (let i = 0; i < dark.length; i++) {
    if (unlike[i]! < threshold) continue;
    const dim = darker[i]! > 0 && darker[i]! < 34 && tint[i]! < 5 + darker[i]! * 0.15;
    dark[i] = dim && steepnessAt(lab, width, height, i) < soft ? 0 : 1;
  }
  const ink = unruled(dark, width, height);
  const dots = { width, height, inside: ink };
  const edges = dark.map((value, i) => value | crisp[i]!);
  const walls = { ...dots, inside: unruled(edges, width, height) };
  const open = openTo(walls);
  const visibleContrast = 1.5 + 1.5 * spread;
  const paper = ink.map((_, i) => (open.inside[i] || walls.inside[i] ? 0 : 1));
  // Nothing is enclosed where every outline has gaps.
  const enclosed = cellsOf(paper);
  const hollow = enclosed.length === 0 || meanOf(unlike, enclosed) < visibleContrast;
  if (hollow && spread < lineArtThresholds.paper && isLineArt(dots)) {
    const outside = outsideOf(dilate(dots, 1));
    const solid = inverse(outside);
    const legs = openLegs(solid, ink);
    const raw = dilate(legs, Math.max(0, halo * Math.max(width, height) - 1));
    const isOpen = areaOf(dots) > mostInk * areaOf(legs);
    return { raw, score: scoreOf(legs, crisp), isHollow: true, isOpen };
  }
  const found = (reached: Mask): FloodResult => {
    const pockets = pocketsOf(dots, walls, reached, backdrop);
    const outside = pockets ? union(reached, pockets) : reached;
    const raw = tidied(withoutFloor(openLegs(peeled(inverse(outside), unlike), ink), backdrop));
    return { raw, score: scoreOf(raw, crisp) };
  };
  const first = found(open);
  if (first.score > whole) return first;
  const lines = withoutSpecks(walls);
  const second = found(
    withoutPockets(lines, openTo(lines), (pocket) => meanOf(unlike, pocket) > visibleContrast),
  );
  const likelier = second.score > first.score ? second : first;
  if (likelier.score > whole) return likelier;
  const steep = dark.map(
    (value, i) => crisp[i]! | Number(value === 1 && steepnessAt(lab, width, height, i) >= soft),
  );
  const third = found(openTo({ ...dots, inside: steep }));
  return third.score > Math.max(clear, likelier.score + surer) ? third : likelier;
}

const union = (a: Mask, b: Mask): Mask => ({
  ...a,
  inside: a.inside.map((value, n) => value | b.inside[n]!),
});

function withoutSpecks(walls: Mask): Mask {
  const inside = new Uint8Array(walls.inside.length);
  for (const piece of piecesOf(walls))
    if (piece.length >= speck) for (const pixel of piece) inside[pixel] = 1;
  return { ...walls, inside };
}

/** Open pixels reachable from the border: through openings wider than the gap, and from there into narrow clefts. */
function openTo(walls: Mask): Mask {
  const { width, height } = walls;
  const radius = Math.max(1, Math.round(gap * Math.max(width, height)));
  const room = distances(walls.inside, walls, 1);
  const wide = floodFromBorder({ ...walls, inside: where(room, (d) => d > radius) });
  const reached = dilate({ ...walls, inside: wide }, radius).inside;
  for (let i = 0; i < reached.length; i++) if (walls.inside[i]) reached[i] = 0;
  const narrow = where(room, (d, i) => (d > 0 && d <= radius + 1) || reached[i] === 1);
  return { ...walls, inside: floodFrom(reached, { ...walls, inside: narrow }) };
}

/** Removes edge pixels that resemble the background more than the figure. */
function peeled(mask: Mask, unlike: Float32Array): Mask {
  const { width, height } = mask;
  const steps = [1, -1, width, -width] as const;
  let { inside } = mask;
  for (let round = 0; round < rim; round++) {
    const before = inside;
    inside = before.slice();
    for (let y = rim; y < height - rim; y++)
      for (let x = rim; x < width - rim; x++) {
        const n = y * width + x;
        if (!before[n]) continue;
        for (let side = 0; side < 4; side++) {
          const step = steps[side]!;
          if (before[n + step]) continue;
          const within = Math.max(unlike[n - 2 * step]!, unlike[n - rim * step]!);
          if (unlike[n]! < within / 2) inside[n] = 0;
        }
      }
  }
  return { ...mask, inside };
}

/** Lightness change over the five pixels around one. */
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

/** Ink without the lines of ruled paper, except where strokes cross them. */
function unruled(ink: Uint8Array, width: number, height: number): Uint8Array {
  const across = new Uint32Array(height);
  ink.forEach((one, n) => {
    across[Math.floor(n / width)]! += one;
  });
  if (!across.some((count) => count > ruled * width)) return ink;
  return ink.map((one, n) => {
    if (!one || across[Math.floor(n / width)]! <= ruled * width) return one;
    return ink[n - thick * width] || ink[n + thick * width] ? one : 0;
  });
}

/**
 * Legs whose feet touch enclose a piece of background. Removes a tall, narrow patch of background colour on the
 * figure's axis, entirely in its lower half. Other enclosed areas of that colour, such as a white shirt on white
 * paper, stay in the figure.
 */
function openLegs(mask: Mask, ink: Uint8Array): Mask {
  const figure = pixelBounds(piecesOf(mask)[0] ?? [], mask.width);
  const [w, h] = [figure.right - figure.left + 1, figure.bottom - figure.top + 1];
  const inside = mask.inside.slice();
  for (const patch of piecesOf({ ...mask, inside: mask.inside.map((v, i) => (v && !ink[i] ? 1 : 0)) })) {
    const box = pixelBounds(patch, mask.width);
    const [pw, ph] = [box.right - box.left + 1, box.bottom - box.top + 1];
    const offAxis = Math.abs((box.left + box.right - figure.left - figure.right) / 2);
    const low = box.top > figure.top + h * 0.5;
    if (low && ph > h * 0.1 && ph > pw * 2 && pw < w * 0.2 && offAxis < w * 0.08)
      for (const pixel of patch) inside[pixel] = 0;
  }
  return { ...mask, inside };
}

const meanOf = (values: Float32Array, pixels: Int32Array): number =>
  pixels.reduce((sum, pixel) => sum + values[pixel]!, 0) / pixels.length;
