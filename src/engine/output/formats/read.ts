/** Reads a finished rig back from its GLB, for the conversion to other formats. */
import type { Document, Node, Primitive } from '@gltf-transform/core';
import { AppError } from '../../../base/errors.js';
import type { Clip, Pose, Quaternion } from '../../clips/clip.js';
import { add, sub, type Vec3 } from '../../geometry/vec.js';
import { readDocument } from '../../input/model/gltf.js';
import type { Joint, Skeleton } from '../../skeleton/skeleton.js';
import { outlineName } from '../../style/toon.js';
import { type SkeletonKind, skeletonKinds } from '../../types.js';
import type { Surface } from '../assemble.js';

export type RigPart = Omit<Surface, 'material' | 'closed' | 'parts'> & { primitive: Primitive };

export type RigFile = {
  document: Document;
  name: string;
  skeleton: Skeleton;
  nodes: ReadonlyMap<string, Node>;
  parts: RigPart[];
  clips: Clip[];
};

/**
 * Whether a part is the outline of a drawing, which is not part of the body. An uploaded model may have a material of
 * that name, but no list of parts.
 */
export function isOutline({ primitive }: Pick<RigPart, 'primitive'>): boolean {
  const { parts } = primitive.getExtras();
  return Array.isArray(parts) && parts.length === 1 && parts[0] === outlineName;
}

/** @throws AppError `unsupported_media` for a file without a skeleton made by this engine */
export async function readRig(glb: Uint8Array): Promise<RigFile> {
  const { document } = await readDocument(glb, false);
  const root = document.getRoot();
  const [skin] = root.listSkins();
  const kind = root.listNodes().flatMap(kindOf)[0];
  const nodes = new Map((skin?.listJoints() ?? []).map((node) => [node.getName(), node]));
  if (!skin || !kind || nodes.size !== skin.listJoints().length || ![...nodes.values()].every(isUnturned))
    throw new AppError(
      'unsupported_media',
      'Only models whose skeleton was made here can be converted. Keep the GLB instead.',
    );
  const skeleton = skeletonOf(kind, [...nodes.values()]);
  return {
    document,
    name: root.listScenes()[0]?.getName() || 'character',
    skeleton,
    nodes,
    parts: root
      .listMeshes()
      .flatMap((mesh) => mesh.listPrimitives())
      .map(readPart),
    clips: root.listAnimations().map((animation) => readClip(animation, skeleton)),
  };
}

function kindOf(node: Node): SkeletonKind[] {
  const { skeleton } = (node.getExtras().rigsmith ?? {}) as { skeleton?: SkeletonKind };
  return skeleton && skeletonKinds.includes(skeleton) ? [skeleton] : [];
}

const isUnturned = (node: Node) =>
  node.getRotation().every((part, i) => part === (i === 3 ? 1 : 0)) &&
  node.getScale().every((part) => part === 1);

function skeletonOf(kind: SkeletonKind, nodes: readonly Node[]): Skeleton {
  const joints = new Map<string, Joint>();
  for (const node of nodes) {
    const parent = joints.get(node.getParentNode()?.getName() ?? '');
    const position = add(parent?.position ?? [0, 0, 0], node.getTranslation());
    joints.set(node.getName(), {
      name: node.getName(),
      parent: parent?.name ?? null,
      position,
      tail: position,
    });
  }
  const all = [...joints.values()];
  return { kind, joints: all.map((joint) => ({ ...joint, tail: tailOf(joint, all) })) };
}

/** The middle of the children, or for the last joint of a chain half a bone further. */
function tailOf(joint: Joint, joints: readonly Joint[]): Vec3 {
  const children = joints.filter(({ parent }) => parent === joint.name);
  if (children.length > 0)
    return [0, 1, 2].map((i) =>
      children.reduce((sum, { position }) => sum + position[i]! / children.length, 0),
    ) as unknown as Vec3;
  const parent = joints.find(({ name }) => name === joint.parent);
  const bone = parent ? sub(joint.position, parent.position) : ([0, 0.1, 0] as const);
  return add(joint.position, [bone[0] / 2, bone[1] / 2, bone[2] / 2]);
}

function readPart(primitive: Primitive): RigPart {
  const floats = (semantic: string) => {
    const accessor = primitive.getAttribute(semantic);
    if (!accessor) return null;
    const values = new Float32Array(accessor.getCount() * accessor.getElementSize());
    for (let i = 0; i < accessor.getCount(); i++)
      values.set(accessor.getElement(i, []), i * accessor.getElementSize());
    return values;
  };
  const positions = floats('POSITION')!;
  return {
    primitive,
    positions,
    normals: floats('NORMAL') ?? new Float32Array(positions.length),
    uvs: floats('TEXCOORD_0'),
    joints: Uint8Array.from(primitive.getAttribute('JOINTS_0')!.getArray()!),
    weights: floats('WEIGHTS_0')!,
    indices: Uint32Array.from(primitive.getIndices()!.getArray()!),
  };
}

type Animation = ReturnType<ReturnType<Document['getRoot']>['listAnimations']>[number];

/** Clips of ours have one list of evenly spaced times for all channels, but for those that keep one value. */
function readClip(animation: Animation, skeleton: Skeleton): Clip {
  const lists = animation.listSamplers().map((sampler) => sampler.getInput());
  const count = Math.max(0, ...lists.map((list) => list?.getCount() ?? 0));
  const times = lists.find((list) => list?.getCount() === count);
  const rotations = Array.from({ length: count }, () => new Map<string, Quaternion>());
  const offsets: Vec3[] = Array.from({ length: count }, () => [0, 0, 0]);
  for (const channel of animation.listChannels()) {
    const [name, output] = [channel.getTargetNode()?.getName() ?? '', channel.getSampler()?.getOutput()];
    for (let i = 0; output && i < count; i++) {
      const value: number[] = output.getElement(Math.min(i, output.getCount() - 1), []);
      if (channel.getTargetPath() === 'rotation') rotations[i]!.set(name, value as unknown as Quaternion);
      else offsets[i] = sub(value as unknown as Vec3, skeleton.joints[0]!.position);
    }
  }
  const poses = rotations.map((turns, i): Pose => ({ rotations: turns, rootOffset: offsets[i]! }));
  return { name: animation.getName(), seconds: times?.getMax([])[0] ?? 0, poses };
}
