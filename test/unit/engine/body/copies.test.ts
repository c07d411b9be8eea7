import { describe, expect, it } from 'vitest';
import { clipsOf } from '../../../../src/engine/clips/clips.js';
import { interpretText } from '../../../../src/engine/pipeline/text.js';

const sculpt = async (prompt: string) => await interpretText({ kind: 'text', prompt, seed: 3 }).sculpt();

describe('a repeated part', () => {
  it('has joints, a surface and all that it carries', async () => {
    const { skeleton, solids } = await sculpt('a two-headed ogre with a top hat');
    const heads = skeleton.joints.filter(({ name }) => /^head(__\d)?$/.test(name));
    const [left, right] = heads.map(({ position, tail }) =>
      [0, 1, 2].map((i) => (position[i]! + tail[i]!) / 2),
    );
    expect(heads).toHaveLength(2);
    expect(left![0]! * right![0]!).toBeLessThan(0);
    for (const at of [left, right]) expect(solids[0]!.field.at(at![0]!, at![1]!, at![2]!)).toBeLessThan(0);
    for (const name of ['left eye', 'right eye', 'lips', 'top hat'])
      expect(
        solids.filter((solid) => solid.name === name),
        name,
      ).toHaveLength(2);
  });

  it.each([
    ['a four-armed warrior', /^(left|right)Hand(__\d)?$/, 4],
    ['a nine-tailed fox', /^tail1(__\d)?$/, 9],
    ['a three-headed snake', /^head(__\d)?$/, 3],
    ['a two-headed eagle', /^head(__\d)?$/, 2],
    ['cerberus', /^head(__\d)?$/, 3],
    ['an angel with four wings', /^(left|right)Wing(__\d)?$/, 4],
  ])('is made as often as asked: %s', async (prompt, joint, many) => {
    const { skeleton, solids } = await sculpt(prompt);
    const names = skeleton.joints.map(({ name }) => name);
    expect(names.filter((name) => joint.test(name))).toHaveLength(many);
    expect(new Set(names).size).toBe(names.length);
    const known = new Set(names);
    for (const { parent } of skeleton.joints) if (parent) expect(known).toContain(parent);
    for (const { binding } of solids) if (binding.kind === 'rigid') expect(known).toContain(binding.joint);
  });

  it('moves in clips', async () => {
    const { skeleton } = await sculpt('a four-armed warrior');
    const wave = clipsOf(skeleton, { clips: ['wave'] })[0]!;
    expect(wave.poses.some(({ rotations }) => rotations.has('rightUpperArm__2'))).toBe(true);
    expect(wave.poses.at(-1)).toBe(wave.poses[0]);
  });
});
