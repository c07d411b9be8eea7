import { getEventListeners } from 'node:events';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFilmThread, makeRig, type Stage } from '../../../src/engine/index.js';
import type { PortraitScene } from '../../../src/engine/output/render/preview.js';
import { type Film, type FilmScene, shootTurntable } from '../../../src/engine/output/render/turntable.js';
import { quick } from '../../support/rig.js';

const module = pathToFileURL(resolve('dist/src/engine/film-thread.js'));

const drawHere = (scene: FilmScene) => shootTurntable(scene, async () => undefined);
const areEqual = (one: Film, other: Film) => Buffer.compare(one, other) === 0;
const inReverse = ({ clip, ...scene }: FilmScene): FilmScene => ({
  ...scene,
  clip: { ...clip, poses: clip.poses.toReversed() },
});
const withoutPoses = ({ clip, ...scene }: FilmScene): FilmScene => ({
  ...scene,
  clip: { ...clip, poses: [] },
});

describe('a thread that draws turntables', () => {
  let scene: FilmScene;
  let expected: Film;
  /** Until the scene arrived. */
  let begun: Stage[];
  beforeAll(async () => {
    const stages: Stage[] = [];
    const shoot = async (given: FilmScene) => {
      scene = { ...given, size: 48 };
      begun = [...stages];
      throw new Error('seen');
    };
    const clips = ['idle', 'walk'];
    const request = { kind: 'text', prompt: 'a pirate', seed: 4, turntable: true, clips, ...quick } as const;
    const onStage = (stage: Stage) => stages.push(stage);
    await expect(makeRig(request, { shoot, onStage })).rejects.toThrow('seen');
    expected = await drawHere(scene);
  });

  it('gets the character that walks before the preview and the file are begun', () => {
    expect(scene.clip.name).toBe('walk');
    expect(begun.at(-1)).toBe('animate');
  });

  it('is told to stop when the rig fails meanwhile', async () => {
    let told: AbortSignal | undefined;
    const shoot = (_: FilmScene, signal?: AbortSignal) => {
      told = signal;
      return new Promise<Film>(() => undefined);
    };
    const onStage = (stage: Stage) => {
      if (stage === 'render') throw new Error('nobody listens');
    };
    const request = { kind: 'text', prompt: 'a pirate', turntable: true, clips: ['idle'], ...quick } as const;
    await expect(makeRig(request, { shoot, onStage })).rejects.toThrow('nobody listens');
    expect(told).toMatchObject({ aborted: true });
  });

  it('draws the frames that the thread of the rig would draw, for each of two rigs its own', async () => {
    const { shoot } = createFilmThread(module);
    const [frames, reversed] = await Promise.all([shoot(scene), shoot(inReverse(scene))]);
    expect(areEqual(frames, expected)).toBe(true);
    expect(areEqual(reversed, await drawHere(inReverse(scene)))).toBe(true);
    expect(areEqual(reversed, frames)).toBe(false);
  });

  it('draws the preview after the turntable, as the thread of the rig would', { tags: 'slow' }, async () => {
    const clips = ['idle', 'walk'];
    const request = { kind: 'text', prompt: 'a pirate', seed: 4, turntable: true, clips, ...quick } as const;
    const { shoot, portray } = createFilmThread(module);
    const drawn: PortraitScene[] = [];
    const watched = (portrait: PortraitScene, signal?: AbortSignal) => {
      drawn.push(portrait);
      return portray(portrait, signal);
    };
    const [here, there] = [await makeRig(request), await makeRig(request, { shoot, portray: watched })];
    expect(Buffer.compare(here.preview, there.preview)).toBe(0);
    expect(here.turntable?.length).toBeGreaterThan(1_000);
    expect(Buffer.compare(here.turntable!, there.turntable!)).toBe(0);
    expect(drawn).toHaveLength(1);
  });

  it('fails the rig whose preview it cannot draw', async () => {
    const { shoot } = createFilmThread(module);
    const portray = async () => {
      throw new Error('no light');
    };
    const request = { kind: 'text', prompt: 'a pirate', turntable: true, clips: ['idle'], ...quick } as const;
    await expect(makeRig(request, { shoot, portray })).rejects.toThrow('no light');
  });

  it('ends with the job that is stopped, and another one draws the next turntable', async () => {
    const { shoot } = createFilmThread(module);
    const stopping = new AbortController();
    const stopped = shoot(scene, stopping.signal);
    await setImmediate();
    stopping.abort('shutdown');
    await expect(stopped).rejects.toBe('shutdown');
    await expect(shoot(scene, stopping.signal)).rejects.toBe('shutdown');
    expect(await shoot(scene)).toHaveLength(expected.length);
  });

  it('fails the rig whose turntable it cannot draw, and another one draws the next', async () => {
    const { shoot } = createFilmThread(module);
    await expect(shoot(withoutPoses(scene))).rejects.toMatchObject({ name: 'AppError', code: 'internal' });
    expect(await shoot(scene)).toHaveLength(expected.length);
  });

  it('leaves no listener on the signal of a job, whether it draws or fails', async () => {
    const { shoot } = createFilmThread(module);
    const { signal } = new AbortController();
    await shoot(scene, signal);
    await expect(shoot(withoutPoses(scene), signal)).rejects.toThrow();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('fails the rig when it cannot start', async () => {
    const { shoot } = createFilmThread(new URL('missing.js', module));
    await expect(shoot(scene)).rejects.toMatchObject({
      code: 'internal',
      cause: { message: expect.stringContaining('missing.js') },
    });
  });
});
