/**
 * Finds the rotation that makes a figure upright and square to the axes: bodies are symmetric across an upright plane,
 * and a network learned by `npm run upright` rates each direction of up. Most files are upright already, so another one
 * must be likely and clearly better.
 */
import { multiply, type Quaternion, turnBy } from '../../clips/clip.js';
import type { Vec3 } from '../../geometry/vec.js';
import { eachInside, type Volume } from '../../geometry/volume/volume.js';
import { fillRoughly } from '../../geometry/volume/voxelise.js';
import type { Piece } from '../../input/model/model.js';
import { createOdds } from '../../skeleton/solid/network.js';
import { uprightThresholds } from './calibration.js';
import { frameAround, piecesIn, unturned } from './frame.js';
import { uprightSigns } from './upright-signs.js';

const { clearly, alike, sure, likely, rarity } = uprightThresholds;

const cells = 72;
/** Z up, Z down, and lying on either side, with what they need to outdo the file's own up. */
export const risings: readonly { turn: Quaternion; rarity: number }[] = [
  { turn: turnBy(Math.PI / 2), rarity: rarity.zUp },
  { turn: turnBy(-Math.PI / 2), rarity: rarity.lying },
  { turn: turnBy(0, 0, Math.PI / 2), rarity: rarity.lying },
  { turn: turnBy(0, 0, -Math.PI / 2), rarity: rarity.lying },
];

const upOdds = createOdds('upright');

/** The rotation from upright to the file's own space. */
export function uprightTurn(pieces: readonly Piece[]): Quaternion {
  const given = ratedLook(pieces, unturned);
  if (given.odds > sure) return given.turn;
  const others = risings
    .map((rising) => ({ ...ratedLook(pieces, rising.turn), rarity: rising.rarity }))
    .filter(({ odds }) => odds > likely);
  return [{ ...given, rarity: 0 }, ...others].reduce((best, one) =>
    one.odds - one.rarity > best.odds - best.rarity ? one : best,
  ).turn;
}

function ratedLook(pieces: readonly Piece[], rising: Quaternion) {
  const { turn, volume } = lookAt(pieces, rising);
  return { turn, odds: upOdds(uprightSigns(volume)) };
}

/** The solid after a rotation, square to its mirror plane. */
export function lookAt(pieces: readonly Piece[], rising: Quaternion): { turn: Quaternion; volume: Volume } {
  const rough = roughSolid(pieces, rising);
  const yaw = obliqueYaw(rough);
  const turn = yaw === 0 ? rising : multiply(rising, turnBy(0, yaw));
  return { turn, volume: yaw === 0 ? rough : roughSolid(pieces, turn) };
}

const roughSolid = (pieces: readonly Piece[], turn: Quaternion): Volume =>
  fillRoughly(piecesIn(frameAround(pieces, turn), pieces), cells);

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
