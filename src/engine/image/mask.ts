/** Where the figure is: from transparency, by flooding the background's colours in from the border, or by a graph cut. */
import { AppError } from '../../base/errors.js';
import { type Backdrop, backdropOf } from './backdrop.js';
import { cutOut, type Known } from './cut-out.js';
import type { Picture } from './decode.js';
import {
  areaOf,
  borderPixels,
  boundsOf,
  distances,
  floodFrom,
  floodFromBorder,
  grow,
  inverse,
  type Mask,
  piecesOf,
  shrink,
  where,
} from './grid.js';
import { isLineArt, outsideOf, withoutPockets } from './line-art.js';

/** The figure; `notes` say what was decided about it, `score` (0-1) how firmly it stands out. */
export type Figure = Mask & { score: number; notes: string[] };

/** A mask below it is no figure. */
const leastScore = 0.42;
/** A flooded mask above it needs no graph cut. */
const firm = 0.72;
/** How far beyond its ink the outline of a drawing goes, in parts of the longer side: strokes fade out, and limbs need body. */
const halo = 0.0065;

/** Letters of a word and crowds: so many pieces beside the largest, each no less than this part of it. */
const [row, similar] = [3, 0.35];

/**
 * @param body where a person was seen, before a background that hides the outline
 * @throws AppError `unriggable` when no figure stands out
 */
export function maskPicture(picture: Picture, body?: Known & { likely: Mask }): Figure {
  const { raw, score } = body ? byBody(picture, body) : (byAlpha(picture) ?? byColour(picture));
  const { own, others } = gathered(raw);
  const mask = fillHoles(own);
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
  if (others.filter((size) => size > areaOf(mask) * similar).length >= row)
    throw new AppError(
      'unriggable',
      'No single figure was found in that picture, but several of one size. Send one on a plain background.',
    );
  const notes =
    Math.max(0, ...others) > areaOf(mask) * 0.3
      ? ['The picture shows more than one figure: the largest was taken.']
      : [];
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
  const crisp = crispEdges(backdrop.lab, picture);
  const plain = flooded(picture, backdrop, crisp);
  if (plain.score >= firm) return plain;
  const cut = tidied(cutOut(backdrop.lab, likely(plain.raw, backdrop)));
  const busy = { raw: cut, score: scoreOf(cut, crisp) };
  return busy.score > plain.score + 0.05 ? busy : plain;
}

/** Of a row's length, and pixels above and below: the lines of ruled paper run across and are thin. */
const [ruled, thick] = [0.5, 4];

/** Ink without the lines of ruled paper, but for where something drawn crosses them. */
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

/** A person who is known to be there needs no proof by a crisp outline. */
function byBody(picture: Picture, body: Known & { likely: Mask }): Found {
  const { lab } = backdropOf(picture);
  return { raw: tidied(cutOut(lab, body.likely, body)), score: firm };
}

function flooded({ width, height }: Picture, backdrop: Backdrop, crisp: Uint8Array): Found {
  const { lab, unlike, darker, tint, spread } = backdrop;
  const threshold = Math.min(26, Math.max(9, spread * 1.6 + 5));
  const dark = new Uint8Array(width * height);
  for (let i = 0; i < dark.length; i++) {
    if (unlike[i]! < threshold) continue;
    const dim = darker[i]! > 0 && darker[i]! < 34 && tint[i]! < 5 + darker[i]! * 0.15;
    dark[i] = dim && steepnessAt(lab, width, height, i) < 4.5 ? 0 : 1;
  }
  const ink = unruled(dark, width, height);
  const dots = { width, height, inside: ink };
  const edges = dark.map((value, i) => value | crisp[i]!);
  const walls = { ...dots, inside: unruled(edges, width, height) };
  const open = openTo(walls);
  const told = 1.5 + 1.5 * spread;
  const paper = (i: number) => !open.inside[i] && !walls.inside[i];
  const hollow = meanOf(unlike, Int32Array.from(ink.keys()).filter(paper)) < told;
  if (hollow && isLineArt(dots)) {
    const outside = outsideOf(grow(dots, 1));
    const solid = inverse(outside);
    const legs = openLegs(solid, ink);
    const raw = grow(legs, Math.max(0, halo * Math.max(width, height) - 1));
    return { raw, score: scoreOf(legs, crisp) };
  }
  const found = (outside: Mask): Found => {
    const raw = tidied(openLegs(peeled(inverse(outside), unlike), ink));
    return { raw, score: scoreOf(raw, crisp) };
  };
  const first = found(open);
  if (first.score > whole) return first;
  const lines = withoutSpecks(walls);
  const second = found(withoutPockets(lines, openTo(lines), (pocket) => meanOf(unlike, pocket) > told));
  return second.score > first.score ? second : first;
}

