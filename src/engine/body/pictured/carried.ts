/**
 * Colours of a head's and a trunk's back: each row continues the colours of its two ends round the body, so that faces,
 * bellies, buttons and straps stay in front.
 */
import { smoothstep } from '../../geometry/vec.js';
import { areaSize, type Colour, shrinking } from './areas.js';
import { bandsOf } from './bands.js';
import { textureThresholds, unseenThresholds } from './calibration.js';
import type { Span } from './fold.js';
import { hairInsteadOf } from './hair.js';
import type { CarriedPart, HeadBox } from './head-box.js';
import { squaredShaded, type Vote } from './shades.js';
import { panelSize } from './texture.js';

const { skin, rind, carried, bend } = unseenThresholds;
const { inset } = textureThresholds;
/** Pixels between the parts of a row, by those of its parts. */
const mostGap = 0.1;

/** A row of the head or the trunk, in pixels of `areaSize`; what is between ears or horns is none of a whole head. */
type Row = { y: number; own: number[]; part: CarriedPart; isWhole: boolean };

type Carried = { written: (CarriedPart | undefined)[]; trunk: Span[] };

type Seen = { front: Uint8Array; depth: Float32Array; head: HeadBox };

/**
 * Writes the colours of the back over `areas`: where the ends of a head's row are the face's, it takes the hair's.
 * @param near the front's colours
 * @param grain how much detail is kept: none in a head, and none where the colour is another one than in front
 * @returns the part whose colours were written, and the trunk's rows
 */
export function carryRound(
  areas: Float32Array,
  near: Float32Array,
  grain: Float32Array,
  seen: Seen,
): Carried {
  const written: (CarriedPart | undefined)[] = Array.from({ length: grain.length });
  const rows = rowsOf(seen.depth, seen.head);
  const toHair = hairInsteadOf(
    near,
    rows.filter(({ part, isWhole }) => part === 'head' && isWhole),
    seen,
  );
  const colours = new Map<Row, Colour>();
  for (const part of ['head', 'trunk'] as const) {
    const own = rows.filter((row) => row.part === part);
    const votes = own.map((row) =>
      row.isWhole ? votesIn(near, seen, row, part === 'head' ? toHair : (colour) => colour) : [],
    );
    for (const [i, colour] of bandsOf(votes, carried.change[part] * own.length).entries())
      if (colour) colours.set(own[i]!, colour);
  }
  const above = bentAbove(rows, seen.head.aspect ?? 1);
  for (const row of rows)
    for (const x of row.own) {
      const shownRow = above(row, x);
      const colour = colours.get(shownRow);
      if (!colour) continue;
      const n = row.y * areaSize + x;
      const shown: Colour = [near[n * 3]!, near[n * 3 + 1]!, near[n * 3 + 2]!];
      const off = squaredShaded(shown, colour);
      const isAlike = 1 - smoothstep(carried.alike ** 2, (2 * carried.alike) ** 2, off);
      grain[n] = row.part === 'head' ? 0 : grain[n]! * isAlike;
      areas.set(colour, n * 3);
      written[n] = shownRow.part;
    }
  const trunk = rows.filter(({ part }) => part === 'trunk');
  return { written, trunk: trunk.map(({ y, own }) => ({ y, from: own[0]!, to: own.at(-1)! })) };
}

/** The row whose colour a place has: hair reaches farther down in the middle of a back than at its ends. */
function bentAbove(rows: readonly Row[], aspect: number): (row: Row, x: number) => Row {
  const sorted = [...rows].sort((a, b) => a.y - b.y);
  const places = new Map(sorted.map((row, i) => [row, i]));
  const heads = sorted.filter(({ part }) => part === 'head');
  const sides = heads.map(({ own }) => [own[0]!, own.at(-1)!] as const);
  const half = Math.max(1, ...sides.map(([from, to]) => (to - from) / 2));
  const middle = sides.reduce((sum, [from, to]) => sum + (from + to) / 2, 0) / Math.max(1, sides.length);
  return (row, x) => {
    const drop = bend * half * aspect * (1 - ((x - middle) / half) ** 2);
    const above = sorted[Math.max(0, places.get(row)! - Math.max(0, Math.round(drop)))]!;
    return above.part === 'head' ? above : row;
  };
}

/** The depth at a pixel of `areaSize`. */
export const depthAt = (depth: Float32Array, x: number, y: number): number =>
  depth[Math.round((y + 0.5) * shrinking) * panelSize + Math.round((x + 0.5) * shrinking)]!;

const shareOf = (cell: number) => ((cell + 0.5) / areaSize - inset) / (1 - 2 * inset);

function rowsOf(depth: Float32Array, { partAt, ...box }: HeadBox): Row[] {
  const inBox = (u: number, v: number) =>
    u >= box.left && u <= box.right && v >= box.top && v <= box.bottom ? 'head' : null;
  const rows: Row[] = [];
  for (let y = 0; y < areaSize; y++) {
    const own: Record<CarriedPart, number[]> = { head: [], trunk: [] };
    for (let x = 0; x < areaSize; x++) {
      const deep = depthAt(depth, x, y);
      const part = deep > skin ? (partAt ?? inBox)(shareOf(x), shareOf(y)) : null;
      if (part) own[part].push(x);
    }
    for (const part of ['head', 'trunk'] as const)
      if (own[part].length > 0) rows.push({ y, own: own[part], part, isWhole: isWhole(own[part]) });
  }
  return rows;
}

/** Whether a row has no gap in its middle. */
function isWhole(own: readonly number[]): boolean {
  const gaps = own.at(-1)! - own[0]! + 1 - own.length;
  return gaps <= own.length * mostGap;
}

/** Places along a row, from its ends to its middle, and their weights: a head's middle is a face. */
const ends = [0, 0.05, 0.1, 0.16, 0.24, 0.34, 0.5];
const weights = {
  head: [0.8, 1, 1, 0.5, 0, 0, 0],
  trunk: [0.5, 1, 1, 1, 0.5, 0.2, 0.1],
  lines: [0, 0.2, 0.6, 1, 0.7, 0.3, 0.1],
  sleeves: [0, 0, 0.1, 0.5, 1, 0.6, 0.2],
};

function votesIn(
  areas: Float32Array,
  { depth, head }: Seen,
  { y, own, part }: Row,
  replaced: (colour: Colour) => Colour,
): Vote[] {
  const shares = weights[(part === 'trunk' && head.ends) || part];
  return ends.flatMap((share, i) =>
    [share, 1 - share].flatMap((along) => {
      const x = own[Math.round((own.length - 1) * along)]!;
      const n = (y * areaSize + x) * 3;
      const inner = part === 'head' ? smoothstep(skin, rind.to, depthAt(depth, x, y)) : 1;
      const weight = shares[i]! * (rind.least + (1 - rind.least) * inner);
      const colour: Colour = [areas[n]!, areas[n + 1]!, areas[n + 2]!];
      return weight > 0 && !Number.isNaN(colour[0]) ? [{ colour: replaced(colour), weight }] : [];
    }),
  );
}
