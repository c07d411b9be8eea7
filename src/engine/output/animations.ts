/**
 * Writes clips as glTF animations. They go straight into the JSON of a file: as objects of a document, thousands of
 * channels take longer than the rest of it.
 */
import type { GLTF } from '@gltf-transform/core';
import type { Clip, Pose, Quaternion } from '../clips/clip.js';
import { type GlbParts, padded } from '../input/model/glb-pack.js';
import type { Skeleton } from '../skeleton/skeleton.js';

/** @param parts a file whose first skin has the joints of the skeleton in their order */
export function withAnimations(
  { json, binary }: GlbParts,
  clips: readonly Clip[],
  skeleton: Skeleton,
): GlbParts {
  const { skins = [], accessors = [], bufferViews = [], buffers = [] } = json;
  const keys = new KeyStore(bufferViews.length, accessors.length);
  const nodes = new Map(skeleton.joints.map(({ name }, i) => [name, skins[0]!.joints[i]!]));
  const animations = clips.map((clip) => animationOf(clip, skeleton, nodes, keys));
  const start = padded(binary.length);
  const whole = new Uint8Array(start + keys.size);
  whole.set(binary);
  keys.copyTo(whole.subarray(start));
  return {
    json: {
      ...json,
      accessors: [...accessors, ...keys.accessors],
      bufferViews: [...bufferViews, { buffer: 0, byteOffset: start, byteLength: keys.size }],
      buffers: [{ ...buffers[0], byteLength: whole.length }],
      animations,
    },
    binary: whole,
  };
}

const componentTypes = { short: 5122, float: 5126 } as const;
const widths = { SCALAR: 1, VEC3: 3, VEC4: 4 } as const;

/**
 * The key times and values of all clips, in one buffer view. Equal ones are stored once: more than half of all joints
 * hold one rotation through a clip, so they get two keys, which clips of any length share.
 */
class KeyStore {
  readonly accessors: GLTF.IAccessor[] = [];
  readonly #arrays: Buffer[] = [];
  readonly #known = new Map<string, number>();
  readonly #view: number;
  readonly #first: number;
  size = 0;

  /**
   * @param view the number of the buffer view
   * @param first the number of the first accessor
   */
  constructor(view: number, first: number) {
    this.#view = view;
    this.#first = first;
  }

  /** @returns the number of the accessor */
  add(
    type: keyof typeof widths,
    values: Float32Array | Int16Array,
    range?: Pick<GLTF.IAccessor, 'min' | 'max'>,
  ): number {
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    const key = type + bytes.toString('latin1');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const isShort = values instanceof Int16Array;
    const made = this.#first + this.accessors.length;
    this.accessors.push({
      bufferView: this.#view,
      byteOffset: this.size,
      componentType: isShort ? componentTypes.short : componentTypes.float,
      ...(isShort && { normalized: true }),
      count: values.length / widths[type],
      type,
      ...range,
    });
    this.#known.set(key, made);
    this.#arrays.push(bytes);
    this.size += bytes.length;
    return made;
  }

  copyTo(target: Uint8Array): void {
    let at = 0;
    for (const bytes of this.#arrays) {
      target.set(bytes, at);
      at += bytes.length;
    }
  }
}

function animationOf(
  clip: Clip,
  { joints: [root] }: Skeleton,
  nodes: ReadonlyMap<string, number>,
  keys: KeyStore,
): GLTF.IAnimation {
  const { name, poses, seconds } = clip;
  const times = Float32Array.from(poses, (_, i) => (seconds * i) / (poses.length - 1));
  const range = { min: [0], max: [times.at(-1)!] };
  const input = keys.add('SCALAR', times, range);
  const endsOf = () => keys.add('SCALAR', Float32Array.of(0, times.at(-1)!), range);
  const samplers: GLTF.IAnimationSampler[] = [];
  const channels: GLTF.IAnimationChannel[] = [];
  const addChannel = (joint: string, path: GLTF.AnimationChannelTargetPath, at: number, output: number) => {
    channels.push({ sampler: samplers.length, target: { node: nodes.get(joint)!, path } });
    samplers.push({ input: at, output, interpolation: 'LINEAR' });
  };
  for (const joint of turnedJoints(poses)) {
    const values = rotationsOf(poses, joint);
    if (!values) continue;
    if (isHeld(values)) addChannel(joint, 'rotation', endsOf(), keys.add('VEC4', values.slice(0, 8)));
    else addChannel(joint, 'rotation', input, keys.add('VEC4', values));
  }
  const places = poses.flatMap(({ rootOffset }) => root!.position.map((value, i) => value + rootOffset[i]!));
  addChannel(root!.name, 'translation', input, keys.add('VEC3', new Float32Array(places)));
  return { name, channels, samplers, extras: { rigsmith: extrasOf(clip) } };
}

const extrasOf = ({ group, once, travel }: Clip) => ({
  ...(group && { group }),
  loop: once !== true,
  ...(travel && { travel }),
});

function turnedJoints(poses: readonly Pose[]): Set<string> {
  const names = new Set<string>();
  for (const { rotations } of poses) for (const name of rotations.keys()) names.add(name);
  return names;
}

const still: Quaternion = [0, 0, 0, 1];
/** A joint that turns less keeps its rest rotation, which is half a unit of the stored numbers. */
const unmoved = 1.5e-5;

/** Whether all rotations are the first one. */
function isHeld(values: Int16Array): boolean {
  for (let i = 4; i < values.length; i++) if (values[i] !== values[i - 4]) return false;
  return true;
}

/**
 * 16-bit numbers, half the size of floats; neighbours are on one side so that players take the short way. Null for a
 * joint that keeps its rest rotation.
 */
function rotationsOf(poses: readonly Pose[], name: string): Int16Array | null {
  const values = new Int16Array(poses.length * 4);
  let moves = false;
  let x = 0;
  let y = 0;
  let z = 0;
  let w = 1;
  // By index: a file has a hundred thousand rotations, and taking each apart as a pattern costs objects.
  for (let i = 0; i < poses.length; i++) {
    const turn = poses[i]!.rotations.get(name) ?? still;
    const a = turn[0];
    const b = turn[1];
    const c = turn[2];
    const d = turn[3];
    moves ||= Math.abs(a) > unmoved || Math.abs(b) > unmoved || Math.abs(c) > unmoved;
    const scale = a * x + b * y + c * z + d * w < 0 ? -32767 : 32767;
    x = Math.round(scale * a);
    y = Math.round(scale * b);
    z = Math.round(scale * c);
    w = Math.round(scale * d);
    values[i * 4] = x;
    values[i * 4 + 1] = y;
    values[i * 4 + 2] = z;
    values[i * 4 + 3] = w;
  }
  return moves ? values : null;
}
