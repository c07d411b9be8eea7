import { expect, it } from 'vitest';
import type { Vec3 } from '../../../../../src/engine/geometry/vec.js';
import { liesInFile, ownKindsIn } from '../../../../../src/engine/skeleton/existing/kind.js';

/** Joints one after another through these places; the last place holds the others. */
const chainOf = (names: readonly string[], places: readonly Vec3[] = [[0, 0, 0]]) =>
  names.map((name, i) => ({ name, at: places[Math.min(i, places.length - 1)]! }));
const kindsOf = (names: readonly string[]) => ownKindsIn(chainOf(names));
const both = (...parts: string[]) => parts.flatMap((part) => [`${part}.L`, `${part}.R`]);

it.each([
  ['aquatic', ['Spine1', 'Tail', ...both('Fin')]],
  ['aquatic', ['root', 'tail_01', 'dorsal_fin', 'flipper_l', 'flipper_r']],
  ['hexapod', ['Head', ...both('TopLeg1', 'TopLeg2', 'MidLeg1', 'MidLeg2', 'BottomLeg1', 'Wing')]],
  ['octopod', ['Head', ...both('FrontLeg', 'MidLegA', 'MidLegB', 'BackUpperLeg', 'BackLowerLeg')]],
] as const)('is %s by the joints %s', (kind, names) => {
  expect(kindsOf(names)).toEqual([kind]);
});

it('has no more than four legs with front and back legs, also with controls for them', () => {
  const legs = both('FrontUpperLeg', 'FrontLowerLeg', 'BackUpperLeg', 'BackLowerLeg');
  const controls = both('IKFrontLeg', 'IKBackLeg', 'PoleTarget');
  expect(kindsOf(legs)).toEqual(['quadruped', 'biped', 'avian']);
  expect(kindsOf([...legs, ...controls])).toEqual(kindsOf(legs));
});

const straight: Vec3[] = [
  [0, 1, 0.5],
  [0, 1.05, 0.2],
  [0, 1, -0.1],
  [0, 0.95, -0.5],
];
const rising: Vec3[] = [
  [0, 1, 0.2],
  [0, 0.6, 0.1],
  [0, 0.1, 0.1],
  [0, 0, -0.7],
];
const upward: Vec3[] = [0, 1, 2, 3].map((y) => [0, y, 0]);
const spine = ['Head', 'Neck', 'Body', 'Tail1'];

it('a straight spine that lies is a fish or a slender snake, and one that rises in bends a snake', () => {
  expect(ownKindsIn(chainOf(spine, straight))).toEqual(['aquatic', 'serpentine']);
  expect(ownKindsIn(chainOf(spine, rising))).toEqual(['serpentine', 'aquatic']);
  expect(liesInFile(chainOf(spine, straight))).toBe(true);
});

it('joints without names are a fish only in a straight line that lies', () => {
  const numbered = ['Main1', 'Main2', 'Main3', 'Main4'];
  expect(ownKindsIn(chainOf(numbered, straight))).toEqual(['aquatic', 'serpentine']);
  expect(ownKindsIn(chainOf(numbered, rising))).toEqual([]);
  expect(ownKindsIn(chainOf(numbered, upward))).toEqual([]);
  expect(liesInFile(chainOf(numbered, upward))).toBe(false);
});

it.each<[string, string[]]>([
  ['of a person with fingers', both('UpperArm', 'UpperLeg', 'LowerLeg', 'Finger1')],
  ['of a penguin', ['Tail', ...both('Fin', 'Leg', 'Foot')]],
  ['of a machine', ['Body', ...both('Leg1', 'Leg2', 'Leg3')]],
])('with legs is not a fish, snake or insect by the joints %s', (_, names) => {
  expect(kindsOf(names)).toEqual(['biped', 'avian', 'quadruped']);
});

it.each<[string, string[]]>([
  ['with legs on one side', ['TopLeg.L', 'MidLeg.L', 'BottomLeg.L']],
  ['without names', ['Bone', 'Bone.001']],
])('is open by joints %s', (_, names) => {
  expect(kindsOf(names)).toEqual([]);
});
