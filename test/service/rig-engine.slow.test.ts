import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRig } from '../../src/engine/index.js';
import { createInlineExecutor } from '../../src/service/rig/executor.js';
import { createProcessPool } from '../../src/service/rig/pool.js';
import { credits, newFolder, openRigWorld, type RigWorld, remove, sees } from './rig-world.js';

let folder: string;
let world: RigWorld;
beforeEach(() => {
  folder = newFolder();
});
afterEach(async () => {
  await world.close();
  remove(folder);
});

const fox = { prompt: 'a red fox with a blue scarf', seed: 42, parameters: { detail: 'low' } };
const make = async () => {
  const { id } = (await world.alice.post('/api/rig/text-to-rig', fox)).json();
  const { output } = await sees(world.alice, id, 'succeeded');
  const { rawPayload } = await world.alice.get(output?.files[0]?.url ?? '');
  return { output, glb: rawPayload };
};

// `npm test` builds first; without a build, a process has no bundle to load.
const built = resolve('dist/src/service/rig/worker-process.js');

test.skipIf(!existsSync(built))(
  'the real engine makes the same rig in a child process and in place',
  async () => {
    const executor = createProcessPool({ processUrl: pathToFileURL(built) });
    world = await openRigWorld(folder, { executor });
    const apart = await make();
    expect(apart.output).toMatchObject({ validation: { errors: 0, warnings: 0 }, seed: 42 });
    expect(apart.output?.rig?.joints).toBeGreaterThanOrEqual(15);
    expect(apart.glb.subarray(0, 4).toString()).toBe('glTF');
    expect(await credits(world.alice)).toEqual({ available: 90, held: 0 });
    await world.close();

    remove(folder);
    folder = newFolder();
    world = await openRigWorld(folder, { executor: createInlineExecutor(makeRig) });
    expect((await make()).glb.equals(apart.glb)).toBe(true);
  },
  60_000,
);
