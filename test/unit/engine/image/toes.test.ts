import { describe, expect, it } from 'vitest';
import { leaf } from '../../../../src/engine/field/field.js';
import { fitBiped } from '../../../../src/engine/image/fit-biped.js';
import { distanceTo, inflate } from '../../../../src/engine/image/inflate.js';
import { silhouetteOf } from '../../../../src/engine/image/silhouette.js';
import { withToes } from '../../../../src/engine/image/toes.js';
import { jointOf } from '../../../../src/engine/skeleton/skeleton.js';
import { cutDoll } from './doll.js';

describe('the feet of a figure seen from the front', () => {
  const s = silhouetteOf(cutDoll({}, 200).mask, 1.6, 150);
  const relief = inflate(s);
  const flat = leaf({ min: [-1, -0.1, -0.3], max: [1, 1.7, 0.3] }, (x, y, z) => distanceTo(relief, x, y, z));
  const skeleton = fitBiped(s);
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
