import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../../../src/app.js';
import type { App } from '../../../src/app-types.js';
import { type Clock, systemClock } from '../../../src/base/clock.js';
import { createLog } from '../../../src/base/log.js';
import { botEnvironment } from '../../../src/cli/child.js';
import { readConfig } from '../../../src/config.js';
import type { Actor, ActorPerson } from '../../../src/playground/actor/client.js';
import { t } from '../../support/copy.js';
import { ownBase } from '../../support/ports.js';
import { openWorld } from '../../support/world.js';
import { type LeapingClock, leapingClock } from './clock.js';
import { createRefusingProxy, type RefusingProxy } from './proxy.js';

/** The whole program, with a proxy between the bot and the local Discord's REST API. */
export type RefusingWorld = {
  proxy: RefusingProxy;
  /** The bot's own clock: a leap lets backoffs pass while Discord's tokens stay valid. */
  clock: LeapingClock;
  actor: Actor;
  newcomer: ActorPerson;
  buyer: ActorPerson;
  maker: ActorPerson;
  talker: ActorPerson;
  close(): Promise<void>;
};

/**
 * Resolves when four members have linked a wallet and have credits for hundreds of rigs.
 * @param serviceClock of the service and its agent
 */
export async function openRefusingWorld(serviceClock: Clock = systemClock): Promise<RefusingWorld> {
  const world = await openWorld({ WELCOME_CREDITS: '5000' }, false, serviceClock);
  const clock = leapingClock();
  const proxy = await createRefusingProxy(world.addresses.discord_api ?? '', clock);
  const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-refusals-'));
  const addresses = { ...world.addresses, discord_api: proxy.api };
  const config = readConfig(botEnvironment(addresses, { port: await ownBase(), dataDir }), t);
  const log = createLog(process.env.TEST_LOG ?? 'silent');
  const bot: App = await startApp(config, { world: false, service: false, bot: true }, { log, clock });
  const [newcomer, buyer, maker, talker] = await Promise.all([
    world.linked('olga'),
    world.linked('mia'),
    world.linked('max'),
    world.linked('sam'),
  ]);
  return {
    proxy,
    clock,
    actor: world.actor,
    newcomer,
    buyer,
    maker,
    talker,
    async close() {
      await bot.stop();
      await proxy.close();
      await world.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
