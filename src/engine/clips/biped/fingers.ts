/** Fingers curl towards the palm. */
import { cross, normalize, sub, type Vec3 } from '../../geometry/vec.js';
import type { Side, Skeleton } from '../../skeleton/skeleton.js';
import type { Quaternion } from '../clip.js';
import { channelAt } from './channels.js';

const fingers = ['Thumb', 'Index', 'Middle', 'Ring', 'Little'] as const;
const segments = ['Proximal', 'Intermediate', 'Distal'] as const;
const thumbSegments = ['Metacarpal', 'Proximal', 'Distal'] as const;
/** Radians of each bone in a fist. */
const curls = [1.25, 1.5, 1.1] as const;
const thumbCurls = [0.35, 0.55, 0.6] as const;
/** A relaxed hand, as a share of a fist; the little finger is bent most. */
const resting = [0.1, 0.1, 0.15, 0.2, 0.25] as const;

/** A bone of a finger: the axis it bends about and its angle in a fist, in radians. */
export type FingerBone = {
  name: string;
  axis: Vec3;
  curl: number;
  resting: number;
  straight: 'thumb' | 'point' | 'victory' | null;
};

/** None for a hand without fingers. */
export function fingerBones({ joints }: Pick<Skeleton, 'joints'>, side: Side): FingerBone[] {
  const places = new Map(joints.map(({ name, position }) => [name, position]));
  if (!places.has(`${side.name}IndexProximal`)) return [];
  const at = (name: string): Vec3 => places.get(side.name + name)!;
  const along = normalize(sub(at('MiddleProximal'), at('Hand')));
  const across = normalize(sub(at('IndexProximal'), at('LittleProximal')));
  // Curls the fingers of both hands towards their palms.
  const axis = across.map((part) => -side.x * part) as unknown as Vec3;
  const palm = normalize(cross(axis, along));
  const thumbAxis = normalize(
    cross(normalize(sub(at('ThumbDistal'), at('ThumbProximal'))), normalize(sub(palm, across))),
  );
  return joints.flatMap(({ name }): FingerBone[] => {
    const finger = fingers.findIndex((one) => name.startsWith(side.name + one));
    if (finger < 0) return [];
    const isThumb = finger === 0;
    const segment = (isThumb ? thumbSegments : segments).findIndex((bone) => name.endsWith(bone));
    return [
      {
        name,
        axis: isThumb ? thumbAxis : axis,
        curl: (isThumb ? thumbCurls : curls)[segment]!,
        resting: resting[finger]!,
        straight: (['thumb', 'point', 'victory'] as const)[finger] ?? null,
      },
    ];
  });
}

type Hand = { side: Side; fingers: readonly FingerBone[] };

export function fingerTurns({ side, fingers: bones }: Hand, row: Float64Array): [string, Quaternion][] {
  const grip = row[channelAt(`${side.name}Grip`, 0)]!;
  return bones.map(({ name, axis: [x, y, z], curl, resting: rest, straight }) => {
    const bent = Math.max(-0.1, rest + grip * (1 - rest)) * (straight ? 1 - row[channelAt(straight, 0)]! : 1);
    const s = Math.sin((bent * curl) / 2);
    return [name, [x * s, y * s, z * s, Math.cos((bent * curl) / 2)]];
  });
}
