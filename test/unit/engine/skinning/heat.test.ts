import { describe, expect, it } from 'vitest';
import { sculptCharacter } from '../../../../src/engine/body/character.js';
import { type Mesh, vertexAt, vertexCount } from '../../../../src/engine/geometry/mesh/mesh.js';
import { meshField } from '../../../../src/engine/geometry/mesh/surface-nets.js';
import { describePrompt as read } from '../../../../src/engine/input/text/prompt.js';
import { skinMeshes } from '../../../../src/engine/skinning/skin.js';

describe('skin weights', () => {
  const character = sculptCharacter(read('a thin man with wings'), 1, {});
  const solids = character.solids.filter(({ name }) => ['body', 'left wing', 'shirt'].includes(name));
  const meshes: Mesh[] = solids.map(({ field, cell, material }) => meshField(field, cell * 1.6, material));
  const skinned = skinMeshes({ ...character, solids }, meshes);
  const joints = character.skeleton.joints;

  it('are four a vertex, sum to one, heaviest first', () => {
    // Filtered, because an expectation for each vertex takes longer than the skin.
    for (const { mesh, skin } of skinned) {
      const rows = Array.from({ length: vertexCount(mesh) }, (_, v) => ({
        weights: [...skin.weights.subarray(v * 4, v * 4 + 4)],
        joints: [...skin.joints.subarray(v * 4, v * 4 + 4)],
      }));
      const isSound = ({ weights, joints: named }: (typeof rows)[number]) =>
        Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-6 &&
        weights.every((weight, i) => i === 0 || weight <= weights[i - 1]! + 1e-6) &&
        weights.every((weight, i) => i === 0 || weight !== 0 || named[i] === 0);
      expect(rows.filter((row) => !isSound(row))).toEqual([]);
    }
  });

  /** Mean share of the joints whose names match, over the vertices selected by `where`. */
  const share = (solid: number, names: RegExp, where: (x: number, y: number, z: number) => boolean) => {
    const { mesh, skin } = skinned[solid]!;
    const picked = Array.from({ length: vertexCount(mesh) }, (_, v) => v).filter((v) =>
      where(...vertexAt(mesh.positions, v)),
    );
    expect(picked.length).toBeGreaterThan(5);
    const shares = picked.map((v) =>
      [0, 1, 2, 3].reduce(
        (sum, i) => sum + (names.test(joints[skin.joints[v * 4 + i]!]!.name) ? skin.weights[v * 4 + i]! : 0),
        0,
      ),
    );
    return shares.reduce((sum, one) => sum + one, 0) / shares.length;
  };
  const place = (name: string) => joints.find((joint) => joint.name === name)!.position;

  it('bind the hand to the hand and the head to the head', () => {
    expect(
      share(0, /^left(Hand|Thumb|Index|Middle|Ring|Little)/, (x) => x > place('leftHand')[0] + 0.05),
    ).toBeGreaterThan(0.9);
    expect(share(0, /^head$/, (_x, y) => y > place('head')[1] + 0.15)).toBeGreaterThan(0.95);
  });

  it('never bind one leg to the other, or an arm to the hip', () => {
    expect(share(0, /^right.*(Leg|Foot)/, (x, y) => x > 0.05 && y < place('leftLowerLeg')[1])).toBeLessThan(
      0.02,
    );
    expect(
      share(0, /Arm|Hand/, (x, y) => Math.abs(x) < 0.12 && Math.abs(y - place('hips')[1]) < 0.08),
    ).toBeLessThan(0.02);
  });

  it('bend a knee over some width instead of at a line', () => {
    const knee = place('leftLowerLeg');
    const upper = share(0, /^leftUpperLeg$/, (x, y) => x > 0 && Math.abs(y - knee[1]) < 0.03);
    expect(upper).toBeGreaterThan(0.2);
    expect(upper).toBeLessThan(0.8);
  });

  it('bind wings to their own bones and the shirt to the body below it', () => {
    const wing = solids.findIndex(({ name }) => name === 'left wing');
    expect(share(wing, /^leftWing/, () => true)).toBeGreaterThan(0.99);
    const shirt = solids.findIndex(({ name }) => name === 'shirt');
    const [shoulder, elbow] = [place('leftUpperArm'), place('leftLowerArm')];
    const [armX, armY] = [0, 1].map((i) => shoulder[i]! * 0.3 + elbow[i]! * 0.7) as [number, number];
    expect(share(shirt, /^left.*Arm$/, (x, y) => Math.hypot(x - armX, y - armY) < 0.06)).toBeGreaterThan(0.9);
  });
});
