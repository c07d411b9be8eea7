import { beforeAll, describe, expect, it } from 'vitest';
import { measureDepths } from '../../../../bench/clips/touching.js';
import type { Clip } from '../../../../src/engine/clips/clip.js';
import { type Acting, makeCharacter } from '../../../../src/engine/pipeline/build.js';
import { createProgress } from '../../../../src/engine/pipeline/progress.js';
import { interpretText } from '../../../../src/engine/pipeline/text.js';
import { deform } from '../../../../src/engine/skinning/deform.js';
import { sliceOf } from '../../../support/slice.js';

const bodies = ['a man', 'a chibi girl', 'a short fat dwarf', 'a small robot', 'a tall thin wizard'];

describe.each(sliceOf(bodies, 0, 1))('%s on the ground', (prompt) => {
  let acting: Acting;
  beforeAll(async () => {
    const interpreted = interpretText({ kind: 'text', prompt, seed: 1, parameters: { detail: 'low' } });
    acting = await makeCharacter(interpreted, createProgress({}), { clips: ['kneel', 'crawl'] });
  });
  const clipOf = (name: string) => acting.clips.find((clip) => clip.name === name)!;

  /** Height of the lowest vertex that follows joints of that name, at a moment of a clip, in heights of the body. */
  function lowest(clip: Clip, joints: RegExp, moment = 0): number {
    const { skeleton, surfaces } = acting;
    const pose = clip.poses[Math.round(moment * (clip.poses.length - 1))]!;
    const tops = surfaces.flatMap(({ positions }) => [...positions].filter((_, i) => i % 3 === 1));
    const heights = surfaces.flatMap((surface) => {
      const { positions } = deform(surface, skeleton, pose);
      const own = (v: number) => joints.test(skeleton.joints[surface.joints[v * 4]!]!.name);
      return [...positions].filter((_, i) => i % 3 === 1 && own(Math.floor(i / 3)));
    });
    const [low, high] = [Math.min(...tops), Math.max(...tops)];
    return (Math.min(...heights) - low) / (high - low);
  }

  it('kneels on one knee, with the other foot on its sole', () => {
    const kneel = clipOf('kneel');
    expect(Math.abs(lowest(kneel, /^right(LowerLeg|UpperLeg)$/))).toBeLessThan(0.015);
    expect(Math.abs(lowest(kneel, /^right(Foot|Toes)$/))).toBeLessThan(0.015);
    expect(Math.abs(lowest(kneel, /^left(Foot|Toes)$/))).toBeLessThan(0.015);
    expect(lowest(kneel, /^hips$/)).toBeGreaterThan(0.05);
  });

  it.each([0.05, 0.5])('crawls on a knee and the opposite palm (at %f)', (moment) => {
    const crawl = clipOf('crawl');
    const hands = /^(left|right)(Hand|Thumb|Index|Middle|Ring|Little)/;
    expect(Math.abs(lowest(crawl, /^(left|right)LowerLeg$/, moment))).toBeLessThan(0.02);
    expect(Math.abs(lowest(crawl, hands, moment))).toBeLessThan(0.02);
    expect(lowest(crawl, /^head$/, moment)).toBeGreaterThan(0.03);
  });

  it('moves over the ground as fast as the palm that carries it', () => {
    expect(clipOf('crawl').travel?.[2]).toBeGreaterThan(0.1);
  });

  it.each(['kneel', 'crawl'])('keeps its parts apart and above the ground (%s)', (name) => {
    const { inside, below } = measureDepths(acting, clipOf(name), [0.05, 0.3, 0.6, 0.8]);
    expect(inside).toBeLessThan(0.01);
    expect(below).toBeLessThan(0.01);
  });
});
