/** Derives from a pose network's confident joints where a person certainly is, may be, and cannot be in a picture. */

import type { Sighting } from '../../skeleton/pose/sighting.js';
import type { Mask } from './grid.js';

/** `sure` is inside the person, `likely` about as thick as the person, and everything beyond `far` is background. */
export type PersonRegions = Record<'sure' | 'likely' | 'far', Mask>;

/** Both arms, both legs and the ears; fewer joints leave too much undecided. */
const all = 14;

type Place = readonly [x: number, y: number];
/** A stroke between two points with its half thicknesses in trunk lengths. */
type Stroke = { from: Place; to: Place; sure: number; likely: number; far: number };

/** Null unless the whole person was detected. `places`, `width` and `height` are in pixels of the picture. */
export function personRegionsOf(
  places: Sighting['places'],
  width: number,
  height: number,
): PersonRegions | null {
  if (places.size < all) return null;
  const at = (name: string): Place => places.get(name)!;
  const middle = ([ax, ay]: Place, [bx, by]: Place): Place => [(ax + bx) / 2, (ay + by) / 2];
  const beyond = ([ax, ay]: Place, [bx, by]: Place, share: number): Place => [
    bx + (bx - ax) * share,
    by + (by - ay) * share,
  ];
  const [shoulders, hips] = [
    middle(at('leftUpperArm'), at('rightUpperArm')),
    middle(at('leftUpperLeg'), at('rightUpperLeg')),
  ];
  const head = middle(at('leftEar'), at('rightEar'));
  const unit = Math.hypot(shoulders[0] - hips[0], shoulders[1] - hips[1]);
  const skull = Math.hypot(at('leftEar')[0] - at('rightEar')[0], at('leftEar')[1] - at('rightEar')[1]) / unit;
  const limb = (from: Place, to: Place): Stroke => ({ from, to, sure: 0.05, likely: 0.16, far: 0.45 });
  const trunk = (from: Place, to: Place): Stroke => ({ from, to, sure: 0.12, likely: 0.26, far: 0.6 });
  const strokes = [
    ...['left', 'right'].flatMap((side): Stroke[] => {
      const [arm, elbow, hand] = ['UpperArm', 'LowerArm', 'Hand'].map((part) => at(side + part)) as Limb;
      const [leg, knee, foot] = ['UpperLeg', 'LowerLeg', 'Foot'].map((part) => at(side + part)) as Limb;
      return [
        limb(arm, elbow),
        limb(elbow, hand),
        { ...limb(hand, beyond(elbow, hand, 0.5)), sure: 0 },
        limb(leg, knee),
        limb(knee, foot),
        { ...limb(foot, beyond(knee, foot, 0.25)), sure: 0, far: 0.55 },
        trunk(arm, leg),
      ];
    }),
    trunk(shoulders, hips),
    { from: head, to: shoulders, sure: 0.08, likely: 0.2, far: 0.5 },
    { from: head, to: head, sure: skull * 0.35, likely: skull * 0.6, far: skull * 0.75 + 0.55 },
  ];
  const drawn = (how: 'sure' | 'likely' | 'far'): Mask => {
    const mask = { width, height, inside: new Uint8Array(width * height) };
    for (const stroke of strokes) if (stroke[how] > 0) draw(mask, stroke, stroke[how] * unit);
    return mask;
  };
  return { sure: drawn('sure'), likely: drawn('likely'), far: drawn('far') };
}

type Limb = [Place, Place, Place];

function draw({ width, height, inside }: Mask, { from: [ax, ay], to: [bx, by] }: Stroke, half: number): void {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy || 1;
  const [top, bottom] = [Math.max(0, Math.floor(Math.min(ay, by) - half)), Math.max(ay, by) + half];
  const [left, right] = [Math.max(0, Math.floor(Math.min(ax, bx) - half)), Math.max(ax, bx) + half];
  for (let y = top; y < Math.min(height, bottom); y++)
    for (let x = left; x < Math.min(width, right); x++) {
      const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
      const aside = x - ax - dx * t;
      const off = y - ay - dy * t;
      if (aside * aside + off * off <= half * half) inside[y * width + x] = 1;
    }
}
