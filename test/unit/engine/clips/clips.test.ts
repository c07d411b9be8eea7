import { describe, expect, it } from 'vitest';
import { sculptCharacter } from '../../../../src/engine/body/character.js';
import { type Clip, poseSkeleton, reach, rotateBy } from '../../../../src/engine/clips/clip.js';
import { clipsOf } from '../../../../src/engine/clips/clips.js';
import { add, distance, normalize, sub } from '../../../../src/engine/geometry/vec.js';
import { describePrompt as read } from '../../../../src/engine/input/text/prompt.js';
import { jointOf, type Skeleton } from '../../../../src/engine/skeleton/skeleton.js';

const skeletonOf = (prompt: string): Skeleton => sculptCharacter(read(prompt), 1, {}).skeleton;
/** The contact points: its feet, or the middles of an octopus' arms. */
const feetOf = ({ joints }: Skeleton): string[] =>
  joints.map(({ name }) => name).filter((name) => /(Foot|Arm3)$/.test(name));
const placeOf = (skeleton: Skeleton, clip: Clip, pose: number, name: string) =>
  poseSkeleton(skeleton, clip.poses[pose]!)[skeleton.joints.findIndex((joint) => joint.name === name)]!
    .position;

const walkers = [
  'a man',
  'a short fat dwarf',
  'a horse',
  'a frog',
  'a dragon',
  'an eagle',
  'a flamingo',
  'a penguin',
  'an ant',
  'a butterfly',
  'a spider',
  'a crab',
  'an octopus',
];
describe.each(walkers)('the clips of %s', (prompt) => {
  const skeleton = skeletonOf(prompt);
  const clips = clipsOf(skeleton);
  const feet = feetOf(skeleton);

  it('are at least eight, 38 for two legs and two arms, and end as they start', () => {
    expect(clips.map(({ name }) => name)).toEqual(expect.arrayContaining(['idle', 'walk']));
    expect(clips.length).toBeGreaterThanOrEqual(skeleton.kind === 'biped' ? 38 : 8);
    expect(new Set(clips.map(({ name }) => name)).size).toBe(clips.length);
    for (const { poses, once } of clips) if (!once) expect(poses.at(-1)).toEqual(poses[0]);
  });

  it('keep every bone its length and every turn a unit quaternion', () => {
    const parents = skeleton.joints.map((joint) =>
      skeleton.joints.findIndex(({ name }) => name === joint.parent),
    );
    const [turns, bones]: [number[], number[]] = [[], []];
    for (const clip of clips)
      for (const pose of clip.poses) {
        turns.push(...[...pose.rotations.values()].map((rotation) => Math.abs(Math.hypot(...rotation) - 1)));
        const posed = poseSkeleton(skeleton, pose);
        skeleton.joints.forEach((joint, i) => {
          const parent = parents[i]!;
          if (parent < 0) return;
          const now = distance(posed[i]!.position, posed[parent]!.position);
          bones.push(Math.abs(now - distance(joint.position, skeleton.joints[parent]!.position)));
        });
      }
    // Once for all: an expectation for each of ten thousand numbers takes longer than posing.
    expect(turns.filter((error) => !(error < 5e-7))).toEqual([]);
    expect(bones.filter((error) => !(error < 5e-7))).toEqual([]);
    expect([turns.length > 0, bones.length > 0]).toEqual([true, true]);
  });

  it('keep planted feet in place while idle', () => {
    const idle = clips.find(({ name }) => name === 'idle')!;
    for (const foot of feet)
      for (let pose = 0; pose < idle.poses.length; pose++)
        expect(distance(placeOf(skeleton, idle, pose, foot), jointOf(skeleton, foot).position)).toBeLessThan(
          0.01 * skeleton.joints[0]!.position[1],
        );
  });

  it('walk without sliding: every planted foot moves back at the same speed', () => {
    const walk = clips.find(({ name }) => name === 'walk')!;
    const hip = skeleton.joints[0]!.position[1];
    const steps = feet.flatMap((foot) =>
      walk.poses.slice(1).flatMap((_, i) => {
        const [from, to] = [placeOf(skeleton, walk, i, foot), placeOf(skeleton, walk, i + 1, foot)];
        const low = jointOf(skeleton, foot).position[1] + hip * 0.006;
        return from[1] < low && to[1] < low ? [to[2] - from[2]] : [];
      }),
    );
    // Feet of people roll: their ankles are low only between the landing heel and the leaving toes.
    expect(steps.length).toBeGreaterThan(feet.length * (skeleton.kind === 'biped' ? 4 : 6));
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    expect(mean).toBeLessThan(0);
    for (const step of steps) expect(Math.abs(step - mean)).toBeLessThan(Math.abs(mean) * 0.35);
  });
});

