import { afterAll, beforeAll, describe, it } from 'vitest';
import { silentLog } from '../../../src/base/log.js';
import { startWorld, type World } from '../../../src/playground/world.js';
import { Skipped, type Stage } from './behaviours/behaviour.js';
import { createTightGround } from './behaviours/ground.js';
import { themes } from './behaviours/index.js';
import { createStage } from './behaviours/stage.js';
import { createManualClock } from './world.js';

/** The checks of `npm run discord:check`, on a playground whose clock the behaviours move themselves. */

const clock = createManualClock();
const tight = createTightGround();
let world: World;
let stage: Stage;

beforeAll(async () => {
  const ports = { web: 0, discord: 0, rpc: 0, rpcSocket: 0 };
  world = await startWorld({ ports, webDir: null, clock, log: silentLog });
  const passTime = async (ms: number) => clock.advance(ms);
  stage = await createStage({ actorUrl: world.actorApi, passTime, tightBot: tight.tightBot });
});

afterAll(async () => {
  await stage?.close();
  await tight.close();
  await world?.close();
});

for (const [theme, all] of Object.entries(themes)) {
  const behaviours = all.filter(({ checkOnly }) => !checkOnly);
  if (behaviours.length === 0) continue;
  // The other libraries are other programs.
  describe(theme, theme === 'libraries' ? { tags: 'slow' } : {}, () => {
    for (const { name, run } of behaviours)
      it(name, async (context) => {
        try {
          await run(stage);
        } catch (error) {
          if (error instanceof Skipped) context.skip(error.message);
          throw error;
        }
      });
  });
}
