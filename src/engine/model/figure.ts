/** What of a model is its figure: neither hung on a joint, nor a lone thing off to one side, nor what hides its limbs. */
import { type Legs, legsOf } from '../fit/legs.js';
import { createSights } from '../fit/sight.js';
import { assignBiped } from '../fit/tips.js';
import { birdness } from '../fit/trunk.js';
import { joinPieces } from '../volume/bridge.js';
import { voxelise } from '../volume/voxelise.js';
import { frameAround, piecesIn, unturned } from './frame.js';
import type { Piece } from './model.js';
import { areTwins, type Parts, partsOf, without } from './parts.js';

/** Of the model's longest side: how far off both its middles a lone piece is held. */
const aside = 0.06;
/** Of the model's surface: the most a held thing makes up. */
const mostHeld = 0.2;

/** All of the pieces, but with the triangles of the figure alone; everything when little would be left. */
export function figureOf(pieces: readonly Piece[]): Piece[] {
  const own = pieces.filter(({ attached }) => !attached);
  const shown = own.some(({ indices }) => indices.length > 0) ? own : [...pieces];
  const made = partsOf(shown);
  const held = heldParts(made);
  return undressed(shown, made, held) ?? without(shown, made.labels, held);
}

const areaOf = (parts: Parts['parts'], some: Iterable<number>): number =>
  [...some].reduce((sum, i) => sum + parts[i]!.area, 0);

function heldParts(made: Parts): Set<number> {
  const { parts, centre, size } = made;
  const held = parts.flatMap((part, i) => {
    const off = Math.min(Math.abs(part.middle[0] - centre[0]), Math.abs(part.middle[2] - centre[2]));
    const lone = !parts.some((other) => other !== part && areTwins(part, other, made));
    return lone && off > 2 * aside * size ? [i] : [];
  });
  return new Set(areaOf(parts, held) < mostHeld * areaOf(parts, parts.keys()) ? held : []);
}

/** Costs of `assignBiped`: of what may be a person in disguise, of a person, and of one as plain as can be. */
const [hidden, plain, bare] = [0.6, 0.5, 0.25];
/** By how much a person must come out. */
const clearly = 0.05;
/** Of the model's surface: the least part that can hide a limb, and the least that a body is. */
const [noticed, body] = [0.01, 0.2];
const cells = 56;
/** Of `birdness`. */
const unlikeBirds = 0;

/**
 * A person in loose pieces, without the hat, cape, shield or staff that hide that it is one: lone pieces are left out, the
 * largest first, as long as what is left reads more like a person. Pairs are
 * left out last, for most are limbs. Null for what does not become one.
 */
function undressed(pieces: readonly Piece[], made: Parts, held: ReadonlySet<number>): Piece[] | null {
  const { parts, labels } = made;
  const whole = areaOf(parts, parts.keys());
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
  for (const group of [...lone, ...groups.filter((one) => !lone.includes(one))]) {
    const fewer = new Set([...left, ...group]);
    const enough = now.cost < bare || (isDone() && group.length > 1);
    if (enough || group.some((i) => left.has(i)) || areaOf(parts, fewer) > (1 - body) * whole) continue;
    const reading = readingOf(without(pieces, labels, fewer));
    if (reading.cost < now.cost - clearly) [left, now] = [fewer, reading];
  }
  return isDone() ? without(pieces, labels, left) : null;
}

/** How much like a person it looks as it stands, from the front or the side. */
function readingOf(pieces: readonly Piece[]): { cost: number; isPerson: () => boolean; legs: Legs } {
  const solid = voxelise(piecesIn(frameAround(pieces, unturned), pieces), cells);
  const look = createSights(joinPieces(solid));
  const [front, side] = [look(0), look(1)].map((sight) => {
    const tips = assignBiped(sight.curve, sight.height);
    const { volume, curve, stance, slices } = sight;
    const legs = legsOf(sight);
    const isPerson = () =>
      legs === 'two' && birdness(volume, curve, stance, tips?.tips ?? null, slices) < unlikeBirds;
    return { cost: tips?.cost ?? Infinity, legs, isPerson };
  });
  return front!.cost <= side!.cost ? front! : side!;
}
