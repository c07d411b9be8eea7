/** Computes new weights for one armature of a file; its joints stay in place. */
import type { Document, Skin as GltfSkin, Node, Primitive } from '@gltf-transform/core';
import { AppError } from '../../base/errors.js';
import { frameAround, piecesIn, toEngine } from '../body/uploaded/frame.js';
import type { Vec3 } from '../geometry/vec.js';
import { joinPieces } from '../geometry/volume/bridge.js';
import { voxelise } from '../geometry/volume/voxelise.js';
import type { Piece } from '../input/model/model.js';
import { accessorOf } from '../output/accessors.js';
import { bonesOf, type FileJoint } from '../skeleton/existing/bones.js';
import { findMovers } from '../skeleton/existing/handles.js';
import type { ReportJoint } from '../types.js';
import type { Skin } from './influences.js';
import { skinParts } from './proxy.js';
import { stiffenPieces } from './stiff.js';

const resolution = 128;

/** `pieces` are in the space the skin is bound in. */
export type Armature = { skin: GltfSkin; pieces: Piece[] };

/**
 * Writes the new weights to each piece's source and returns them.
 * @throws AppError `too_large` for a skeleton with more joints than a byte can index
 */
export function weighArmature(document: Document, { skin, pieces: bound }: Armature): Skin[] {
  const nodes = skin.listJoints();
  if (nodes.length > 255)
    throw new AppError('too_large', 'That skeleton has more than 255 joints. Please send one with fewer.');
  const frame = frameAround(bound);
  const pieces = piecesIn(frame, bound);
  const volume = joinPieces(voxelise(pieces, resolution));
  const joints = boundJoints(skin).map(
    (joint, j): FileJoint => ({
      name: joint.name,
      parent: parentIn(nodes, nodes[j]!),
      at: toEngine(frame, joint.position as Vec3),
    }),
  );
  const bones = bonesOf(joints, volume, findMovers(joints, volume));
  const skins = skinParts(volume, bones, nodes.length, pieces);
  stiffenPieces(volume, pieces, skins, bones, nodes.length);
  for (const [i, { source }] of pieces.entries()) writeSkin(document, source, skins[i]!);
  return skins;
}

function parentIn(nodes: readonly Node[], node: Node): number | null {
  const parent = nodes.indexOf(node.getParentNode() as Node);
  return parent < 0 ? null : parent;
}

function writeSkin(document: Document, source: Primitive, { joints, weights }: Skin): void {
  for (const semantic of source.listSemantics().filter((name) => /^(JOINTS|WEIGHTS)_/.test(name)))
    source.setAttribute(semantic, null);
  source
    .setAttribute('JOINTS_0', accessorOf(document, 'VEC4', joints))
    .setAttribute('WEIGHTS_0', accessorOf(document, 'VEC4', weights));
}

/** The joints in the skin's order, at their bind positions. */
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

/** Bind positions of the joints in mesh space: the inverted inverse bind matrices. */
function bindPlaces(skin: GltfSkin): Vec3[] {
  const inverses = skin.getInverseBindMatrices();
  return skin.listJoints().map((joint, j) => {
    if (!inverses || j >= inverses.getCount()) return joint.getWorldTranslation() as Vec3;
    return originOf(inverses.getElement(j, new Array<number>(16)));
  });
}

/** The point that an affine matrix maps to the origin. */
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