/** A score above it needs no look for pockets. */
const whole = 0.93;
/** Widest gap in its walls by which a figure is not entered, half of it, in parts of the longer side. */
const gap = 0.0035;

/** Pixels of the smallest piece of a wall. */
const speck = 14;

function withoutSpecks(walls: Mask): Mask {
  const inside = new Uint8Array(walls.inside.length);
  for (const piece of piecesOf(walls))
    if (piece.length >= speck) for (const pixel of piece) inside[pixel] = 1;
  return { ...walls, inside };
}

/** What of the open is reached from the border: through gates wider than the gap, and from there into narrow clefts. */
function openTo(walls: Mask): Mask {
  const { width, height } = walls;
  const radius = Math.max(1, Math.round(gap * Math.max(width, height)));
  const room = distances(walls.inside, walls, 1);
  const wide = floodFromBorder({ ...walls, inside: where(room, (d) => d > radius) });
  const reached = grow({ ...walls, inside: wide }, radius).inside;
  for (let i = 0; i < reached.length; i++) if (walls.inside[i]) reached[i] = 0;
  const narrow = where(room, (d, i) => (d > 0 && d <= radius + 1) || reached[i] === 1);
  return { ...walls, inside: floodFrom(reached, { ...walls, inside: narrow }) };
}

/** Pixels that lenses and JPEG take from an edge into the background. */
const rim = 4;

