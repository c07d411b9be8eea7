import { describe, expect, it } from 'vitest';
import { sculptCharacter } from '../../../../src/engine/body/character.js';
import { bipedClips } from '../../../../src/engine/clips/biped.js';
import { type Clip, poseSkeleton, reach } from '../../../../src/engine/clips/clip.js';
import { quadrupedClips } from '../../../../src/engine/clips/quadruped.js';
import { add, distance } from '../../../../src/engine/math/vec.js';
import { jointOf, type Skeleton } from '../../../../src/engine/skeleton/skeleton.js';
import { describe as read } from '../../../../src/engine/text/grammar.js';

const skeletonOf = (prompt: string): Skeleton => sculptCharacter(read(prompt), 1, {}).skeleton;
const clipsOf = (skeleton: Skeleton): Clip[] =>
  skeleton.kind === 'biped' ? bipedClips(skeleton) : quadrupedClips(skeleton);
const placeOf = (skeleton: Skeleton, clip: Clip, pose: number, name: string) =>
  poseSkeleton(skeleton, clip.poses[pose]!)[skeleton.joints.findIndex((joint) => joint.name === name)]!
    .position;

describe.each(['a man', 'a short fat dwarf', 'a horse', 'a frog', 'a dragon'])(
  'the clips of %s',
  (prompt) => {
    const skeleton = skeletonOf(prompt);
    const clips = clipsOf(skeleton);
    const feet = skeleton.joints.filter(({ name }) => name.endsWith('Foot')).map(({ name }) => name);

    it('are at least three, and end as they began', () => {
      expect(clips.map(({ name }) => name)).toEqual(expect.arrayContaining(['idle', 'walk', 'run']));
      for (const { poses } of clips) expect(poses.at(-1)).toEqual(poses[0]);
    });

    it('keep every bone its length and every turn a unit quaternion', () => {
      for (const clip of clips)
        for (const pose of clip.poses) {
          for (const rotation of pose.rotations.values()) expect(Math.hypot(...rotation)).toBeCloseTo(1, 6);
          const posed = poseSkeleton(skeleton, pose);
          skeleton.joints.forEach((joint, i) => {
            const parent = skeleton.joints.findIndex(({ name }) => name === joint.parent);
            if (parent < 0) return;
            const now = distance(posed[i]!.position, posed[parent]!.position);
            expect(now).toBeCloseTo(distance(joint.position, skeleton.joints[parent]!.position), 6);
          });
        }
    });

    it('keep standing feet where they stand while idle', () => {
      const idle = clips.find(({ name }) => name === 'idle')!;
      for (const foot of feet)
        for (let pose = 0; pose < idle.poses.length; pose++)
          expect(
            distance(placeOf(skeleton, idle, pose, foot), jointOf(skeleton, foot).position),
          ).toBeLessThan(0.01 * skeleton.joints[0]!.position[1]);
    });

    it('walk without sliding: a foot on the ground moves back as fast as every other', () => {
      const walk = clips.find(({ name }) => name === 'walk')!;
      const hip = skeleton.joints[0]!.position[1];
      const steps = feet.flatMap((foot) =>
        walk.poses.slice(1).flatMap((_, i) => {
          const [from, to] = [placeOf(skeleton, walk, i, foot), placeOf(skeleton, walk, i + 1, foot)];
          const low = jointOf(skeleton, foot).position[1] + hip * 0.006;
          return from[1] < low && to[1] < low ? [to[2] - from[2]] : [];
        }),
      );
      expect(steps.length).toBeGreaterThan(feet.length * 6);
      const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
      expect(mean).toBeLessThan(0);
      for (const step of steps) expect(Math.abs(step - mean)).toBeLessThan(Math.abs(mean) * 0.35);
    });
  },
);

describe('a limb', () => {
  it('reaches what it can reach exactly, and stretches towards what it cannot', () => {
    const skeleton = skeletonOf('a man');
    const limb = { upper: 'leftUpperLeg', lower: 'leftLowerLeg', end: 'leftFoot' };
    const foot = jointOf(skeleton, 'leftFoot').position;
    const end = (target: typeof foot) => {
      const pose = {
        rotations: new Map(reach(skeleton, limb, target, [0, 0, 0], 1)),
        rootOffset: [0, 0, 0] as const,
      };
      return poseSkeleton(skeleton, pose)[skeleton.joints.findIndex(({ name }) => name === 'leftFoot')]!
        .position;
    };
    const near = add(foot, [0, 0.2, 0.15]);
    expect(distance(end(near), near)).toBeLessThan(1e-6);
    const far = add(foot, [0, -1, 0]);
    expect(end(far)[1]).toBeLessThan(foot[1] + 1e-3);
    expect(end(far)[1]).toBeGreaterThan(foot[1] - 0.05);
  });
});
