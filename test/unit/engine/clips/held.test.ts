import { beforeAll, describe, expect, it } from 'vitest';
import { measureDepths } from '../../../../bench/clips/touching.js';
import { splitHeld } from '../../../../src/engine/clips/biped/held.js';
import { type Clip, poseSkeleton, type Quaternion, rotateBy } from '../../../../src/engine/clips/clip.js';
import { vertexAt } from '../../../../src/engine/geometry/mesh/mesh.js';
import { distance, type Vec3 } from '../../../../src/engine/geometry/vec.js';
import { type Acting, makeCharacter } from '../../../../src/engine/pipeline/build.js';
import { createProgress } from '../../../../src/engine/pipeline/progress.js';
import { interpretText } from '../../../../src/engine/pipeline/text.js';
import { deform } from '../../../../src/engine/skinning/deform.js';

const still: Quaternion = [0, 0, 0, 1];
const hand: Vec3 = [0, -0.2, 0];
/** Points of a stick through the hand. */
const stick = (way: Vec3, from: number, to: number): Vec3[] =>
  Array.from({ length: 41 }, (_, i) => {
    const along = from + ((to - from) * i) / 40;
    return [way[0] * along, way[1] * along - 0.1, way[2] * along];
  });

describe('what a hand moves', () => {
  const own: Vec3[] = [
    [0.03, 0, 0],
    [0, -0.1, 0.05],
    [0, -0.2, 0],
  ];

  it('is a hand alone, also with something short in it', () => {
    expect(splitHeld(own, hand, still)).toEqual({ own, held: null });
    expect(splitHeld([...own, ...stick([0, 0, 1], -0.2, 0.2)], hand, still).held).toBeNull();
  });

  it('is a hand and a long thing', () => {
    const found = splitHeld([...own, ...stick([0, 0, 1], -0.5, 0.9)], hand, still);
    expect(found.own).toEqual(expect.arrayContaining(own));
    expect(found.held!.points.length).toBeGreaterThan(5);
    expect(found.held!.upright).toBeNull();
  });

  it('makes a long thing vertical that is about upright', () => {
    const way: Vec3 = [0.28, 0.96, 0];
    const { held } = splitHeld([...own, ...stick(way, -0.5, 0.9)], hand, still);
    expect(Math.abs(rotateBy(held!.upright!, way)[1])).toBeGreaterThan(0.99);
  });
});

describe('a wizard with a staff', () => {
  let acting: Acting;
  beforeAll(async () => {
    const prompt = 'a tall thin wizard with a staff';
    const interpreted = interpretText({ kind: 'text', prompt, seed: 1, parameters: { detail: 'low' } });
    const clips = ['idle', 'walk', 'sit', 'kneel', 'wave', 'cast', 'sword'];
    acting = await makeCharacter(interpreted, createProgress({}), { clips });
  });
  const clipOf = (name: string): Clip => acting.clips.find((clip) => clip.name === name)!;
  const poseAt = (clip: Clip, moment: number) => clip.poses[Math.round(moment * (clip.poses.length - 1))]!;

  /** Angle between the vertical and the line from the lower end of the staff to its top, in radians. */
  function tilt(clip: Clip, moment: number): number {
    let [low, high]: [Vec3, Vec3] = [
      [0, Infinity, 0],
      [0, -Infinity, 0],
    ];
    for (const surface of acting.surfaces) {
      if (!surface.parts.some((part) => /staff|orb/.test(part))) continue;
      const { positions } = deform(surface, acting.skeleton, poseAt(clip, moment));
      for (let v = 0; v < positions.length / 3; v++) {
        if (acting.skeleton.joints[surface.joints[v * 4]!]!.name !== 'rightHand') continue;
        const point = vertexAt(positions, v);
        if (point[1] < low[1]) low = point;
        if (point[1] > high[1]) high = point;
      }
    }
    return Math.acos((high[1] - low[1]) / distance(high, low));
  }

  it.each(['idle', 'walk', 'cast'])('keeps it upright (%s)', (name) => {
    for (const moment of [0.05, 0.3, 0.55, 0.8]) expect(tilt(clipOf(name), moment)).toBeLessThan(0.35);
  });

  it.each(['idle', 'walk', 'sit', 'kneel'])('keeps it out of the robe and the ground (%s)', (name) => {
    const { inside, below } = measureDepths(acting, clipOf(name), [0.05, 0.4, 0.7]);
    expect(inside).toBeLessThan(0.01);
    expect(below).toBeLessThan(0.01);
  });

  it('swings it with its top ahead, not turned over', () => {
    const { surfaces, skeleton } = acting;
    const heights = surfaces.flatMap((surface) =>
      Array.from({ length: surface.positions.length / 3 }, (_, v) => ({ surface, v })).filter(
        ({ v }) => skeleton.joints[surface.joints[v * 4]!]!.name === 'rightHand',
      ),
    );
    const restHeight = ({ surface, v }: (typeof heights)[number]) => surface.positions[v * 3 + 1]!;
    const top = heights.reduce((a, b) => (restHeight(b) > restHeight(a) ? b : a));
    const foot = heights.reduce((a, b) => (restHeight(b) < restHeight(a) ? b : a));
    const at = ({ surface, v }: typeof top, moment: number) =>
      vertexAt(deform(surface, skeleton, poseAt(clipOf('sword'), moment)).positions, v);
    // The stance before the swing, and the end of the blow.
    expect(at(top, 0)[1]).toBeGreaterThan(at(foot, 0)[1]);
    expect(at(top, 0.5)[2]).toBeGreaterThan(at(foot, 0.5)[2]);
  });

  it('waves with the other hand', () => {
    const posed = poseSkeleton(acting.skeleton, poseAt(clipOf('wave'), 0.4));
    const height = (name: string) =>
      posed[acting.skeleton.joints.findIndex((joint) => joint.name === name)]!.position[1];
    expect(height('leftHand')).toBeGreaterThan(height('leftUpperArm'));
    expect(height('rightHand')).toBeLessThan(height('rightUpperArm'));
  });
});
