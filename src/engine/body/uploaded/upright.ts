/**
 * Finds the rotation that makes a figure upright and square to the axes: bodies are symmetric across an upright plane
 * and their legs point down. Most files are upright already, so another rotation must be clearly better.
 */
import { multiply, type Quaternion, turnBy } from '../../clips/clip.js';
import type { Vec3 } from '../../geometry/vec.js';
import { turnVolume } from '../../geometry/volume/turn.js';
import { eachInside, type Volume } from '../../geometry/volume/volume.js';
import { fillRoughly } from '../../geometry/volume/voxelise.js';
import type { Piece } from '../../input/model/model.js';
import { looksAquatic } from '../../skeleton/solid/aquatic.js';
import { boundsOf, slicesOf } from '../../skeleton/solid/bulk.js';
import { feetOf } from '../../skeleton/solid/feet.js';
import { legCountOf } from '../../skeleton/solid/legs.js';
import { isErect, profileOf } from '../../skeleton/solid/profile.js';
import { type Stance, stanceOf } from '../../skeleton/solid/stance.js';
import { uprightThresholds } from './calibration.js';
import { frameAround, piecesIn, unturned } from './frame.js';

const { clearly, alike, legShare, tallest, flat, skull } = uprightThresholds;

const cells = 72;
/** Z up, upside down, and lying on either side. */
const risings: readonly Quaternion[] = [
  turnBy(Math.PI / 2),
  turnBy(-Math.PI / 2),
  turnBy(0, 0, Math.PI / 2),
  turnBy(0, 0, -Math.PI / 2),
];

/** The rotation from upright to the file's own space. */
export function uprightTurn(pieces: readonly Piece[]): Quaternion {
  const given = lookAt(pieces, unturned);
  if (given.stands && given.share > legShare.standing) {
    const zUp = given.tall < flat.lying * given.longest ? lookAt(pieces, risings[0]!) : null;
    return zUp && isPlainPerson(zUp, given) ? zUp.turn : given.turn;
  }
  const least = given.stands ? Math.max(legShare.standing, legShare.times * given.share) : legShare.fallen;
  const others = risings.map((rising) => lookAt(pieces, rising));
  const isErectAsGiven = given.isErect();
  // A figure that is erect as given may be a person in a gown; only four legs elsewhere show that it is not.
  const standing = others.filter(
    (other) =>
      other.stands &&
      other.share >= (isErectAsGiven ? legShare.erect : least) &&
      (other.legs === 'four' || (!isErectAsGiven && (other.legs !== 'two' || standsUp(given, other)))),
  );
  const [zUp, , lying] = others;
  if (
    standsAsPerson(given, zUp!, lying!.tall) &&
    !others.some(({ stands, share }) => stands && share >= legShare.erect)
  )
    return zUp!.turn;
  // First of the nearly equal candidates: files with Z up are far more common than lying bodies.
  const most = Math.max(...standing.map(({ share }) => share));
  const best = standing.find(({ share }) => share > 0.3 * most);
  if (best) return best.turn;
  const swims =
    !isErectAsGiven &&
    !given.stands &&
    !given.isLegged() &&
    !given.swims() &&
    others.slice(0, 2).find((other) => other.swims());
  return swims ? swims.turn : given.turn;
}

/** A fish on the lobes of its tail has no neck, and its legs are slight. */
const standsUp = (given: Look, { tall, share, hasNeck }: Look): boolean =>
  tall >= tallest * given.tall && (share >= legShare.erect || hasNeck());

/**
 * A person whose feet do not show, in a gown or on toes that touch: flat as given, with a neck when it stands. So has a
 * fish, before its tail fin, which is no head.
 */
const standsAsPerson = (given: Look, zUp: Look, breadth: number): boolean =>
  given.legs !== 'four' &&
  given.legs !== 'many' &&
  Math.min(given.tall, breadth) > flat.least * zUp.tall &&
  given.tall < flat.most * zUp.tall &&
  !given.isErect() &&
  zUp.isErect() &&
  (given.swims() ? zUp.hasHead() : zUp.hasNeck());

/** Of a person on its back, hands, heels and hair touch the ground like four feet. */
const isPlainPerson = (zUp: Look, given: Look): boolean =>
  zUp.legs === 'two' &&
  zUp.share >= Math.max(legShare.person, legShare.plainly * given.share) &&
  zUp.isErect() &&
  zUp.hasNeck();

type Look = ReturnType<typeof lookAt>;
type Seen = Parameters<typeof legCountOf>[0];

