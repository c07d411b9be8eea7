/**
 * Separates a model's figure from items attached to a joint, loose pieces beside it, and covers that hide its limbs.
 */

import { frameAround, piecesIn, unturned } from '../../body/uploaded/frame.js';
import type { Bounds } from '../../geometry/mesh/bounds.js';
import { joinPieces, labelPieces } from '../../geometry/volume/bridge.js';
import { fillRoughly, voxelise } from '../../geometry/volume/voxelise.js';
import type { Piece } from '../../input/model/model.js';
import { type LegCount, legCountOf } from '../../skeleton/solid/legs.js';
import { isErect } from '../../skeleton/solid/profile.js';
import { createSights } from '../../skeleton/solid/sight.js';
import { assignBiped } from '../../skeleton/solid/tips.js';
import { birdness } from '../../skeleton/solid/trunk.js';
import { figureThresholds, sheetsThresholds } from './calibration.js';
import { areTwins, boundsOfEach, type MeshParts, meshPartsOf, without } from './parts.js';
import { sheetsIn } from './sheets.js';

const { gap, mostParts } = sheetsThresholds;
const { aside, mostHeld, hidden, plain, bare, clearly, noticed, body, crumb, unlikeBirds } = figureThresholds;

/** All pieces, reduced to the triangles of the figure; everything when little would be left. */
export function figureOf(pieces: readonly Piece[]): Piece[] {
  const own = pieces.filter(({ attached }) => !attached);
  const shown = own.some(({ indices }) => indices.length > 0) ? own : [...pieces];
  const made = meshPartsOf(shown);
  const held = heldParts(made);
  return (
    withoutSheets(shown, made, held) ?? undressed(shown, made, held) ?? without(shown, made.labels, held)
  );
}

function standsAsDeep(left: readonly Piece[], pieces: readonly Piece[]): boolean {
  const [own, all] = [levelsOf(left), levelsOf(pieces)];
  return own.low - all.low < 0.05 * (all.high - all.low);
}

function levelsOf(pieces: readonly Piece[]): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (const { positions, indices } of pieces)
    for (const v of indices) {
      low = Math.min(low, positions[v * 3 + 1]!);
      high = Math.max(high, positions[v * 3 + 1]!);
    }
  return { low, high };
}

/**
 * Adds the parts without a twin that only touched removed parts, like the orb on a staff.
 * @param boxes the bounding boxes of the parts
 */
function withLooseEnds(
  { parts, size }: MeshParts,
  boxes: readonly Bounds[],
  gone: ReadonlySet<number>,
): ReadonlySet<number> {
  const touch = (a: number, b: number) =>
    [0, 1, 2].every(
      (axis) =>
        boxes[a]!.low[axis]! < boxes[b]!.high[axis]! + gap * size &&
        boxes[b]!.low[axis]! < boxes[a]!.high[axis]! + gap * size,
    );
  const isLoose = (part: number) =>
    parts[part]!.area > 0 &&
    !parts.some((other, i) => i !== part && !gone.has(i) && other.area > 0 && touch(part, i)) &&
    !parts.some((other, i) => i !== part && areTwins(parts[part]!, other, { size }));
  const loose = parts.length > mostParts ? [] : [...parts.keys()].filter((i) => !gone.has(i) && isLoose(i));
  return new Set([...gone, ...loose]);
}

/** A person without capes, skirts, hair and sticks; null where the rest does not clearly stand like one. */
function withoutSheets(pieces: readonly Piece[], made: MeshParts, held: ReadonlySet<number>): Piece[] | null {
  const sheets = sheetsIn(pieces, made);
  if (sheets.size === 0) return null;
  const boxes = boundsOfEach(pieces, made);
  const goneWith = (kept: ReadonlySet<number>) =>
    withLooseEnds(made, boxes, new Set([...held, ...sheets].filter((part) => !kept.has(part))));
  const placed = piecesIn(frameAround(pieces, unturned), pieces);
  const kept = carriersAmong(sheets, made.parts, (some) =>
    islandsIn(without(placed, made.labels, goneWith(some))),
  );
  const left = without(pieces, made.labels, goneWith(kept));
  // A gown may be all there is of the legs.
  if (!standsAsDeep(left, pieces)) return null;
  const { cost, isPerson } = readingOf(left);
  return cost < hidden && isPerson() ? left : null;
}

/**
 * Sheets without which the rest falls apart, like trousers with shoes below them and no legs inside.
 * @param islands how many pieces are left when some of the sheets are kept
 */
