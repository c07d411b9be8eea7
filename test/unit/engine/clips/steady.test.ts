import { expect, it } from 'vitest';
import { measureBody, motionFaults } from '../../../../bench/clips/motion.js';
import { poseSkeleton } from '../../../../src/engine/clips/clip.js';
import { clipsOf } from '../../../../src/engine/clips/clips.js';
import type { SkinnedSurface } from '../../../../src/engine/clips/flesh.js';
import { distance } from '../../../../src/engine/geometry/vec.js';
import { type Acting, makeCharacter } from '../../../../src/engine/pipeline/build.js';
import { createProgress } from '../../../../src/engine/pipeline/progress.js';
import { interpretText } from '../../../../src/engine/pipeline/text.js';

/** Half width, lower and upper end, and half depth, in heights of the person. */
type Walls = { aside: number; from: number; to: number; ahead: number };

/** Walls around a person that follow one joint, as cloaks and weapons of other programs' models often do. */
function wallsOf(joint: number, height: number, { aside, from, to, ahead }: Walls): SkinnedSurface {
  const corners = [-1, 1].flatMap((x) => [from, to].flatMap((y) => [-1, 1].map((z) => [x, y, z] as const)));
  const positions = corners.flatMap(([x, y, z], i) => [
    x * height * (aside + 0.05 * (i % 3)),
    y * height,
    z * height * (ahead + 0.06 * (i % 2)),
  ]);
  const sides = [
    [0, 1, 3, 2],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 3, 7, 5],
  ] as const;
  return {
    positions: Float32Array.from(positions),
    indices: sides.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
    joints: Uint8Array.from({ length: 32 }, (_, i) => (i % 4 === 0 ? joint : 0)),
    weights: Float32Array.from({ length: 32 }, (_, i) => (i % 4 === 0 ? 1 : 0)),
  };
}

const make = (prompt: string, clips: string[]): Promise<Acting> =>
  makeCharacter(
    interpretText({ kind: 'text', prompt, seed: 1, parameters: { detail: 'low' } }),
    createProgress({}),
    { clips },
  );

it.each([
  ['a pirate', 'walk'],
  ['a knight with a cape', 'cast'],
  ['a wizard with a cape', 'walk'],
])('moves the arms of %s out of the way without a jump (%s)', async (prompt, name) => {
  const acting = await make(prompt, [name]);
  expect(motionFaults(measureBody(acting), acting.clips[0]!).jump).toBeLessThan(0.05);
});

it('lays the shins of a robe down in the same way in all poses of a crawl', async () => {
  const acting = await make('a fat wizard', ['crawl']);
  expect(motionFaults(measureBody(acting), acting.clips[0]!).jump).toBeLessThan(0.05);
});

it.each([
  ['cry', { aside: 0.3, from: 0.35, to: 0.9, ahead: 0.12 }],
  ['idle_look', { aside: 0.16, from: 0.2, to: 0.7, ahead: 0.3 }],
] as const)('keeps arms steady that are walled in (%s)', async (name, walls) => {
  const { skeleton, surfaces } = await make('a man', [name]);
  const height = Math.max(...skeleton.joints.map(({ tail }) => tail[1]));
  const chest = skeleton.joints.findIndex((joint) => joint.name === 'chest');
  const [clip] = clipsOf(skeleton, { surfaces: [...surfaces, wallsOf(chest, height, walls)], clips: [name] });
  for (const hand of ['leftHand', 'rightHand']) {
    const index = skeleton.joints.findIndex((joint) => joint.name === hand);
    const places = clip!.poses.map((pose) => poseSkeleton(skeleton, pose)[index]!.position);
    const path = places.slice(1).reduce((sum, place, i) => sum + distance(place, places[i]!), 0);
    expect(path).toBeLessThan(0.25 * height);
  }
});
