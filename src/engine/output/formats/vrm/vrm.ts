/** Converts a rigged biped to VRM 1.0, the format of avatars. */
import type { Node, WriterContext } from '@gltf-transform/core';
import { AppError } from '../../../../base/errors.js';
import { poseSkeleton, rotateBy } from '../../../clips/clip.js';
import { add, scale, sub, type Vec3 } from '../../../geometry/vec.js';
import { humanoidMaps } from '../../../skeleton/humanoid.js';
import { type Joint, jointOf, restOffset, type Skeleton } from '../../../skeleton/skeleton.js';
import { deform } from '../../../skinning/deform.js';
import { accessorOf } from '../../accessors.js';
import { addExpressions } from '../../expressions.js';
import { writeCompact } from '../../model/attach.js';
import { type RigFile, readRig } from '../read.js';
import { addExtension, SpringBoneExtension, VrmExtension } from './extension.js';
import { metaOf, type VrmMeta } from './meta.js';
import { drawWithMToon, MToonExtension } from './mtoon.js';
import { addSprings, swing } from './springs.js';
import { tPose } from './t-pose.js';
import { standUpright } from './upright.js';

/** The bones every VRM has. */
const required = ['hips', 'spine', 'head', ...['left', 'right'].flatMap(limbsOf)];

function limbsOf(side: string): string[] {
  return ['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot'].map((part) => side + part);
}

/** @throws AppError `unriggable` for a skeleton without the bones of a person */
export async function writeVrm(glb: Uint8Array, meta: VrmMeta): Promise<Uint8Array> {
  const rig = drawWithMToon(await readRig(glb));
  const has = new Set(rig.skeleton.joints.map(({ name }) => name));
  if (rig.skeleton.kind !== 'biped' || required.some((name) => !has.has(name)))
    throw new AppError(
      'unriggable',
      'A VRM needs a body with two legs and two arms. Save this one as a GLB instead.',
    );
  const skeleton = standInTPose(rig);
  const { document, nodes } = rig;
  const root = document.getRoot();
  for (const animation of root.listAnimations()) {
    for (const part of [...animation.listSamplers(), ...animation.listChannels()]) part.dispose();
    animation.dispose();
  }
  const body = root.listNodes().filter((node) => node.getMesh());
  const springs = addSprings(rig, skeleton);
  const faces = giveFaces(rig, body);
  addExtension(document, VrmExtension, (context) => ({
    specVersion: '1.0',
    meta: metaOf(meta),
    humanoid: { humanBones: humanBonesIn(context, nodes) },
    firstPerson: {
      meshAnnotations: body.map((node) => ({ node: context.nodeIndexMap.get(node), type: 'auto' })),
    },
    lookAt: lookAtOf(skeleton),
    expressions: { preset: presetsIn(context, faces) },
  }));
  if (springs.length > 0)
    addExtension(document, SpringBoneExtension, (context) => ({
      specVersion: '1.0',
      springs: springs.map(({ name, chain }) => ({
        name,
        joints: chain.map((node) => ({ node: context.nodeIndexMap.get(node), ...swing })),
      })),
    }));
  return writeCompact(document, [VrmExtension, SpringBoneExtension, MToonExtension]);
}

type Faces = { node: Node; names: readonly string[] }[];

/** Morph targets need a mesh of one primitive, as models made from text have; other faces stay still. */
function giveFaces({ document, parts, skeleton }: RigFile, bodies: readonly Node[]): Faces {
  return bodies.flatMap((node) => {
    const mesh = node.getMesh()!;
    const [part, ...others] = parts.filter(({ primitive }) => mesh.listPrimitives().includes(primitive));
    if (!part || others.length > 0) return [];
    // The file's own targets belong to its pose, not to the T-pose.
    for (const target of part.primitive.listTargets()) target.dispose();
    mesh.setWeights([]);
    const positions = part.primitive.getAttribute('POSITION')!.getArray() as Float32Array;
    const names = addExpressions(document, part.primitive, { ...part, positions }, skeleton);
    if (names.length === 0) return [];
    mesh.setWeights(names.map(() => 0)).setExtras({ ...mesh.getExtras(), targetNames: names });
    return [{ node, names }];
  });
}

const presetsIn = ({ nodeIndexMap }: WriterContext, faces: Faces): object =>
  Object.fromEntries(
    faces.flatMap(({ node, names }) =>
      names.map((name, index) => [
        name,
        { morphTargetBinds: [{ node: nodeIndexMap.get(node), index, weight: 1 }] },
      ]),
    ),
  );

/** Bakes the T-pose into the meshes and the skeleton, in VRM's space. */
function standInTPose(rig: RigFile): Skeleton {
  const { document, skeleton, nodes, parts } = rig;
  const { skeleton: turned, parts: surfaces } = standUpright(skeleton, parts);
  const pose = tPose(turned);
  const posed = poseSkeleton(turned, pose);
  const joints = turned.joints.map((joint, i): Joint => {
    const { position, rotation } = posed[i]!;
    return { ...joint, position, tail: add(position, rotateBy(rotation, sub(joint.tail, joint.position))) };
  });
  for (const surface of surfaces) {
    const { positions, normals } = deform(surface, turned, pose);
    surface.primitive
      .setAttribute('POSITION', accessorOf(document, 'VEC3', positions))
      .setAttribute('NORMAL', accessorOf(document, 'VEC3', normals));
  }
  const standing: Skeleton = { ...skeleton, joints };
  for (const joint of joints) nodes.get(joint.name)!.setTranslation([...restOffset(standing, joint)]);
  const inverses = joints.flatMap(({ position: [x, y, z] }) => [
    ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
    ...[-x, -y, -z, 1],
  ]);
  const [skin] = document.getRoot().listSkins();
  skin!.setInverseBindMatrices(accessorOf(document, 'MAT4', new Float32Array(inverses)));
  return standing;
}

function humanBonesIn({ nodeIndexMap }: WriterContext, nodes: ReadonlyMap<string, Node>): object {
  const bones = Object.keys(humanoidMaps([...nodes.keys()]).vrm);
  return Object.fromEntries(bones.map((name) => [name, { node: nodeIndexMap.get(nodes.get(name)!) }]));
}

/** Without eye bones the head alone looks; the offset is the middle between the eyes. */
function lookAtOf(skeleton: Skeleton): object {
  const head = jointOf(skeleton, 'head');
  const eyes = skeleton.joints.filter(({ name }) => /^(left|right)Eye$/.test(name));
  const middle = scale(
    eyes.reduce((sum, { position }) => add(sum, position), [0, 0, 0] as Vec3),
    1 / (eyes.length || 1),
  );
  const [x, y, z] =
    eyes.length > 0 ? sub(middle, head.position) : scale(sub(head.tail, head.position), eyeHeight);
  const range = { inputMaxValue: 90, outputScale: 10 };
  return {
    type: 'bone',
    offsetFromHeadBone: [x, y, z],
    rangeMapHorizontalInner: range,
    rangeMapHorizontalOuter: range,
    rangeMapVerticalDown: range,
    rangeMapVerticalUp: range,
  };
}

/** Height of the eyes above the head joint, as a fraction of the head. */
const eyeHeight = 0.5;
