import { beforeAll, describe, expect, it } from 'vitest';
import { measureDepths } from '../../../../bench/clips/touching.js';
import { isAppError } from '../../../../src/base/errors.js';
import { type Clip, poseSkeleton, rotateBy } from '../../../../src/engine/clips/clip.js';
import { clipsOf } from '../../../../src/engine/clips/clips.js';
import { add, distance, sub, type Vec3 } from '../../../../src/engine/geometry/vec.js';
import { type Acting, makeCharacter } from '../../../../src/engine/pipeline/build.js';
import { createProgress } from '../../../../src/engine/pipeline/progress.js';
import { interpretText } from '../../../../src/engine/pipeline/text.js';
import type { Skeleton } from '../../../../src/engine/skeleton/skeleton.js';
import { sliceOf } from '../../../support/slice.js';

const make = (prompt: string): Promise<Acting> =>
  makeCharacter(
    interpretText({ kind: 'text', prompt, seed: 1, parameters: { detail: 'low' } }),
    createProgress({}),
  );

const placesOf = (skeleton: Skeleton, clip: Clip, joint: string) => {
  const index = skeleton.joints.findIndex(({ name }) => name === joint);
  return clip.poses.map((pose) => poseSkeleton(skeleton, pose)[index]!.position);
};

/** Where the bone of a joint ends. */
const endsOf = (skeleton: Skeleton, clip: Clip, joint: string): Vec3[] => {
  const index = skeleton.joints.findIndex(({ name }) => name === joint);
  const { position, tail } = skeleton.joints[index]!;
  return clip.poses.map((pose) => {
    const { position: at, rotation } = poseSkeleton(skeleton, pose)[index]!;
    return add(at, rotateBy(rotation, sub(tail, position)));
  });
};

/** What the issue of the clips lists. */
const listed = [
  ...['idle', 'idle_look', 'idle_shift', 'walk', 'run', 'sprint', 'jump', 'fall', 'land', 'crouch', 'sit'],
  ...['wave', 'point', 'nod', 'shake', 'clap', 'cheer', 'bow', 'salute', 'punch', 'kick', 'sword', 'cast'],
  ...['dance', 'dance_twist', 'dance_disco', 'dance_robot', 'hit', 'die', 'sleep', 'swim', 'climb', 'carry'],
  ...['type', 'cry', 'laugh', 'kneel', 'crawl'],
];

const bodies = ['a man', 'a short fat dwarf', 'a chibi girl', 'a small robot', 'a tall thin wizard'];

