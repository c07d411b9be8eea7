import { describe, expect, it } from 'vitest';
import type { Mask } from '../../../../../src/engine/segmentation/image/grid.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { fitOutlineBiped } from '../../../../../src/engine/skeleton/outline/biped.js';
import { chooseArms } from '../../../../../src/engine/skeleton/outline/choice.js';
import { eachOf } from '../../../../support/slice.js';
import { cutDoll, type Doll, dolls, plainDoll } from '../../input/image/doll.js';

const partNames: Record<string, string> = {
  shoulder: 'UpperArm',
  elbow: 'LowerArm',
  hand: 'Hand',
  hip: 'UpperLeg',
  knee: 'LowerLeg',
  foot: 'Foot',
};

/** Joints more than a tenth of the height away from their true place. */
function astray(changes: Partial<Doll>): string[] {
  const { mask, joints } = cutDoll(changes, 200);
  const s = silhouetteOf(mask, 1.6, 150);
  const skeleton = fitOutlineBiped(s);
  return [...joints].flatMap(([name, [u, v]]) => {
    const [side = '', part = ''] = name.split('_');
    const [x, y] = skeleton.joints.find((joint) => joint.name === side + partNames[part])!.position;
    const away = Math.hypot(x - (u - 0.5) * s.width, y - (1 - v) * s.height);
    return away > 0.1 * s.height ? [name] : [];
  });
}

const block = (isInside: (x: number, y: number) => boolean): Mask => ({
  width: 120,
  height: 160,
  inside: Uint8Array.from({ length: 120 * 160 }, (_, n) => (isInside(n % 120, Math.floor(n / 120)) ? 1 : 0)),
});

describe('a skeleton in an outline', () => {
  eachOf(4, [
    'arms raised',
    'arms hang against the body',
    'hands on the hips',
    'hands behind the head',
    'elbows bent down',
    'huge head',
    'no neck, wide',
    'stick, arms down',
    'gown to the ground',
    'skirt and pigtails',
    'wide brim',
    'holds a staff',
    'holds a balloon',
    'tadpole',
    'runs',
  ])('finds ten of twelve joints or more: %s', (name) => {
    expect(astray(dolls[name]!).length).toBeLessThanOrEqual(2);
  });

  it('finds every joint of legs that separate only at the feet', () => {
    expect(astray(dolls['trousers, parted at the feet alone']!)).toEqual([]);
  });

  it('does not mistake an antenna for a head, or an ear for an arm', () => {
    const count = 100;
    const cells = Array.from({ length: count }, (_, i) => i * 60 + 30);
    const robot = cells.map((_, i) => (i < 50 ? 12 : i < 60 ? 11 : i < 85 ? 16 : i < 95 ? 2 : 3));
    const limb = (side: 1 | -1, at: number, length: number) => ({ side, at, back: null, path: [], length });
    const arms = ([1, -1] as const).map((side) => limb(side, 46, 30));
    const ears = ([1, -1] as const).map((side) => limb(side, 80, 40));
    const { neck, left } = chooseArms({ cells, depth: robot }, [...arms, ...ears], count);
    expect(neck).toBeGreaterThan(45);
    expect(neck).toBeLessThan(70);
    expect(left).toBe(arms[0]);
  });

  it('follows an arm from hanging to straight up', { tags: 'slow' }, () => {
    const raised = [20, 60, 100, 140, 170].map((angle) =>
      astray({ ...plainDoll, leftArm: [angle, angle + 20], rightArm: [angle, angle] }),
    );
    expect(raised.flat().length).toBeLessThanOrEqual(3);
  });

  eachOf(2, [
    ['a ball', block((x, y) => Math.hypot(x - 60, y - 80) < 50)],
    ['a pole', block((x, y) => Math.abs(x - 60) < 3 && y > 5)],
    ['a wall', block((x, y) => x > 2 && x < 117 && y > 100 && y < 120)],
    [
      'a star',
      block((x, y) => Math.hypot(x - 60, y - 80) < 35 + 20 * Math.cos(5 * Math.atan2(y - 80, x - 60))),
    ],
  ])('is complete and within the outline, also in %s', (_, mask) => {
    const s = silhouetteOf(mask, 1.6, 150);
    const { joints } = fitOutlineBiped(s);
    expect(new Set(joints.map(({ name }) => name)).size).toBe(21);
    for (const { position } of joints) {
      expect(Math.abs(position[0])).toBeLessThanOrEqual(s.width / 2 + s.height * 0.1);
      expect(position[1]).toBeGreaterThan(-0.02);
      expect(position[1]).toBeLessThanOrEqual(s.height);
    }
  });
});
