import { beforeAll, describe, expect, it } from 'vitest';
import { type Clip, poseSkeleton, rotateBy } from '../../../../src/engine/clips/clip.js';
import { segmentDistance, sub, type Vec3 } from '../../../../src/engine/geometry/vec.js';
import { type Acting, makeCharacter } from '../../../../src/engine/pipeline/build.js';
import { createProgress } from '../../../../src/engine/pipeline/progress.js';
import { interpretText } from '../../../../src/engine/pipeline/text.js';
import { sliceOf } from '../../../support/slice.js';

const bodies = [
  'a man',
  'a chibi girl',
  'a short fat dwarf',
  'a small robot',
  'a tall thin woman in a skirt',
];

describe.each(sliceOf(bodies, 0, 1))('%s', (prompt) => {
  let acting: Acting;
  beforeAll(async () => {
    const interpreted = interpretText({ kind: 'text', prompt, seed: 1, parameters: { detail: 'low' } });
    acting = await makeCharacter(interpreted, createProgress({}), { clips: ['sit', 'kneel', 'walk'] });
  });
  const height = () => acting.skeleton.joints.reduce((most, { tail }) => Math.max(most, tail[1]), 0);
  const clipOf = (name: string): Clip => acting.clips.find((clip) => clip.name === name)!;

  /** Places of joints, and the ends of their bones, in a pose of a clip. */
  function placesIn(clip: Clip, index: number): (name: string) => { at: Vec3; end: Vec3 } {
    const posed = poseSkeleton(acting.skeleton, clip.poses[index]!);
    return (name) => {
      const i = acting.skeleton.joints.findIndex((joint) => joint.name === name);
      const { position, tail } = acting.skeleton.joints[i]!;
      const along = rotateBy(posed[i]!.rotation, sub(tail, position));
      const at = posed[i]!.position;
      return { at, end: [at[0] + along[0], at[1] + along[1], at[2] + along[2]] };
    };
  }

  it.each([
    ['sit', ['left', 'right']],
    ['kneel', ['left']],
  ])('lays hands on the thighs (%s)', (name, sides) => {
    const clip = clipOf(name);
    for (const index of [0, Math.floor(clip.poses.length / 2)]) {
      const place = placesIn(clip, index);
      for (const side of sides) {
        const [hip, knee] = [place(`${side}UpperLeg`).at, place(`${side}LowerLeg`).at];
        const hand = place(`${side}Hand`).at;
        // The wrist of a chibi's large hand is further from its thick thigh.
        expect(segmentDistance(hand, hip, knee)).toBeLessThan(0.17 * height());
        expect(hand[1]).toBeGreaterThan(Math.min(hip[1], knee[1]));
      }
    }
  });

  it('lifts the heel while the toes still stand, and lands on the heel (walk)', () => {
    const clip = clipOf('walk');
    const rest = acting.skeleton.joints;
    const restOf = (name: string) => rest.find((joint) => joint.name === name)!;
    const [ankle, tip] = [restOf('leftFoot').position[1], restOf('leftToes').tail[1]];
    const moments = clip.poses.map((_, index) => {
      const place = placesIn(clip, index);
      return { heel: place('leftFoot').at[1] - ankle, toes: place('leftToes').end[1] - tip };
    });
    // The foot leaves the ground after 0.6 of the cycle.
    const leaving = moments[Math.floor(0.57 * (moments.length - 1))]!;
    expect(leaving.heel).toBeGreaterThan(0.015 * height());
    expect(leaving.toes).toBeLessThan(0.012 * height());
    expect(moments[0]!.toes).toBeGreaterThan(moments[0]!.heel);
  });
});