describe.each(sliceOf(bodies, 0, 4))('the motions of %s', (prompt) => {
  let acting: Acting;
  beforeAll(async () => {
    acting = await make(prompt);
  });
  const height = () => acting.skeleton.joints.reduce((most, { tail }) => Math.max(most, tail[1]), 0);

  it('are those that people ask for', () => {
    expect(acting.clips.map(({ name }) => name).sort()).toEqual([...listed].sort());
  });

  it('keep a standing foot where it is, in all clips that do not travel', () => {
    const slips: string[] = [];
    for (const clip of acting.clips.filter(({ travel }) => !travel))
      for (const foot of ['leftFoot', 'rightFoot']) {
        const places = placesOf(acting.skeleton, clip, foot);
        const ground = acting.skeleton.joints.find(({ name }) => name === foot)!.position[1];
        places.slice(1).forEach(([x, y, z], i) => {
          const [px, py, pz] = places[i]!;
          const isDown = Math.max(y, py) < ground + 0.003 * height();
          const slip = Math.hypot(x - px, z - pz) / height();
          if (isDown && slip > 0.01) slips.push(`${clip.name} ${foot} ${slip.toFixed(3)}`);
        });
      }
    expect(slips).toEqual([]);
  });

  it('repeat without a jump: the seam moves no joint more than the rest of the clip', () => {
    const jumps = acting.clips.flatMap((clip) => {
      if (clip.once) return [];
      const posed = clip.poses.map((pose) => poseSkeleton(acting.skeleton, pose));
      return acting.skeleton.joints.flatMap(({ name }, joint) => {
        const steps = posed
          .slice(1)
          .map((joints, i) => distance(joints[joint]!.position, posed[i]![joint]!.position));
        const usual = Math.max(...steps.slice(0, -1));
        return steps.at(-1)! > 1.5 * usual + 0.004 * height() ? [`${clip.name} ${name}`] : [];
      });
    });
    expect(jumps).toEqual([]);
  });

  it('keep hands and forearms out of the body and all of it above the ground, to 1 % of the height', () => {
    const faults = sliceOf(acting.clips, 0, 7, 33).flatMap((clip) => {
      const { inside, below } = measureDepths(acting, clip, sliceOf([0.4, 0.05, 0.2, 0.6, 0.8], 0));
      return inside > 0.01 || below > 0.01 ? [`${clip.name}: ${inside.toFixed(4)} ${below.toFixed(4)}`] : [];
    });
    expect(faults).toEqual([]);
  });

  it('travel at the speed of the planted foot with root motion, so that its toes stay on their spot', () => {
    const { skeleton, surfaces } = acting;
    const names = ['walk', 'run'];
    for (const clip of clipsOf(skeleton, { surfaces, clips: names, rootMotion: true })) {
      for (const side of ['left', 'right']) {
        const places = endsOf(skeleton, clip, `${side}Toes`);
        const rest = skeleton.joints.find(({ name }) => name === `${side}Toes`)!.tail[1];
        const stands = places.map(([, y]) => y < rest + 0.004 * height());
        const steps = places.slice(1).flatMap((place, i) => {
          if (!stands[i] || !stands[i + 1]) return [];
          return [Math.hypot(place[0] - places[i]![0], place[2] - places[i]![2]) / height()];
        });
        expect(steps.length, `${clip.name} ${side}`).toBeGreaterThan(2);
        expect(Math.max(...steps), `${clip.name} ${side}`).toBeLessThan(0.01);
      }
      expect(placesOf(skeleton, clip, 'hips').at(-1)![2]).toBeGreaterThan(0.2 * height());
    }
  });

  it('carry the hips highest on one leg in a walk, and in the air in a run', () => {
    const heightAt = (name: string, phase: number) => {
      const places = placesOf(acting.skeleton, acting.clips.find((clip) => clip.name === name)!, 'hips');
      return places[Math.round(phase * (places.length - 1))]![1];
    };
    expect(heightAt('walk', 0.3)).toBeGreaterThan(heightAt('walk', 0.05) + 0.005 * height());
    expect(heightAt('run', 0.44)).toBeGreaterThan(heightAt('run', 0.19) + 0.01 * height());
  });
});

describe('a choice of clips', () => {
  const fish = async () => (await make('a shark')).skeleton;

  it('has the named ones', async () => {
    expect(clipsOf(await fish(), { clips: ['swim', 'leap'] }).map(({ name }) => name)).toEqual([
      'swim',
      'leap',
    ]);
  });

  it('refuses a name that the class does not have, with those it has', async () => {
    const shark = await fish();
    const refused = () => clipsOf(shark, { clips: ['typing'] });
    expect(refused).toThrow(/no clip “typing”.*idle, swim/);
    try {
      refused();
    } catch (error) {
      expect(isAppError(error) && error.code).toBe('invalid_request');
    }
  });
});

describe.each(sliceOf(['a man', 'a chibi girl', 'a small robot'], 0, 1))('the salute of %s', (prompt) => {
  it('has the right fingertips at the brow and the elbow at the side, never a straight raised arm', async () => {
    const { skeleton, clips, surfaces } = await make(prompt);
    const salute = clips.find(({ name }) => name === 'salute')!;
    const posed = poseSkeleton(skeleton, salute.poses[Math.round((salute.poses.length - 1) * 0.35)]!);
    const at = (name: string) => posed[skeleton.joints.findIndex((joint) => joint.name === name)]!.position;
    const [tip, elbow, shoulder, head] = ['rightMiddleDistal', 'rightLowerArm', 'rightUpperArm', 'head'].map(
      at,
    );
    const top = Math.max(
      ...surfaces.flatMap(({ positions }) => [...positions].filter((_, i) => i % 3 === 1)),
    );
    const size = top - head![1];
    expect(tip![1]).toBeGreaterThan(head![1] + 0.3 * size);
    expect(tip![1]).toBeLessThan(head![1] + 0.85 * size);
    expect(Math.abs(tip![0] - head![0])).toBeLessThan(0.75 * size);
    expect(tip![2]).toBeGreaterThan(head![2]);
    expect(Math.abs(elbow![0])).toBeGreaterThan(Math.abs(shoulder![0]));
    expect(distance(tip!, shoulder!)).toBeLessThan(
      0.85 * (distance(shoulder!, elbow!) + distance(elbow!, tip!)),
    );
  });
});