/** What few figures need is measured when it is asked for. */
function lookAt(pieces: readonly Piece[], rising: Quaternion) {
  const rough = roughSolid(pieces, rising);
  const yaw = obliqueYaw(rough);
  const turn = yaw === 0 ? rising : multiply(rising, turnBy(0, yaw));
  const volume = yaw === 0 ? rough : roughSolid(pieces, turn);
  const views = [volume, turnVolume(volume, 1)].map((turned) => {
    const slices = slicesOf(turned);
    return { turned, slices, bounds: boundsOf(slices) };
  });
  const height = views[0]!.bounds.span[1] + volume.cell;
  const feet = feetOf(volume, height);
  // The mirror plane of a body facing sideways runs from front to back.
  const [front, aside] = views.map(({ turned, bounds }, turns) => ({
    bounds,
    stance: stanceOf(turned, feet, turns),
  })) as [Seen, Seen];
  const seen = aside.stance.mirrored > front.stance.mirrored ? aside : front;
  const { bounds, stance } = seen;
  const profiles = () => views.map(({ turned }) => profileOf(turned));
  const legs = legCountOf(seen);
  const all = volume.inside.reduce((sum, one) => sum + one, 0);
  const held = stance.pairs.reduce((sum, { left, right }) => sum + left.cells + right.cells, 0);
  return {
    turn,
    legs,
    tall: bounds.span[1],
    longest: Math.max(...bounds.span),
    share: held / all,
    // Capes and shields hide the mirror plane, but not the legs.
    isLegged: () => legCountOf(front) !== 'none' || legCountOf(aside) !== 'none',
    // A horizontal spindle, in either direction.
    swims: () => views.some((view) => looksAquatic(view.slices, view.bounds)),
    stands: legs !== 'none' && isStable(stance, height),
    isErect: () => profiles().some(isErect),
    hasNeck: () => profiles().some(({ neck }) => neck !== null),
    // A head narrows to a neck on all sides, fins only on some.
    hasHead: () => {
      const all = profiles();
      return all.every(({ neck }) => neck !== null) && all.some(({ headCells }) => headCells > skull);
    },
  };
}

const roughSolid = (pieces: readonly Piece[], turn: Quaternion): Volume =>
  fillRoughly(piecesIn(frameAround(pieces, turn), pieces), cells);

/** Whether the centre of mass is above the ground contact. */
function isStable({ centre, pairs, middle }: Stance, height: number): boolean {
  const soles = [
    ...pairs.flatMap(({ left, right }) => [left.sole, right.sole]),
    ...middle.map(({ sole }) => sole),
  ];
  const slack = 0.12 * height;
  const within = (axis: 0 | 2) =>
    Math.min(...soles.map((sole) => sole[axis])) - slack <= centre[axis] &&
    Math.max(...soles.map((sole) => sole[axis])) + slack >= centre[axis];
  return within(0) && within(2);
}

/** Radians about Y from the axes to the best upright mirror plane; 0 when an axis does about as well. */
function obliqueYaw(volume: Volume): number {
  const all = volume.inside.reduce((sum, one) => sum + one, 0);
  const every = Math.ceil(all / 2500);
  const some: Vec3[] = [];
  let [count, sumX, sumZ] = [0, 0, 0];
  eachInside(volume, (_, x, y, z) => {
    if (count++ % every === 0) some.push([x, y, z]);
    sumX += x;
    sumZ += z;
  });
  const shareAt = (angle: number) => mirroredShare(volume, some, [sumX / all, sumZ / all], angle);
  const angles = Array.from({ length: 36 }, (_, i) => (i * Math.PI) / 36);
  const shares = angles.map(shareAt);
  const square = Math.max(shares[0]!, shares[18]!);
  const best = shares.indexOf(Math.max(...shares));
  if (shares[best]! < Math.max(alike, square + clearly)) return 0;
  const fine = Array.from({ length: 9 }, (_, i) => angles[best]! + ((i - 4) * Math.PI) / 144);
  const angle = fine.reduce((one, other) => (shareAt(other) > shareAt(one) ? other : one));
  // Rotates the plane's normal onto the nearer axis.
  const quarter = Math.PI / 2;
  return -(angle - quarter * Math.round(angle / quarter));
}

/** Fraction of some cells whose mirror images across the upright plane with this normal are cells too. */
function mirroredShare(
  { size: [nx, ny, nz], origin, cell, inside }: Volume,
  points: readonly Vec3[],
  [cx, cz]: readonly [number, number],
  angle: number,
): number {
  const [nX, nZ] = [Math.cos(angle), Math.sin(angle)];
  let both = 0;
  for (let n = 0; n < points.length; n++) {
    const x = points[n]![0];
    const y = points[n]![1];
    const z = points[n]![2];
    const off = 2 * ((x - cx) * nX + (z - cz) * nZ);
    const i = Math.round((x - off * nX - origin[0]) / cell);
    const k = Math.round((z - off * nZ - origin[2]) / cell);
    const j = Math.round((y - origin[1]) / cell);
    if (i >= 0 && k >= 0 && i < nx && k < nz && inside[i + nx * (j + ny * k)]) both++;
  }
  return both / points.length;
}