/** Without the pixels of the edge itself that are more like the background than like what they bound. */
function peeled(mask: Mask, unlike: Float32Array): Mask {
  const { width, height } = mask;
  let { inside } = mask;
  for (let round = 0; round < rim; round++) {
    const before = inside;
    inside = before.slice();
    for (let y = rim; y < height - rim; y++)
      for (let x = rim; x < width - rim; x++) {
        const n = y * width + x;
        if (!before[n]) continue;
        for (const step of [1, -1, width, -width]) {
          if (before[n + step]) continue;
          const within = Math.max(unlike[n - 2 * step]!, unlike[n - rim * step]!);
          if (unlike[n]! < within / 2) inside[n] = 0;
        }
      }
  }
  return { ...mask, inside };
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

/** The least change of colour over three pixels that is an edge, and how much more than what the border has. */
const [faintest, overNoise] = [1.2, 1.6];
/** Of the change over nine pixels: less is the soft rim of a shadow. */
const steep = 0.4;

/** Sharp changes of colour, beyond the noise at the border. */
function crispEdges(lab: Float32Array, { width, height, lossy }: Picture): Uint8Array {
  const across = (pixel: number, step: number) => {
    const [a, b] = [(pixel + step) * 3, (pixel - step) * 3];
    return (lab[a]! - lab[b]!) ** 2 + (lab[a + 1]! - lab[b + 1]!) ** 2 + (lab[a + 2]! - lab[b + 2]!) ** 2;
  };
  const frame = borderPixels(width - 8, height - 8).map((i) => {
    const pixel = (Math.floor(i / (width - 8)) + 4) * width + (i % (width - 8)) + 4;
    return Math.max(across(pixel, 1), across(pixel, width));
  });
  const noise = Float32Array.from(frame).sort()[Math.floor(frame.length * 0.9)]!;
  const limit = Math.max(faintest ** 2, noise * overNoise ** 2);
  const steps = new Float32Array(width * height);
  for (let y = 4; y < height - 4; y++)
    for (let n = y * width + 4; n < (y + 1) * width - 4; n++)
      for (const step of [1, width]) {
        const near = across(n, step);
        if (near > limit && near > across(n, 4 * step) * steep * steep) steps[n] = Math.max(steps[n]!, near);
      }
  return lossy ? withoutRipples(steps, width, height) : where(steps, (step) => step > 0);
}

/** Of a strong edge (squared): what stands that near to it and is fainter comes from compression. */
const ripple = 0.02;
/** Side of the squares in which pictures are compressed. */
const block = 8;

function withoutRipples(steps: Float32Array, width: number, height: number): Uint8Array {
  const [columns, rows] = [Math.ceil(width / block), Math.ceil(height / block)];
  const most = new Float32Array(columns * rows);
  const blockOf = (n: number) =>
    Math.floor(Math.floor(n / width) / block) * columns + Math.floor((n % width) / block);
  for (let n = 0; n < steps.length; n++) if (steps[n]! > most[blockOf(n)]!) most[blockOf(n)] = steps[n]!;
  const around = most.map((own, n) =>
    [-columns, 0, columns].reduce(
      (best, row) => Math.max(best, most[n + row - 1] ?? 0, most[n + row] ?? 0, most[n + row + 1] ?? 0),
      own,
    ),
  );
  return where(steps, (step, n) => step > 0 && step > around[blockOf(n)]! * ripple);
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

const meanOf = (values: Float32Array, pixels: Int32Array): number =>
  pixels.reduce((sum, pixel) => sum + values[pixel]!, 0) / pixels.length;

/** 1 for one piece clear of the border whose whole outline is an edge of the picture, much less for a shape of chance. */
function scoreOf(mask: Mask, crisp: Uint8Array): number {
  const { width } = mask;
  const pieces = piecesOf(mask);
  const area = areaOf(mask);
  if (!pieces[0]) return 0;
  const edges = [0, 1, -1, width, -width];
  const [core, bounds] = [shrink(mask, 1).inside, [0, 0] as [number, number]];
  for (let i = 0; i < core.length; i++)
    if (mask.inside[i] && !core[i]) bounds[edges.some((step) => crisp[i + step]) ? 1 : 0]++;
  const share = bounds[1] / Math.max(1, bounds[0] + bounds[1]);
  const whole = (pieces[0].length + (pieces[1]?.length ?? 0)) / area;
  return share * whole * (1 - Math.max(0, borderShare(mask) - 0.12));
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

/** What lies nearer to a figure belongs to it, in parts of the longer side. */
const near = 0.012;

/** The largest piece with what all but touches it, and the size of the largest that does not. */
function gathered(mask: Mask): { own: Mask; others: number[] } {
  const [largest, ...rest] = piecesOf(mask);
  const own: Mask = { ...mask, inside: new Uint8Array(mask.inside.length) };
  const add = (piece: Int32Array) => {
    for (const pixel of piece) own.inside[pixel] = 1;
  };
  if (!largest) return { own, others: [] };
  add(largest);
  const large = rest.filter(({ length }) => length > largest.length * 0.02);
  if (large.length === 0) return { own, others: [] };
  const radius = near * Math.max(mask.width, mask.height);
  const others: number[] = [];
  let joined = false;
  for (const piece of large) {
    const around = grow(own, radius).inside;
    const touches = piece.reduce((sum, pixel) => sum + around[pixel]!, 0) > radius * 4;
    if (touches) add(piece);
    else others.push(piece.length);
    joined ||= touches;
  }
  return { own: joined ? shrink(grow(own, radius / 2), radius / 2) : own, others };
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
