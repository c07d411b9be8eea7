import { describe, expect, it } from 'vitest';
import { joinPieces } from '../../../../../src/engine/geometry/volume/bridge.js';
import { voxelise } from '../../../../../src/engine/geometry/volume/voxelise.js';
import { smoothNormals } from '../../../../../src/engine/input/model/normals.js';
import type { FileJoint } from '../../../../../src/engine/skeleton/existing/bones.js';
import { findMovers } from '../../../../../src/engine/skeleton/existing/handles.js';
import { weighArmature } from '../../../../../src/engine/skinning/weigh.js';
import { type Point, person, type Tube, tubes, workshop } from '../../input/model/figures.js';

type Rig = Record<string, readonly [parent: string | null, at: Point]>;

const body: Rig = {
  root: [null, [0, 0, 0]],
  hips: ['root', [0, 0.88, 0]],
  chest: ['hips', [0, 1.2, 0]],
  head: ['chest', [0, 1.55, 0]],
  ...Object.assign(
    {},
    ...['L', 'R'].map((side, i): Rig => {
      const x = i === 0 ? 1 : -1;
      return {
        [`arm.${side}`]: ['chest', [x * 0.18, 1.36, 0]],
        [`forearm.${side}`]: [`arm.${side}`, [x * 0.45, 1.2, 0]],
        [`hand.${side}`]: [`forearm.${side}`, [x * 0.72, 1.04, 0]],
        [`thigh.${side}`]: ['hips', [x * 0.1, 0.8, 0]],
        [`shin.${side}`]: [`thigh.${side}`, [x * 0.12, 0.45, 0]],
        [`foot.${side}`]: [`shin.${side}`, [x * 0.13, 0.06, 0]],
      };
    }),
  ),
};

const handles: Rig = {
  'kneeIK.L': ['root', [0.12, 0.45, 0.4]],
  'before the knee': ['root', [-0.12, 0.45, 0.4]],
  'control-heel-roll.L': ['root', [0.13, 0.03, -0.03]],
  'IK-foot.L': ['control-heel-roll.L', [0.13, 0.06, 0]],
  'handslot.R': ['hand.R', [-0.8, 1, 0]],
};

const jointsOf = (rig: Rig): FileJoint[] => {
  const names = Object.keys(rig);
  return names.map((name) => {
    const [parent, at] = rig[name]!;
    return { name, parent: parent === null ? null : names.indexOf(parent), at };
  });
};

const partOf = (shape: readonly Tube[]) => {
  const { positions, indices } = tubes(shape);
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
};

const solid = joinPieces(voxelise([partOf(person)], 64));

const leftOut = (rig: Rig, volume = solid): string[] => {
  const moves = findMovers(jointsOf(rig), volume);
  return Object.keys(rig).filter((_, j) => !moves[j]);
};

const renamed = (rig: Rig, rename: (name: string) => string): Rig =>
  Object.fromEntries(
    Object.entries(rig).map(([name, [parent, at]]) => [
      rename(name),
      [parent === null ? null : rename(parent), at],
    ]),
  );

describe('control bones in a file', () => {
  it('hold no vertex: poles in front of a knee, controls in a foot, a slot in a hand, a root on the ground', {
    tags: 'slow',
  }, () => {
    const rig = { ...body, ...handles };
    const { document, primitive } = workshop();
    const joints = jointsOf(rig);
    const nodes = joints.map(({ name }) => document.createNode(name));
    joints.forEach(({ at, parent }, j) => {
      const from = parent === null ? [0, 0, 0] : joints[parent]!.at;
      nodes[j]!.setTranslation([at[0] - from[0]!, at[1] - from[1]!, at[2] - from[2]!]);
      if (parent !== null) nodes[parent]!.addChild(nodes[j]!);
    });
    const skin = document.createSkin();
    for (const node of nodes) skin.addJoint(node);
    const part = partOf(person);
    const source = primitive(tubes(person));
    const piece = { ...part, source, normals: smoothNormals(part.positions, part.indices) };
    const [made] = weighArmature(document, { skin, pieces: [piece] });
    const holding = new Set([...made!.joints].filter((_, i) => made!.weights[i]! > 0));
    expect([...holding].map((j) => joints[j]!.name).sort()).toEqual(
      Object.keys(body)
        .filter((name) => name !== 'root')
        .sort(),
    );
  });

  it('exclude a root inside the body', () => {
    expect(leftOut({ ...body, root: [null, [0, 0.86, 0]] })).toEqual([]);
  });

  it('include roots above roots, but not the arm of a glove that ends at its cuff', () => {
    expect(leftOut({ ...body, world: [null, [0, 0, 0.1]], root: ['world', [0, 0, 0]] })).toEqual([
      'root',
      'world',
    ]);
    const glove = joinPieces(voxelise([partOf([[[0.5, 0.2, 0], [1.5, 0.2, 0], 0.15]])], 64));
    const arm: Rig = { forearm: [null, [-0.3, 0.2, 0]], hand: ['forearm', [0.9, 0.2, 0]] };
    expect(leftOut(arm, glove)).toEqual([]);
  });

  it('exclude the only joints of a surface, whatever their names', () => {
    const inside: Rig = { ...body, root: [null, [0, 0.86, 0]] };
    expect(leftOut(renamed(inside, (name) => `${name}_ctrl`))).toEqual([]);
    expect(leftOut(renamed(inside, (name) => name.replace('hand', 'Hand_Ctrl')))).toEqual([]);
    expect(leftOut(renamed(inside, (name) => name.replace(/arm|hand/, 'control_$&')))).toEqual([]);
  });

  it('are recognized by whole words', () => {
    const near: Point = [0, 1.25, 0.02];
    for (const name of ['Spike', 'Mikey', 'eye_socket.L', 'EyeSocket', 'tadpole', 'uncontrolled'])
      expect(leftOut({ ...body, [name]: ['chest', near] })).toEqual(['root']);
    for (const name of ['LeftIKHand', 'ik_chest', 'chest.IK2', 'weapon_socket', 'spineCtrl', 'PoleTarget'])
      expect(leftOut({ ...body, [name]: ['chest', near] })).toEqual(['root', name]);
  });

  it('exclude a tail whose only bones are named as controls', () => {
    const hind: readonly Tube[] = [...person, [[0, 0.95, -0.1], [0, 0.95, -0.7], 0.06]];
    const tail: Rig = {
      'tail_ctrl.1': ['hips', [0, 0.95, -0.15]],
      'tail_ctrl.2': ['tail_ctrl.1', [0, 0.95, -0.4]],
      'tail_ctrl.3': ['tail_ctrl.2', [0, 0.95, -0.65]],
    };
    expect(leftOut({ ...body, ...tail }, joinPieces(voxelise([partOf(hind)], 64)))).toEqual(['root']);
  });

  it('are all kept as joints if no other joint is left', () => {
    const beside: Rig = { one: [null, [3, 0.5, 3]], two: ['one', [3, 1, 3]] };
    expect(leftOut(beside)).toEqual([]);
  });
});
