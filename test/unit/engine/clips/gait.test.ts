import { describe, expect, it } from 'vitest';
import { measureBody, motionFaults } from '../../../../bench/clips/motion.js';
import { sculptCharacter } from '../../../../src/engine/body/character.js';
import { poseSkeleton } from '../../../../src/engine/clips/clip.js';
import { clipsOf } from '../../../../src/engine/clips/clips.js';
import { footPath } from '../../../../src/engine/clips/gait.js';
import { describePrompt } from '../../../../src/engine/input/text/prompt.js';
import { makeCharacter } from '../../../../src/engine/pipeline/build.js';
import { createProgress } from '../../../../src/engine/pipeline/progress.js';
import { interpretText } from '../../../../src/engine/pipeline/text.js';
import { jointOf } from '../../../../src/engine/skeleton/skeleton.js';

describe('the path of a foot', () => {
  it.each([0.6, 0.68])('has no jerk where it leaves the ground and where it lands (stance %f)', (stance) => {
    const step = 1e-4;
    const speed = (phase: number) =>
      (footPath(phase + step, stance).forward - footPath(phase, stance).forward) / step;
    for (const at of [stance, 1]) {
      expect(Math.abs(speed(at - 2 * step) - speed(at + step))).toBeLessThan(0.1);
      const { lift } = footPath(at - step, stance);
      expect(lift).toBeLessThan(0.001);
    }
  });
});

describe.each([
  ['a fox', 'leftFrontFoot', ['walk', 'run', 'sprint']],
  ['a parrot', 'leftFoot', ['walk']],
  ['a spider', 'leftFrontFoot', ['walk', 'run']],
])('%s with root motion', (prompt, foot, names) => {
  const { skeleton } = sculptCharacter(describePrompt(prompt), 1, {});

  it.each(names)('leaves a standing foot on its spot (%s)', (name) => {
    const [clip] = clipsOf(skeleton, { clips: [name], rootMotion: true });
    const index = skeleton.joints.findIndex((joint) => joint.name === foot);
    expect(index).toBeGreaterThanOrEqual(0);
    const places = clip!.poses.map((pose) => poseSkeleton(skeleton, pose)[index]!.position);
    const ground = jointOf(skeleton, foot).position[1] + 0.003 * skeleton.joints[0]!.position[1];
    const slips = places.slice(1).flatMap(([x, y, z], i) => {
      const [px, py, pz] = places[i]!;
      return Math.max(y, py) < ground ? [Math.hypot(x - px, z - pz)] : [];
    });
    const travelled = places.at(-1)![2] - places[0]![2];
    expect(travelled).toBeGreaterThan(0);
    expect(slips.length).toBeGreaterThan(2);
    expect(Math.max(...slips)).toBeLessThan(0.02 * travelled);
  });
});

it.each(['a shark', 'a snake'])('%s covers ground with root motion', (prompt) => {
  const { skeleton } = sculptCharacter(describePrompt(prompt), 1, {});
  const [, moving] = clipsOf(skeleton, { rootMotion: true });
  const [first, last] = [moving!.poses[0]!, moving!.poses.at(-1)!].map(({ rootOffset }) => rootOffset[2]);
  expect(last! - first!).toBeGreaterThan(0.1);
});

it.each([
  ['a thin mouse', 'walk'],
  ['a thin rabbit', 'walk'],
  ['a man', 'dance_twist'],
  ['a man', 'kick'],
])('%s slides no foot over the ground (%s)', async (prompt, name) => {
  const interpreted = interpretText({ kind: 'text', prompt, seed: 1, parameters: { detail: 'low' } });
  const acting = await makeCharacter(interpreted, createProgress({}), { clips: [name] });
  expect(motionFaults(measureBody(acting), acting.clips[0]!).slide).toBeLessThan(0.02);
});
