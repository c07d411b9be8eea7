import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFilmThread, makeRig } from '../../../src/engine/index.js';
import { type Film, type FilmScene, shootTurntable } from '../../../src/engine/output/render/turntable.js';
import { quick } from '../../support/rig.js';

const module = pathToFileURL(resolve('dist/src/engine/film-thread.js'));

describe('a thread that draws turntables', () => {
  let scene: FilmScene;
  let expected: Film;
  beforeAll(async () => {
    const shoot = async (given: FilmScene) => {
      scene = given;
      expected = await shootTurntable(given, async () => undefined);
      return expected;
    };
    const clips = ['idle', 'walk'];
    const request = { kind: 'text', prompt: 'a pirate', seed: 4, turntable: true, clips, ...quick } as const;
    const rig = await makeRig(request, { shoot });
    expect(rig.turntable?.length).toBeGreaterThan(1_000);
  });

  it('draws the frames that the thread of the rig would draw', async () => {
    const frames = await createFilmThread(module)(scene);
    expect(frames).toHaveLength(expected.length);
    expect(Buffer.compare(Buffer.concat(frames), Buffer.concat(expected))).toBe(0);
  });

  it('ends with the job that is stopped, and another one draws the next turntable', async () => {
    const shoot = createFilmThread(module);
    const stopping = new AbortController();
    const stopped = shoot(scene, stopping.signal);
    stopping.abort('shutdown');
    await expect(stopped).rejects.toBe('shutdown');
    expect(await shoot(scene)).toHaveLength(expected.length);
  });

  it('fails the rig when it cannot start', async () => {
    const shoot = createFilmThread(new URL('missing.js', module));
    await expect(shoot(scene)).rejects.toThrow('missing.js');
  });
});
