/** New weights for one armature of a file: its joints lie where they lie, only what follows them is told anew. */
import type { Document, Skin as GltfSkin, Node, Primitive } from '@gltf-transform/core';
import { AppError } from '../../base/errors.js';
import { add, distance, dot, normalize, scale, sub, type Vec3 } from '../math/vec.js';
import { accessorOf } from '../output/glb.js';
import type { Bone } from '../skin/hearths.js';
import { skinParts } from '../skin/proxy.js';
import type { Skin } from '../skin/skin.js';
import { stiffenPieces } from '../skin/stiff.js';
import type { ReportJoint } from '../types.js';
import { joinPieces } from '../volume/bridge.js';
import { depthAt, type Volume } from '../volume/volume.js';
import { voxelise } from '../volume/voxelise.js';
import { frameAround, piecesIn, toEngine } from './frame.js';
import type { Piece } from './model.js';

const resolution = 128;
/** Metres in a model of 1.7. */
const longestLeaf = 0.3;

/** `pieces` lie in the space the skin is bound in. */
export type Armature = { skin: GltfSkin; pieces: Piece[] };

/**
 * Gives each piece's source its new weights, and returns them.
 * @throws AppError `too_large` for a skeleton whose joints a byte does not count
 */
export function weighArmature(document: Document, { skin, pieces: bound }: Armature): Skin[] {
  const nodes = skin.listJoints();
  if (nodes.length > 255)
    throw new AppError('too_large', 'That skeleton has more than 255 joints. Please send a smaller one.');
  const frame = frameAround(bound);
  const pieces = piecesIn(frame, bound);
  const volume = joinPieces(voxelise(pieces, resolution));
  const places = bindPlaces(skin).map((p) => toEngine(frame, p));
  const skins = skinParts(volume, bonesOf(nodes, places, volume), nodes.length, pieces);
  stiffenPieces(volume, pieces, skins, nodes.length);
  for (const [i, { source }] of pieces.entries()) writeSkin(document, source, skins[i]!);
  return skins;
}

function writeSkin(document: Document, source: Primitive, { joints, weights }: Skin): void {
  for (const semantic of source.listSemantics().filter((name) => /^(JOINTS|WEIGHTS)_/.test(name)))
    source.setAttribute(semantic, null);
  source
    .setAttribute('JOINTS_0', accessorOf(document, 'VEC4', joints))
    .setAttribute('WEIGHTS_0', accessorOf(document, 'VEC4', weights));
}

/** The joints in the order of the skin, where they lie when bound. */
export function boundJoints(skin: GltfSkin): ReportJoint[] {
  const nodes = skin.listJoints();
  const places = bindPlaces(skin);
  const names = new Map(nodes.map((node, j) => [node, node.getName() || `joint ${j}`]));
  return nodes.map((node, j) => ({
    name: names.get(node)!,
    parent: names.get(node.getParentNode() as Node) ?? null,
    position: [...places[j]!],
  }));
}

/** Where the joints lie in the mesh's own space when bound: the inverse bind matrices, inverted. */
function bindPlaces(skin: GltfSkin): Vec3[] {
  const inverses = skin.getInverseBindMatrices();
  return skin.listJoints().map((joint, j) => {
    if (!inverses || j >= inverses.getCount()) return joint.getWorldTranslation() as Vec3;
    return originOf(inverses.getElement(j, new Array<number>(16)));
  });
}

/** The point that an affine matrix carries to the origin. */
function originOf(m: readonly number[]): Vec3 {
  const column = (c: number): Vec3 => [m[c * 4]!, m[c * 4 + 1]!, m[c * 4 + 2]!];
  const [a, b, c, t] = [column(0), column(1), column(2), column(3)];
  const det = (u: Vec3, v: Vec3, w: Vec3) =>
    u[0] * (v[1] * w[2] - v[2] * w[1]) -
    v[0] * (u[1] * w[2] - u[2] * w[1]) +
    w[0] * (u[1] * v[2] - u[2] * v[1]);
  const whole = det(a, b, c) || 1;
  return [-det(t, b, c) / whole, -det(a, t, c) / whole, -det(a, b, t) / whole];
}

/** A bone to every child; a joint without one points on from its parent for as long as it is inside. */
function bonesOf(nodes: readonly Node[], places: readonly Vec3[], volume: Volume): Bone[] {
  const index = new Map(nodes.map((node, j) => [node, j]));
  return nodes.flatMap((node, joint): Bone[] => {
    const from = places[joint]!;
    const children = node.listChildren().flatMap((child) => (index.has(child) ? [index.get(child)!] : []));
    const long = children.filter((child) => distance(places[child]!, from) > 1e-4);
    if (long.length > 0) return long.map((child) => ({ joint, from, to: places[child]! }));
    const parent = index.get(node.getParentNode() as Node);
    const away = parent === undefined ? ([0, 1, 0] as const) : normalize(sub(from, places[parent]!));
    return [{ joint, from, to: leafEnd(volume, from, away) }];
  });
}

/** As far as a straight line stays inside: a hand ends at its fingers, a foot at its toes, a head at its crown. */
function leafEnd(volume: Volume, from: Vec3, away: Vec3): Vec3 {
  let [end, best]: [Vec3, number] = [from, -1];
  for (const direction of directions) {
    const along = dot(direction, away);
    if (along < 0.2) continue;
    const run = runInside(volume, from, direction);
    const score = run * (0.5 + 0.5 * along);
    if (score > best) [end, best] = [add(from, scale(direction, run)), score];
  }
  return end;
}

/** Even over the sphere, by the golden angle. */
const directions: readonly Vec3[] = Array.from({ length: 200 }, (_, i) => {
  const y = 1 - (2 * i + 1) / 200;
  const r = Math.sqrt(1 - y * y);
  return [r * Math.cos(i * 2.399963), y, r * Math.sin(i * 2.399963)];
});

function runInside(volume: Volume, from: Vec3, direction: Vec3): number {
  let run = 0;
  while (
    run < longestLeaf &&
    depthAt(volume, ...add(from, scale(direction, run + volume.cell))) > volume.cell
  )
    run += volume.cell;
  return run;
}
