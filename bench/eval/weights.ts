/** Our weights on an artist's skeleton, compared with the artist's own. */
import { Document, NodeIO } from '@gltf-transform/core';
import { makeRig } from '../../src/engine/index.js';
import { readObj } from '../../src/engine/input/model/obj.js';
import { type Body, heightOf, type Point } from './body.js';
import { drawPose, isPosable } from './pose.js';

/** The bones that body tools weigh, without face, fingers and toes; the rest count as their nearest kept ancestor. */
const left =
  /finger|toe|metacarpal|eye|jaw|levator|oculi|oris|orbicularis|risorius|temporalis|tongue|special|breast/;

type Labels = { names: string[]; indexOf(bone: string): number };

function labelsOf({ truth }: Body): Labels {
  const names = Object.keys(truth.bones).filter((name) => !left.test(name));
  const parentsFirst = [...names].sort((a, b) => depth(truth.bones, a) - depth(truth.bones, b));
  const place = new Map(parentsFirst.map((name, i) => [name, i]));
  const indexOf = (bone: string): number => place.get(bone) ?? indexOf(truth.bones[bone]!.parent!);
  return { names: parentsFirst, indexOf };
}

type Bones = Body['truth']['bones'];
const depth = (bones: Bones, name: string): number =>
  bones[name]!.parent === null ? 0 : 1 + depth(bones, bones[name]!.parent!);

/** A body and the bones for which weights are computed, parents first. */
export type Skinned = {
  positions: Float32Array;
  indices: Uint32Array;
  bones: { name: string; parent: string | null; head: Point; tail: Point }[];
};

function skinnedOf(body: Body, { names, indexOf }: Labels): Skinned {
  const [piece] = readObj(Buffer.from(body.obj)).pieces;
  const bones = names.map((name) => {
    const { parent, head, tail } = body.truth.bones[name]!;
    return { name, parent: parent === null ? null : names[indexOf(parent)]!, head, tail };
  });
  return { ...piece!, bones };
}

/** The body as a GLB on its own skeleton, with all weight on the root. */
async function riggedGlb({ positions, indices, bones }: Skinned): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (
    type: 'VEC3' | 'VEC4' | 'SCALAR' | 'MAT4',
    array: Float32Array | Uint32Array | Uint8Array,
  ) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer);
  const nodes = bones.map(({ name }) => document.createNode(name));
  bones.forEach(({ parent, head }, i) => {
    const above = bones.findIndex(({ name }) => name === parent);
    const from = bones[above]?.head ?? [0, 0, 0];
    nodes[i]!.setTranslation(head.map((value, a) => value - from[a]!) as Point);
    nodes[above]?.addChild(nodes[i]!);
  });
  const count = positions.length / 3;
  const weights = new Float32Array(count * 4);
  for (let v = 0; v < count; v++) weights[v * 4] = 1;
  const primitive = document
    .createPrimitive()
    .setIndices(accessor('SCALAR', indices))
    .setAttribute('POSITION', accessor('VEC3', positions))
    .setAttribute('JOINTS_0', accessor('VEC4', new Uint8Array(count * 4)))
    .setAttribute('WEIGHTS_0', accessor('VEC4', weights));
  const inverses = bones.flatMap(({ head }) => [
    1,
    0,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    1,
    0,
    ...head.map((x) => -x),
    1,
  ]);
  const skin = document.createSkin().setInverseBindMatrices(accessor('MAT4', new Float32Array(inverses)));
  for (const node of nodes) skin.addJoint(node);
  const mesh = document
    .createNode('body')
    .setMesh(document.createMesh().addPrimitive(primitive))
    .setSkin(skin);
  document.createScene().addChild(nodes[0]!).addChild(mesh);
  return new NodeIO().writeBinary(document);
}

/** Vertices x bones, rows sum to 1; rows of vertices without weights are 0. */
export type WeightTable = { names: string[]; rows: Float32Array };

/**
 * The difference of two weightings: `l1` 0 is equal, 2 disjoint; `deformation` is the mean distance of vertices in
 * poses, in % of height.
 */
export type WeightOutcome = {
  name: string;
  by: string;
  l1: number;
  deformation: number;
  /** Vertices weighted by the artist and not by the tool; in poses they stay in place. */
  bare: number;
  milliseconds: number;
};

/** The bones that weigh each vertex, in any order; empty if the tool found none. */
export type Influences = (readonly [bone: string, weight: number])[][];

export type Weigher = { by: string; weigh(body: Skinned): Promise<Influences> };

export const ours: Weigher = {
  by: 'rigsmith',
  weigh: async (body) => influencesIn((await makeRig({ kind: 'weights', model: await riggedGlb(body) })).glb),
};

