import { expect, it } from 'vitest';
import { humanoidMaps } from '../../../../src/engine/skeleton/humanoid.js';

it('names the joints of a person as VRM and Mixamo do, and omits those that neither knows', () => {
  const { vrm, mixamo } = humanoidMaps(['hips', 'chest', 'leftUpperArm', 'rightToes', 'tail1']);
  expect(mixamo).toEqual({
    hips: 'mixamorig:Hips',
    chest: 'mixamorig:Spine1',
    leftUpperArm: 'mixamorig:LeftArm',
    rightToes: 'mixamorig:RightToeBase',
  });
  expect(vrm).toEqual({ hips: 'hips', chest: 'chest', leftUpperArm: 'leftUpperArm', rightToes: 'rightToes' });
});
