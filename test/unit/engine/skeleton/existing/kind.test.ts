import { expect, it } from 'vitest';
import { ownKindIn } from '../../../../../src/engine/skeleton/existing/kind.js';

const kindOf = (names: readonly string[]) => ownKindIn(names.map((name) => ({ name, at: [0, 0, 0] })));
const both = (...parts: string[]) => parts.flatMap((part) => [`${part}.L`, `${part}.R`]);

it.each([
  ['aquatic', ['Spine1', 'Tail', ...both('Fin')]],
  ['aquatic', ['root', 'tail_01', 'dorsal_fin', 'flipper_l', 'flipper_r']],
  ['hexapod', ['Head', ...both('TopLeg1', 'TopLeg2', 'MidLeg1', 'MidLeg2', 'BottomLeg1', 'Wing')]],
  ['octopod', ['Head', ...both('FrontLeg', 'MidLegA', 'MidLegB', 'BackUpperLeg', 'BackLowerLeg')]],
] as const)('is %s by the joints %s', (kind, names) => {
  expect(kindOf(names)).toBe(kind);
});

it.each<[string, string[]]>([
  ['of a dog', both('FrontUpperLeg', 'FrontLowerLeg', 'BackUpperLeg', 'BackLowerLeg')],
  ['of a person with fingers', both('UpperArm', 'UpperLeg', 'LowerLeg', 'Finger1')],
  ['of a penguin', ['Tail', ...both('Fin', 'Leg', 'Foot')]],
  ['with legs on one side', ['TopLeg.L', 'MidLeg.L', 'BottomLeg.L']],
  ['without names', ['Bone', 'Bone.001']],
])('is open by joints %s', (_, names) => {
  expect(kindOf(names)).toBeNull();
});
