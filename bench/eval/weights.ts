/** Our weights on an artist's skeleton against the artist's own. */
import { Document, NodeIO } from '@gltf-transform/core';
import { reskinModel } from '../../src/engine/index.js';
import { readObj } from '../../src/engine/model/obj.js';
import type { Body, Point } from './body.js';

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

/** Mean over the vertices of the summed absolute difference of all shares: 0 is equal, 2 is disjoint. */
export async function weightError(body: Body): Promise<{ l1: number; bones: number; milliseconds: number }> {
  const labels = labelsOf(body);
  const input = await riggedGlb(body, labels);
  const startedAt = performance.now();
  const { glb } = await reskinModel(input);
  const milliseconds = performance.now() - startedAt;
  const [mesh] = (await new NodeIO().readBinary(glb)).getRoot().listMeshes();
  const primitive = mesh!.listPrimitives()[0]!;
  const [joints, weights] = [primitive.getAttribute('JOINTS_0')!, primitive.getAttribute('WEIGHTS_0')!];
  const count = joints.getCount();
  const bones = labels.names.length;
  const difference = new Float64Array(count * bones);
  const total = new Float64Array(count);
  for (const rows of Object.values(body.truth.weights)) for (const [v, weight] of rows) total[v]! += weight;
  for (const [bone, rows] of Object.entries(body.truth.weights))
    for (const [v, weight] of rows) difference[v * bones + labels.indexOf(bone)]! += weight / total[v]!;
  const [j, w]: [number[], number[]] = [[], []];
  let [sum, weighed] = [0, 0];
  for (let v = 0; v < count; v++) {
    if (total[v] === 0) continue;
    joints.getElement(v, j);
    weights.getElement(v, w);
    for (let i = 0; i < 4; i++) difference[v * bones + j[i]!]! -= w[i]!;
    for (let b = 0; b < bones; b++) sum += Math.abs(difference[v * bones + b]!);
    weighed++;
  }
  return { l1: sum / weighed, bones, milliseconds };
}