function carriersAmong(
  sheets: ReadonlySet<number>,
  parts: MeshParts['parts'],
  islands: (kept: ReadonlySet<number>) => number,
): Set<number> {
  const kept = new Set<number>();
  let now = islands(kept);
  const before = islands(sheets);
  for (const sheet of [...sheets].sort((a, b) => parts[b]!.area - parts[a]!.area)) {
    if (now <= before) break;
    const then = islands(new Set([...kept, sheet]));
    if (then >= now) continue;
    kept.add(sheet);
    now = then;
  }
  return kept;
}

/** Pieces of a rough solid that do not touch, without crumbs. */
function islandsIn(pieces: readonly Piece[]): number {
  const { counts } = labelPieces(fillRoughly(pieces, cells));
  const most = Math.max(...counts);
  return counts.filter((count) => count > crumb * most).length;
}

const totalArea = (parts: MeshParts['parts'], some: Iterable<number>): number =>
  [...some].reduce((sum, i) => sum + parts[i]!.area, 0);

function heldParts(made: MeshParts): Set<number> {
  const { parts, centre, size } = made;
  const held = parts.flatMap((part, i) => {
    const off = Math.min(Math.abs(part.middle[0] - centre[0]), Math.abs(part.middle[2] - centre[2]));
    const isLone = () => !parts.some((other) => other !== part && areTwins(part, other, made));
    return part.area > 0 && off > 2 * aside * size && isLone() ? [i] : [];
  });
  return new Set(totalArea(parts, held) < mostHeld * totalArea(parts, parts.keys()) ? held : []);
}

const cells = 56;

/**
 * A person in loose pieces without the hat, cape, shield or staff that hides the shape. Removes loose pieces, largest
 * first, while the rest reads more like a person; pairs go last, since most are limbs. Null if the result is not a
 * person.
 */
function undressed(pieces: readonly Piece[], made: MeshParts, held: ReadonlySet<number>): Piece[] | null {
  const { parts, labels } = made;
  const whole = totalArea(parts, parts.keys());
  const loose = [...parts.keys()]
    .filter((i) => !held.has(i) && parts[i]!.area > noticed * whole)
    .sort((a, b) => parts[b]!.reach - parts[a]!.reach);
  if (loose.length < 4) return null;
  const groups = loose.map((i) => loose.filter((j) => j === i || areTwins(parts[i]!, parts[j]!, made)));
  const lone = groups.filter(({ length }) => length === 1);
  let left: ReadonlySet<number> = held;
  let now = readingOf(without(pieces, labels, left));
  if (now.cost < hidden || now.legs === 'four') return null;
  const isDone = () => now.cost < plain && now.isPerson();
  const placed = piecesIn(frameAround(pieces, unturned), pieces);
  const islandsLeft = (gone: ReadonlySet<number>) => islandsIn(without(placed, labels, gone));
  let islands = islandsLeft(left);
  for (const group of [...lone, ...groups.filter((one) => !lone.includes(one))]) {
    const fewer = new Set([...left, ...group]);
    const enough = now.cost < bare || (isDone() && group.length > 1);
    if (enough || group.some((i) => left.has(i)) || totalArea(parts, fewer) > (1 - body) * whole) continue;
    const reading = readingOf(without(pieces, labels, fewer));
    if (reading.cost >= now.cost - clearly) continue;
    // Without its trunk a person falls apart, however clear its limbs become.
    const then = islandsLeft(fewer);
    if (then <= islands) [left, now, islands] = [fewer, reading, then];
  }
  return isDone() ? without(pieces, labels, left) : null;
}

/** How much the pieces look like a person, from the front or the side. */
function readingOf(pieces: readonly Piece[]): { cost: number; isPerson: () => boolean; legs: LegCount } {
  const solid = voxelise(piecesIn(frameAround(pieces, unturned), pieces), cells);
  const look = createSights(joinPieces(solid));
  const [front, side] = [look(0), look(1)].map((sight) => {
    const { volume, curve, stance, slices, height, profile } = sight;
    const tips = assignBiped(curve, height, profile.neck);
    const legs = legCountOf(sight);
    const isPerson = () =>
      (legs === 'two' || (stance.pairs.length === 0 && profile.neck !== null)) &&
      isErect(profile) &&
      birdness(volume, curve, stance, tips?.tips ?? null, slices, profile) < unlikeBirds;
    return { cost: tips?.cost ?? Infinity, legs, isPerson };
  });
  const people = [front!, side!].filter((reading) => reading.isPerson());
  return (people.length > 0 ? people : [front!, side!]).reduce((a, b) => (b.cost < a.cost ? b : a));
}
