import { describe, expect, it } from 'vitest';
import { rotateBy, turnBy } from '../../../../../src/engine/clips/clip.js';
import type { Vec3 } from '../../../../../src/engine/geometry/vec.js';
import { mainJoints, type NamedJoint } from '../../../../../src/engine/skeleton/existing/named.js';
import { completed, ownPersonIn } from '../../../../../src/engine/skeleton/existing/person.js';

const person: Record<string, Vec3> = {
  hips: [0, 1, 0],
  neck: [0, 1.5, 0],
  head: [0, 1.6, 0],
  leftUpperArm: [0.2, 1.4, 0],
  leftLowerArm: [0.4, 1.2, 0],
  leftHand: [0.6, 1, 0],
  rightUpperArm: [-0.2, 1.4, 0],
  rightLowerArm: [-0.4, 1.2, 0],
  rightHand: [-0.6, 1, 0],
  leftUpperLeg: [0.1, 0.9, 0],
  leftLowerLeg: [0.1, 0.5, 0],
  leftFoot: [0.1, 0.1, 0],
  rightUpperLeg: [-0.1, 0.9, 0],
  rightLowerLeg: [-0.1, 0.5, 0],
  rightFoot: [-0.1, 0.1, 0],
};

const named = (places: Record<string, Vec3>, nameOf = (ours: string) => ours): NamedJoint[] =>
  Object.entries(places).map(([ours, at]) => ({ name: nameOf(ours), at }));
const without = (...names: RegExp[]) =>
  Object.fromEntries(Object.entries(person).filter(([name]) => !names.some((one) => one.test(name))));

const conventions: Record<string, Record<string, string>> = {
  mixamo: {
    leftUpperArm: 'mixamorig:LeftArm',
    rightLowerArm: 'mixamorig:RightForeArm',
    leftUpperLeg: 'mixamorig:LeftUpLeg',
    rightLowerLeg: 'mixamorig:RightLeg',
    head: 'mixamorig:Head',
    hips: 'mixamorig:Hips',
  },
  unreal: { leftUpperArm: 'upperarm_l', rightLowerLeg: 'calf_r', leftUpperLeg: 'thigh_l', hips: 'pelvis' },
  blender: { leftUpperArm: 'UpperArm.L', rightLowerLeg: 'LowerLeg.R', rightFoot: 'Foot.R_0012' },
  vroid: { leftUpperArm: 'J_Bip_L_UpperArm', rightHand: 'J_Bip_R_Hand', head: 'J_Bip_C_Head' },
};

describe('the names of joints', () => {
  it.each(Object.entries(conventions))('of %s are those of a person', (_, names) => {
    const found = mainJoints(Object.entries(names).map(([, name], i) => ({ name, at: [i, 0, 0] })));
    expect([...found!.keys()].sort()).toEqual(Object.keys(names).sort());
  });

  it.each([
    'Spine2',
    'LeftEye',
    'index_01_l',
    'PoleTarget.L',
    'FrontUpperLeg.L',
    'Tail1',
    'Ear.R',
    'Armature',
  ])('leave %s out', (name) => {
    expect(mainJoints([{ name, at: [0, 0, 0] }])!.size).toBe(0);
  });
});

it('a hand starts at the wrist, in whichever order a file names both', () => {
  const [wrist, hand]: NamedJoint[] = [
    { name: 'wrist.l', at: [0.5, 1, 0] },
    { name: 'hand.l', at: [0.6, 1, 0] },
  ];
  for (const joints of [
    [wrist!, hand!],
    [hand!, wrist!],
  ])
    expect(mainJoints(joints)).toEqual(new Map([['leftHand', wrist!.at]]));
  expect(mainJoints([wrist!, hand!, wrist!])).toBeNull();
});

describe('the person in a skeleton', () => {
  const directionOf = (joints: NamedJoint[]) => {
    const own = ownPersonIn(joints);
    const rounded = (v: Vec3) => rotateBy(own!.turn, v).map((x) => Math.round(x) || 0);
    return own && { up: rounded([0, 1, 0]), front: rounded([0, 0, 1]) };
  };

  it.each([
    ['upright', turnBy(0)],
    ['on its back', turnBy(-Math.PI / 2)],
    ['upside down', turnBy(Math.PI)],
    ['seen from the side', turnBy(0, Math.PI / 2)],
    ['lying on its side', turnBy(0, 0, Math.PI / 2)],
  ])('shows what is up and forward %s', (_, turn) => {
    const turned = Object.entries(person).map(([name, at]) => ({ name, at: rotateBy(turn, at) }));
    const wanted = (v: Vec3) => rotateBy(turn, v).map((x) => Math.round(x) || 0);
    expect(directionOf(turned)).toEqual({ up: wanted([0, 1, 0]), front: wanted([0, 0, 1]) });
  });

  it('needs no names of arms, hands or feet', () => {
    expect(directionOf(named(without(/Arm|Hand|Foot/)))).toEqual({ up: [0, 1, 0], front: [0, 0, 1] });
  });

  it.each<[string, NamedJoint[]]>([
    ['without legs', named(without(/Leg|Foot/))],
    ['with a leg on one side', named(without(/right.*Leg/))],
    ['of two people', [...named(person), ...named(person)]],
    [
      'that lies across its legs like an animal',
      named({ ...person, head: [0, 1, 0.9], leftUpperArm: [0.1, 0.9, 0.7], rightUpperArm: [-0.1, 0.9, 0.7] }),
    ],
    ['of a bird', [...named(without(/Arm|Hand/)), { name: 'Wing.L', at: [0.2, 1, 0] }]],
    [
      'at an angle between two sides of the file',
      Object.entries(person).map(([name, at]) => ({ name, at: rotateBy(turnBy(0, Math.PI / 4), at) })),
    ],
    ['without joints', []],
  ])('is not found %s', (_, joints) => {
    expect(ownPersonIn(joints)).toBeNull();
  });

  it('has its limbs continued straight where hands and feet have no names', () => {
    const all = completed(new Map(Object.entries(without(/Hand|Foot/))));
    expect(all.get('leftHand')!.map((x) => Math.round(x * 100) / 100)).toEqual([0.58, 1.02, 0]);
    expect(all.get('rightFoot')!.map((x) => Math.round(x * 100) / 100)).toEqual([-0.1, 0.14, 0]);
  });
});