describe('many legs', () => {
  it.each([
    ['an ant', 6],
    ['a spider', 8],
    ['an octopus', 8],
  ])('%s keeps half of its %i feet on the ground in every pose of its walk', (prompt, count) => {
    const skeleton = skeletonOf(prompt);
    const feet = feetOf(skeleton);
    expect(feet.length).toBe(count);
    const walk = clipsOf(skeleton).find(({ name }) => name === 'walk')!;
    walk.poses.forEach((_, pose) => {
      const standing = feet.filter(
        (foot) => placeOf(skeleton, walk, pose, foot)[1] < jointOf(skeleton, foot).position[1] + 1e-4,
      );
      expect(standing.length).toBeGreaterThanOrEqual(count / 2);
    });
  });
});

describe('a snake', () => {
  it('slithers along its own path: grounded parts move along the body, not sideways', () => {
    const skeleton = skeletonOf('a snake');
    const clip = clipsOf(skeleton).find(({ name }) => name === 'slither')!;
    const line = ['spine2', 'spine1', 'tail1', 'tail2', 'tail3', 'tail4', 'tail5', 'tail6'];
    const places = clip.poses.map(
      (_, pose) => new Map(line.map((name) => [name, placeOf(skeleton, clip, pose, name)])),
    );
    const at = (pose: number, name: string) => places[pose]!.get(name)!;
    /** The body's direction at a point of the line. */
    const along = (pose: number, k: number) => normalize(sub(at(pose, line[k - 1]!), at(pose, line[k + 1]!)));
    /** The sideways movement of each point in each step while the ground moves back by `advance`. */
    const slips = (advance: number) =>
      line.slice(1, -1).flatMap((name, i) =>
        clip.poses.slice(1).map((_, pose) => {
          const [x, , z] = sub(at(pose + 1, name), at(pose, name));
          const [ax, , az] = normalize(add(along(pose, i + 1), along(pose + 1, i + 1)));
          return Math.abs(x * az - (z + advance) * ax);
        }),
      );
    const length = 1.5;
    const steps = Array.from({ length: 60 }, (_, i) => (length * i) / 1200);
    const advance = steps.reduce((best, step) =>
      Math.max(...slips(step)) < Math.max(...slips(best)) ? step : best,
    );
    expect(advance).toBeGreaterThan(0.01 * length);
    expect(Math.max(...slips(advance))).toBeLessThan(advance * 0.3);
  });
});

describe('wings', () => {
  it('fold along a standing bird and open when it flies', () => {
    const skeleton = skeletonOf('an eagle');
    const clips = clipsOf(skeleton);
    const reach = (name: string, pose: number) =>
      Math.abs(placeOf(skeleton, clips.find((clip) => clip.name === name)!, pose, 'leftWingTip')[0]);
    const flying = clips.find(({ name }) => name === 'flap')!.poses.map((_, pose) => reach('flap', pose));
    expect(Math.max(...flying)).toBeGreaterThan(reach('idle', 0) * 2.5);
  });
});

describe.each(['a shark', 'a whale', 'a cobra', 'an eastern dragon', 'an eel'])(
  'the clips of %s',
  (prompt) => {
    it('are at least eight, closed, and move the whole of it', () => {
      const skeleton = skeletonOf(prompt);
      const clips = clipsOf(skeleton);
      expect(clips.length).toBeGreaterThanOrEqual(8);
      for (const { poses, once } of clips) {
        if (!once) expect(poses.at(-1)).toEqual(poses[0]);
        for (const pose of poses)
          for (const { position } of poseSkeleton(skeleton, pose))
            expect(position.every(Number.isFinite)).toBe(true);
      }
      const tail = skeleton.joints.filter(({ name }) => name.startsWith('tail')).at(-1)!.name;
      const moves = clips[1]!.poses.map((_, pose) => placeOf(skeleton, clips[1]!, pose, tail));
      expect(Math.max(...moves.map((p) => distance(p, moves[0]!)))).toBeGreaterThan(0.02);
    });
  },
);

describe('a limb', () => {
  it('reaches a target in range exactly, and stretches towards one beyond', () => {
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

it.each(['a man', 'a chibi girl', 'a duck man with big feet'])('%s lifts toes over the ground', (prompt) => {
  const skeleton = skeletonOf(prompt);
  for (const clip of clipsOf(skeleton).filter(({ name }) => name === 'walk' || name === 'run'))
    for (let pose = 0; pose < clip.poses.length; pose++)
      for (const side of ['left', 'right']) {
        const index = skeleton.joints.findIndex(({ name }) => name === `${side}Toes`);
        const { position, rotation } = poseSkeleton(skeleton, clip.poses[pose]!)[index]!;
        const { position: rest, tail } = skeleton.joints[index]!;
        const tip = add(position, rotateBy(rotation, sub(tail, rest)));
        expect(tip[1]).toBeGreaterThan(tail[1] - 1e-3);
      }
});