/** @returns null when the tool weighed no vertex at all */
export async function compareWeights(body: Body, { by, weigh }: Weigher): Promise<WeightOutcome | null> {
  const labels = labelsOf(body);
  const startedAt = performance.now();
  const influences = await weigh(skinnedOf(body, labels));
  const milliseconds = performance.now() - startedAt;
  if (influences.every((held) => held.length === 0)) return null;
  const [truth, made] = [artistTable(body, labels), tableOf(influences, labels.names)];
  return {
    name: body.name,
    by,
    bare: bareIn(truth, made),
    l1: differenceOf(truth, made),
    deformation: deformationOf(body, truth, made),
    milliseconds,
  };
}

function artistTable({ positions, truth }: Body, { names, indexOf }: Labels): WeightTable {
  const rows = new Float32Array((positions.length / 3) * names.length);
  for (const [bone, pairs] of Object.entries(truth.weights))
    for (const [v, weight] of pairs) rows[v * names.length + indexOf(bone)]! += weight;
  for (let v = 0; v < positions.length / 3; v++) {
    const row = rows.subarray(v * names.length, (v + 1) * names.length);
    const sum = row.reduce((total, one) => total + one, 0);
    if (sum > 0)
      row.forEach((one, b) => {
        row[b] = one / sum;
      });
  }
  return { names, rows };
}

async function influencesIn(glb: Uint8Array): Promise<Influences> {
  const root = (await new NodeIO().readBinary(glb)).getRoot();
  const bones = root
    .listSkins()[0]!
    .listJoints()
    .map((joint) => joint.getName());
  const primitive = root.listMeshes()[0]!.listPrimitives()[0]!;
  const [joints, weights] = [primitive.getAttribute('JOINTS_0')!, primitive.getAttribute('WEIGHTS_0')!];
  return Array.from({ length: joints.getCount() }, (_, v) => {
    const [held, by] = [weights.getElement(v, []), joints.getElement(v, [])];
    return held.map((weight, i) => [bones[by[i]!]!, weight] as const);
  });
}

/** The weights as game engines use them: the four heaviest bones of a vertex, normalized to a sum of 1. */
function tableOf(influences: Influences, names: string[]): WeightTable {
  const rows = new Float32Array(influences.length * names.length);
  influences.forEach((all, v) => {
    const four = [...all].sort((a, b) => b[1] - a[1]).slice(0, 4);
    const sum = four.reduce((total, [, weight]) => total + weight, 0);
    for (const [bone, weight] of four)
      if (weight > 0) rows[v * names.length + names.indexOf(bone)]! += weight / sum;
  });
  return { names, rows };
}

const heldBy = ({ names, rows }: WeightTable, v: number): number =>
  rows.subarray(v * names.length, (v + 1) * names.length).reduce((sum, one) => sum + one, 0);

const bareIn = (truth: WeightTable, made: WeightTable): number =>
  Array.from({ length: truth.rows.length / truth.names.length }, (_, v) => v).filter(
    (v) => heldBy(truth, v) > 0 && heldBy(made, v) === 0,
  ).length;

function differenceOf(truth: WeightTable, made: WeightTable): number {
  const width = truth.names.length;
  let [sum, weighed] = [0, 0];
  for (let v = 0; v < truth.rows.length; v += width) {
    let [whole, apart] = [0, 0];
    for (let b = v; b < v + width; b++) {
      whole += truth.rows[b]!;
      apart += Math.abs(truth.rows[b]! - made.rows[b]!);
    }
    if (whole === 0) continue;
    sum += apart;
    weighed++;
  }
  return sum / weighed;
}

const poses = [1, 2, 3, 4];

/** NaN for a skeleton whose names the poses do not know: bodies at rest would all look alike. */
function deformationOf(body: Body, truth: WeightTable, made: WeightTable): number {
  if (!isPosable(body)) return NaN;
  const width = truth.names.length;
  let [sum, count] = [0, 0];
  for (const seed of poses) {
    const movers = truth.names.map(drawPose(body, seed));
    for (let v = 0; v < body.positions.length / 3; v++) {
      const at = [0, 1, 2].map((a) => body.positions[v * 3 + a]!) as Point;
      const stays = heldBy(made, v) - heldBy(truth, v);
      const apart = at.map((value) => stays * value);
      movers.forEach((move, b) => {
        const share = truth.rows[v * width + b]! - made.rows[v * width + b]!;
        if (share !== 0)
          move(at).forEach((value, a) => {
            apart[a]! += share * value;
          });
      });
      sum += Math.hypot(...apart);
      count++;
    }
  }
  return (100 * sum) / count / heightOf(body);
}
