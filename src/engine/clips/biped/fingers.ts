/** Fingers curl towards the palm. */
import { cross, normalize, sub, type Vec3 } from '../../geometry/vec.js';
import type { Quaternion } from '../clip.js';
import type { ArmBones, Body } from './body.js';
import { channelAt } from './channels.js';

const fingers = ['Thumb', 'Index', 'Middle', 'Ring', 'Little'] as const;
const fingerBones = ['Proximal', 'Intermediate', 'Distal'] as const;
const thumbBones = ['Metacarpal', 'Proximal', 'Distal'] as const;
/** Radians of each bone in a fist. */
const curls = [1.25, 1.5, 1.1] as const;
const thumbCurls = [0.35, 0.55, 0.6] as const;
/** A relaxed hand, as a share of a fist; the little finger is bent most. */
const resting = [0.1, 0.1, 0.15, 0.2, 0.25] as const;

export function fingerTurns(
  { skeleton, names, places }: Body,
  { side }: ArmBones,
  row: Float64Array,
): [string, Quaternion][] {
  if (!names.has(`${side.name}IndexProximal`)) return [];
  const grip = row[channelAt(`${side.name}Grip`, 0)]!;
  const point = row[channelAt('point', 0)]!;
  const at = (name: string): Vec3 => places.get(side.name + name)!;
  const along = normalize(sub(at('MiddleProximal'), at('Hand')));
  const across = normalize(sub(at('IndexProximal'), at('LittleProximal')));
  // Curls the fingers of both hands towards their palms.
  const axis = across.map((part) => -side.x * part) as unknown as Vec3;
  const palm = normalize(cross(axis, along));
  const thumbAxis = normalize(
    cross(normalize(sub(at('ThumbDistal'), at('ThumbProximal'))), normalize(sub(palm, across))),
  );
  return skeleton.joints.flatMap(({ name }): [string, Quaternion][] => {
    const finger = fingers.findIndex((one) => name.startsWith(side.name + one));
    if (finger < 0) return [];
    const bent =
      Math.max(-0.1, resting[finger]! + grip * (1 - resting[finger]!)) * (finger === 1 ? 1 - point : 1);
    const isThumb = finger === 0;
    const segment = (isThumb ? thumbBones : fingerBones).findIndex((bone) => name.endsWith(bone));
    const angle = bent * (isThumb ? thumbCurls : curls)[segment]!;
    const about = isThumb ? thumbAxis : axis;
    const s = Math.sin(angle / 2);
    return [[name, [about[0] * s, about[1] * s, about[2] * s, Math.cos(angle / 2)]]];
  });
}
