/** The classes of body that the joints of a file's own skeleton leave open. */
import { distance, segmentDistance, type Vec3 } from '../../geometry/vec.js';
import type { SkeletonKind } from '../../kinds.js';
import { ownKindThresholds } from './calibration.js';
import { isHandle } from './handles.js';
import { type NamedJoint, partOfName } from './named.js';

const { straight, lying, fewest } = ownKindThresholds;

const limb = /(arm|leg|foot|feet|paw|hoof|hand|thigh|wing)/;
const fin = /fin(?!ger)|flipper|fluke/;
const byLegs: Readonly<Record<number, readonly SkeletonKind[]>> = {
  // Front legs may have the names of arms.
  1: ['biped', 'avian', 'quadruped'],
  // A dinosaur's front legs may be its arms.
  2: ['quadruped', 'biped', 'avian'],
  3: ['hexapod'],
  4: ['octopod'],
};

/**
 * Fins without limbs are a fish's, three or four differently named legs on either side an insect's or a spider's, and
 * fewer those of another animal or a person. A chain without limbs is a fish or a snake.
 * @returns the likeliest first; empty where the names tell nothing
 */
export function ownKindsIn(joints: readonly NamedJoint[]): readonly SkeletonKind[] {
  const bones = joints.filter(({ name }) => !isHandle(name));
  const parts = bones.map(({ name }) => partOfName(name));
  const legsOn = (side: 'left' | 'right') =>
    new Set(
      parts
        .filter((one) => one.side === side && one.part.includes('leg'))
        .map(({ part }) => part.replace(/upper|lower|up|low|end/g, '')),
    ).size;
  const legs = legsOn('left');
  if (legs === legsOn('right') && byLegs[legs]) return byLegs[legs];
  if (parts.some(({ part }) => limb.test(part))) return [];
  return parts.some(({ part }) => fin.test(part)) ? ['aquatic'] : chainKinds(bones);
}

/**
 * A spine from head to tail, or joints that differ only in their numbers. A straight one that lies is a fish's, unless
 * the body is as slender as a snake; one that rises in bends is a snake's.
 */
function chainKinds(bones: readonly NamedJoint[]): readonly SkeletonKind[] {
  const parts = bones.map(({ name }) => partOfName(name));
  const has = (part: RegExp): boolean => parts.some((one) => part.test(one.part));
  const isNumbered = new Set(parts.map(({ part }) => part)).size === 1;
  if (bones.length < fewest || !(isNumbered || (has(/^tail/) && has(/^(head|face)/)))) return [];
  const places = bones.map(({ at }) => at);
  const [from, to] = farthest(places);
  const length = distance(from, to);
  const isStraight = places.every((at) => segmentDistance(at, from, to) < straight * length);
  if (isStraight) return Math.abs(from[1] - to[1]) < lying * length ? ['aquatic', 'serpentine'] : [];
  return isNumbered ? [] : ['serpentine', 'aquatic'];
}

/** Whether the fish's own joints are in the file: without them, an upright ray seems to have two legs. */
export function liesInFile(joints: readonly NamedJoint[]): boolean {
  if (!ownKindsIn(joints).includes('aquatic')) return false;
  const [from, to] = farthest(joints.filter(({ name }) => !isHandle(name)).map(({ at }) => at));
  return Math.abs(from[1] - to[1]) < lying * distance(from, to);
}

/** The ends of a chain: the joint farthest from the first one, and the one farthest from that. */
function farthest(places: readonly Vec3[]): readonly [Vec3, Vec3] {
  const farFrom = (from: Vec3): Vec3 =>
    places.reduce((best, at) => (distance(at, from) > distance(best, from) ? at : best), from);
  const end = farFrom(places[0]!);
  return [end, farFrom(end)];
}
