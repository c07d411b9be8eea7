import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../../src/app.js';
import type { App } from '../../src/app-types.js';
import { createLog } from '../../src/base/log.js';
import { readConfig } from '../../src/config.js';
import { environmentOfBot } from './bot-environment.js';
import { t } from './copy.js';
import { ownBase } from './ports.js';
import type { TestWorld } from './world.js';

/** A bot of this process with its own locales, in the playground of `openWorld(…, false)`. It can be restarted. */
export async function createBotInProcess(
  { addresses }: TestWorld,
  locales?: string,
  environment: Record<string, string> = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-bot-'));
  const config = readConfig(
    {
      ...(await environmentOfBot(addresses, { port: await ownBase(), dataDir })),
      ...environment,
    },
    t,
  );
  const log = createLog(process.env.TEST_LOG ?? 'silent');
  let app: App | null = null;
  const kill = async () => {
    await app?.stop();
    app = null;
  };
  return {
    async start() {
      app = await startApp(
        config,
        { world: false, service: false, bot: true },
        { log, ...(locales && { locales }) },
      );
    },
    kill,
    async close() {
      await kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
