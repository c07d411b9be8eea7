/** Our weights on an artist's skeleton against the artist's own. */
import { Document, NodeIO } from '@gltf-transform/core';
import { reskinModel } from '../../src/engine/index.js';
import { readObj } from '../../src/engine/model/obj.js';
import { type Body, heightOf, type Point } from './body.js';
import { drawPose } from './pose.js';

/** Bones a body tool weighs apart from its face, fingers and toes; the rest count as their nearest kept ancestor. */
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

/** The body as a GLB on its own skeleton, with all weight on the root. */
async function riggedGlb(body: Body, { names, indexOf }: Labels): Promise<Uint8Array> {
  const [piece] = readObj(Buffer.from(body.obj)).pieces;
  const { positions, indices } = piece!;
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
  const head = (name: string): Point => body.truth.bones[name]!.head;
  const nodes = names.map((name) => document.createNode(name));
  names.forEach((name, i) => {
    const { parent } = body.truth.bones[name]!;
    const above = parent === null ? null : indexOf(parent);
    const from = above === null ? [0, 0, 0] : head(names[above]!);
    nodes[i]!.setTranslation(head(name).map((value, a) => value - from[a]!) as Point);
    if (above !== null) nodes[above]!.addChild(nodes[i]!);
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
  const inverses = names.flatMap((name) => [
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
    ...head(name).map((x) => -x),
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

/** Vertices x bones, rows sum to 1; rows of vertices the artist left bare are 0. */
export type WeightTable = { names: string[]; rows: Float32Array };

/** What tells weights apart: `l1` 0 is equal, 2 disjoint; `deformation` is the mean way between vertices in poses, in % of height. */
export type WeightOutcome = {
  name: string;
  by: string;
  l1: number;
  deformation: number;
  milliseconds: number;
};

/** A tool that weighs a GLB with one skinned primitive anew. */
export type Weigher = { by: string; weigh(glb: Uint8Array): Promise<Uint8Array> };

export const ours: Weigher = { by: 'rigsmith', weigh: async (glb) => (await reskinModel(glb)).glb };

export async function compareWeights(body: Body, { by, weigh }: Weigher): Promise<WeightOutcome> {
  const labels = labelsOf(body);
  const input = await riggedGlb(body, labels);
  const startedAt = performance.now();
  const weighed = await weigh(input);
  const milliseconds = performance.now() - startedAt;
  const [truth, made] = [artistTable(body, labels), await tableOf(weighed, labels.names)];
  return {
    name: body.name,
    by,
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

async function tableOf(glb: Uint8Array, names: string[]): Promise<WeightTable> {
  const root = (await new NodeIO().readBinary(glb)).getRoot();
  const columns = root
    .listSkins()[0]!
    .listJoints()
    .map((joint) => names.indexOf(joint.getName()));
  const primitive = root.listMeshes()[0]!.listPrimitives()[0]!;
  const [joints, weights] = [primitive.getAttribute('JOINTS_0')!, primitive.getAttribute('WEIGHTS_0')!];
  const rows = new Float32Array(joints.getCount() * names.length);
  const [j, w]: [number[], number[]] = [[], []];
  for (let v = 0; v < joints.getCount(); v++) {
    joints.getElement(v, j);
    weights.getElement(v, w);
    for (let i = 0; i < 4; i++) if (w[i]! > 0) rows[v * names.length + columns[j[i]!]!]! += w[i]!;
  }
  return { names, rows };
}

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

function deformationOf(body: Body, truth: WeightTable, made: WeightTable): number {
  const width = truth.names.length;
  let [sum, count] = [0, 0];
  for (const seed of poses) {
    const movers = truth.names.map(drawPose(body, seed));
    for (let v = 0; v < body.positions.length / 3; v++) {
      const at = [0, 1, 2].map((a) => body.positions[v * 3 + a]!) as Point;
      const apart = [0, 0, 0];
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
