import { describe, expect, it } from 'vitest';
import { inflate, reliefDistance } from '../../../../../src/engine/body/pictured/inflate.js';
import { withToes } from '../../../../../src/engine/body/pictured/toes.js';
import { leaf } from '../../../../../src/engine/geometry/field/field.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { fitOutlineBiped } from '../../../../../src/engine/skeleton/outline/biped.js';
import { jointOf } from '../../../../../src/engine/skeleton/skeleton.js';
import { cutDoll } from '../../input/image/doll.js';

describe('the feet of a figure seen from the front', () => {
  const s = silhouetteOf(cutDoll({}, 200).mask, 1.6, 150);
  const relief = inflate(s);
  const flat = leaf({ min: [-1, -0.1, -0.3], max: [1, 1.7, 0.3] }, (x, y, z) =>
    reliefDistance(relief, x, y, z),
  );
  const skeleton = fitOutlineBiped(s);
  const field = withToes(flat, skeleton, s.height);
  const deep = (joint: string, up: number, way: 1 | -1): number => {
    const [x, y] = jointOf(skeleton, joint).position;
    let z = 0;
    while (field.at(x, y + up, way * z) < 0) z += 0.002;
    return z;
  };

  it('extend far in front of the ankle and little behind it', () => {
    expect(deep('leftFoot', -0.05, 1)).toBeGreaterThan(1.8 * deep('leftFoot', -0.05, -1));
    expect(deep('rightFoot', -0.05, 1)).toBeGreaterThan(1.8 * deep('rightFoot', -0.05, -1));
  });

  it('do not change the knees and the hands', () => {
    for (const joint of ['leftLowerLeg', 'rightLowerLeg', 'leftHand'])
      expect(deep(joint, 0, 1)).toBeCloseTo(deep(joint, 0, -1), 3);
  });
});
