/** Converts a rigged biped to VRM 1.0, the format of avatars. */
import type { Node, WriterContext } from '@gltf-transform/core';
import { AppError } from '../../../../base/errors.js';
import { poseSkeleton, rotateBy } from '../../../clips/clip.js';
import { add, scale, sub } from '../../../geometry/vec.js';
import { humanoidMaps } from '../../../skeleton/humanoid.js';
import { type Joint, jointOf, restOffset, type Skeleton } from '../../../skeleton/skeleton.js';
import { deform } from '../../../skinning/deform.js';
import { heightOf } from '../../counts.js';
import { accessorOf } from '../../glb.js';
import { writeCompact } from '../../model/attach.js';
import { type RigFile, readRig } from '../read.js';
import { addExtension, SpringBoneExtension, VrmExtension } from './extension.js';
import { metaOf, type VrmMeta } from './meta.js';
import { addSprings, swing } from './springs.js';
import { tPose } from './t-pose.js';
import { type Upright, uprightOf } from './upright.js';

/** The bones every VRM has. */
const required = ['hips', 'spine', 'head', ...['left', 'right'].flatMap(limbsOf)];

function limbsOf(side: string): string[] {
  return ['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot'].map((part) => side + part);
}

/** @throws AppError `unriggable` for a skeleton without the bones of a person */
export async function writeVrm(glb: Uint8Array, meta: VrmMeta): Promise<Uint8Array> {
  const rig = await readRig(glb);
  const has = new Set(rig.skeleton.joints.map(({ name }) => name));
  if (rig.skeleton.kind !== 'biped' || required.some((name) => !has.has(name)))
    throw new AppError(
      'unriggable',
      'A VRM needs a body with two legs and two arms. Save this one as a GLB instead.',
    );
  const skeleton = standInTPose(rig);
  const { document, nodes } = rig;
  const root = document.getRoot();
  for (const animation of root.listAnimations()) animation.dispose();
  const body = root.listNodes().filter((node) => node.getMesh());
  const springs = addSprings(rig, skeleton);
  addExtension(document, VrmExtension, (context) => ({
    specVersion: '1.0',
    meta: metaOf(meta),
    humanoid: { humanBones: humanBonesIn(context, nodes) },
    firstPerson: {
      meshAnnotations: body.map((node) => ({ node: context.nodeIndexMap.get(node), type: 'auto' })),
    },
    lookAt: lookAtOf(skeleton),
    expressions: { preset: {}, custom: {} },
  }));
  if (springs.length > 0)
    addExtension(document, SpringBoneExtension, (context) => ({
      specVersion: '1.0',
      springs: springs.map(({ name, chain }) => ({
        name,
        joints: chain.map((node) => ({ node: context.nodeIndexMap.get(node), ...swing })),
      })),
    }));
  return writeCompact(document, [VrmExtension, SpringBoneExtension]);
}

/** Bakes the T-pose into the meshes and the skeleton, in VRM's space. */
function standInTPose(rig: RigFile): Skeleton {
  const { document, skeleton, nodes, parts } = rig;
  const frame = uprightOf(skeleton, heightOf(parts));
  const turned: Skeleton = { ...skeleton, joints: skeleton.joints.map((joint) => turnJoint(joint, frame)) };
  const surfaces = parts.map((part) => ({
    ...part,
    positions: turnAll(part.positions, frame, frame.scale),
    normals: turnAll(part.normals, frame, 1),
  }));
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

const turnJoint = (joint: Joint, { turn, scale: size }: Upright): Joint => ({
  ...joint,
  position: scale(rotateBy(turn, joint.position), size),
  tail: scale(rotateBy(turn, joint.tail), size),
});

function turnAll(vectors: Float32Array, { turn }: Upright, size: number): Float32Array {
  const turned = new Float32Array(vectors.length);
  for (let i = 0; i < vectors.length; i += 3)
    turned.set(scale(rotateBy(turn, [vectors[i]!, vectors[i + 1]!, vectors[i + 2]!]), size), i);
  return turned;
}

function humanBonesIn({ nodeIndexMap }: WriterContext, nodes: ReadonlyMap<string, Node>): object {
  const bones = Object.keys(humanoidMaps([...nodes.keys()]).vrm);
  return Object.fromEntries(bones.map((name) => [name, { node: nodeIndexMap.get(nodes.get(name)!) }]));
}

/** Without eye bones the head alone looks; the offset is the height of the eyes. */
function lookAtOf(skeleton: Skeleton): object {
  const head = jointOf(skeleton, 'head');
  const [x, y, z] = scale(sub(head.tail, head.position), eyeHeight);
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
