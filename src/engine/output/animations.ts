/** Writes clips as glTF animations. */
import type { Accessor, Document, GLTF, Node } from '@gltf-transform/core';
import type { Clip, Pose, Quaternion } from '../clips/clip.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { accessorOf } from './accessors.js';

/** Equal numbers are stored once: resting fingers are the same in most clips. */
type Store = (type: GLTF.AccessorType, values: Float32Array | Int16Array) => Accessor;

export function createAnimations(
  document: Document,
  clips: readonly Clip[],
  skeleton: Skeleton,
  nodes: ReadonlyMap<string, Node>,
): void {
  const known = new Map<string, Accessor>();
  const store: Store = (type, values) => {
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    const key = type + bytes.toString('latin1');
    const accessor = known.get(key) ?? accessorOf(document, type, values);
    known.set(key, accessor);
    return accessor;
  };
  for (const clip of clips) createAnimation(document, clip, skeleton, nodes, store);
}

function createAnimation(
  document: Document,
  clip: Clip,
  { joints: [root] }: Skeleton,
  nodes: ReadonlyMap<string, Node>,
  store: Store,
): void {
  const { poses, seconds } = clip;
  const times = store(
    'SCALAR',
    Float32Array.from(poses, (_, i) => (seconds * i) / (poses.length - 1)),
  );
  const animation = document.createAnimation(clip.name).setExtras({
    rigsmith: {
      ...(clip.group && { group: clip.group }),
      loop: clip.once !== true,
      ...(clip.travel && { travel: clip.travel }),
    },
  });
  const addChannel = (name: string, path: 'rotation' | 'translation', output: Accessor) => {
    const sampler = document
      .createAnimationSampler()
      .setInput(times)
      .setOutput(output)
      .setInterpolation('LINEAR');
    const channel = document
      .createAnimationChannel()
      .setTargetNode(nodes.get(name)!)
      .setTargetPath(path)
      .setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  };
  for (const name of turnedJoints(poses)) {
    const values = rotationsOf(poses, name);
    if (values) addChannel(name, 'rotation', store('VEC4', values).setNormalized(true));
  }
  const places = poses.flatMap(({ rootOffset }) => root!.position.map((value, i) => value + rootOffset[i]!));
  addChannel(root!.name, 'translation', store('VEC3', new Float32Array(places)));
}

function turnedJoints(poses: readonly Pose[]): Set<string> {
  const names = new Set<string>();
  for (const { rotations } of poses) for (const name of rotations.keys()) names.add(name);
  return names;
}

const still: Quaternion = [0, 0, 0, 1];
/** A joint that turns less keeps its rest rotation, which is half a unit of the stored numbers. */
const unmoved = 1.5e-5;

/**
 * 16-bit numbers, half the size of floats; neighbours are on one side so that players take the short way. Null for a
 * joint that keeps its rest rotation.
 */
function rotationsOf(poses: readonly Pose[], name: string): Int16Array | null {
  const values = new Int16Array(poses.length * 4);
  let moves = false;
  let [x, y, z, w] = still as [number, number, number, number];
  for (let i = 0; i < poses.length; i++) {
    const [a, b, c, d] = poses[i]!.rotations.get(name) ?? still;
    moves ||= Math.abs(a) > unmoved || Math.abs(b) > unmoved || Math.abs(c) > unmoved;
    const scale = a * x + b * y + c * z + d * w < 0 ? -32767 : 32767;
    [x, y, z, w] = [
      Math.round(scale * a),
      Math.round(scale * b),
      Math.round(scale * c),
      Math.round(scale * d),
    ];
    values.set([x, y, z, w], i * 4);
  }
  return moves ? values : null;
}
