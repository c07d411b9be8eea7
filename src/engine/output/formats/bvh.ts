import type { Clip, Quaternion } from '../../clips/clip.js';
import { sub } from '../../geometry/vec.js';
import { type Joint, restOffset, type Skeleton } from '../../skeleton/skeleton.js';

/** BVH counts in centimetres by convention. */
const unit = 100;

/** One clip as motion capture: the skeleton and its rotations about Z, X and Y in degrees, in this order. */
export function writeBvh(skeleton: Skeleton, clip: Clip): Uint8Array {
  const [root] = skeleton.joints;
  const order: Joint[] = [];
  const lines = ['HIERARCHY', ...describe(skeleton, root!, order, '')];
  const frames = clip.poses.map(({ rotations, rootOffset }) => {
    const place = root!.position.map((value, i) => ((value + rootOffset[i]!) * unit).toFixed(4));
    const turns = order.flatMap(({ name }) => anglesOf(rotations.get(name) ?? [0, 0, 0, 1]));
    return [...place, ...turns.map((angle) => angle.toFixed(4))].join(' ');
  });
  const seconds = clip.seconds / Math.max(1, frames.length - 1);
  lines.push('MOTION', `Frames: ${frames.length}`, `Frame Time: ${seconds.toFixed(6)}`, ...frames, '');
  return new TextEncoder().encode(lines.join('\n'));
}

/** The joint with its children, depth first; also lists them in this order. */
function describe(skeleton: Skeleton, joint: Joint, order: Joint[], indent: string): string[] {
  order.push(joint);
  const inner = `${indent}  `;
  const children = skeleton.joints.filter(({ parent }) => parent === joint.name);
  const numbers = (values: readonly number[]) => values.map((value) => (value * unit).toFixed(4)).join(' ');
  const turns = 'Zrotation Xrotation Yrotation';
  const end = ['End Site', '{', `  OFFSET ${numbers(sub(joint.tail, joint.position))}`, '}'];
  return [
    `${indent}${joint.parent ? 'JOINT' : 'ROOT'} ${joint.name}`,
    `${indent}{`,
    // Some readers add the root's offset to its positions, others do not.
    `${inner}OFFSET ${numbers(joint.parent ? restOffset(skeleton, joint) : [0, 0, 0])}`,
    `${inner}CHANNELS ${joint.parent ? `3 ${turns}` : `6 Xposition Yposition Zposition ${turns}`}`,
    ...children.flatMap((child) => describe(skeleton, child, order, inner)),
    ...(children.length === 0 ? end.map((line) => inner + line) : []),
    `${indent}}`,
  ];
}

/** Degrees about Z, X and Y of a rotation that is their product. */
function anglesOf([x, y, z, w]: Quaternion): [number, number, number] {
  const degrees = 180 / Math.PI;
  const sine = Math.min(1, Math.max(-1, 2 * (y * z + w * x)));
  const aboutX = Math.asin(sine);
  // At a right angle about X the other two turn about the same axis.
  if (Math.abs(sine) > 0.999999)
    return [Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z)) * degrees, aboutX * degrees, 0];
  const aboutZ = Math.atan2(2 * (w * z - x * y), 1 - 2 * (x * x + z * z));
  const aboutY = Math.atan2(2 * (w * y - x * z), 1 - 2 * (x * x + y * y));
  return [aboutZ * degrees, aboutX * degrees, aboutY * degrees];
}
