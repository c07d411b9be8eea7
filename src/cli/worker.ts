import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../base/clock.js';
import { SetupError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { createStopSteps } from '../base/stop-steps.js';
import { type Config, readConfig } from '../config.js';
import type { Executor } from '../service/rig/executor.js';
import { catalogIn, modelOf, providersOf, storageOf } from '../settings.js';
import { readArguments } from './arguments.js';
import type { Io } from './io.js';
import { openLog } from './log.js';
import { findRoot } from './root.js';
import { limitStop, logUncaughtErrors, untilSignal } from './running.js';
import { terminalTexts } from './texts.js';

/** Makes rigs for the services on the same database, until it is stopped. */
export async function runWorker(argv: string[], io: Io): Promise<number> {
  readArguments('worker', argv);
  const t = terminalTexts();
  const config = readConfig(process.env, t);
  const { DATABASE_URL: databaseUrl, RIG_PROCESSES: size } = config;
  if (databaseUrl === undefined) throw new SetupError(t('cli.worker.error.database'));
  if (size === 0) throw new SetupError(t('cli.worker.error.processes'));
  const log = openLog(config, 'info');
  const stopped = untilSignal();
  const steps = createStopSteps();
  void stopped.then(() => limitStop(1, { steps, log }));
  logUncaughtErrors(log);
  const [{ startRigWorker }, { createProcessPool }, { createProviders }] = await Promise.all([
    import('../service/worker.js'),
    import('../service/rig/pool.js'),
    import('../service/rig/providers/index.js'),
  ]);
  const root = findRoot();
  const catalogDir = catalogIn(root, config);
  const processUrl = pathToFileURL(join(root, 'dist', 'src', 'service', 'rig', 'worker-process.js'));
  const executor = createProcessPool({ processUrl, size });
  const worker = await startRigWorker(
    {
      databaseUrl,
      ...storageOf(config),
      dataDir: join(resolve(config.DATA_DIR), 'service'),
      migrationsDir: join(root, 'data', 'migrations', 'service'),
      catalogDir,
    },
    { clock: systemClock, log: log.child({ part: 'worker' }) },
    {
      executor: await interpreted(executor, config, log),
      providers: createProviders(providersOf(config), catalogDir),
    },
  );
  io.stdout.write(`${t('cli.worker.running', { slots: executor.slots })}\n`);
  await stopped;
  await steps.run('rigs', worker.stop);
  return 0;
}

/** With the model that makes characters of descriptions, where one is configured. */
async function interpreted(executor: Executor, config: Config, log: Log): Promise<Executor> {
  const model = modelOf(config);
  if (!model?.describesCharacters) return executor;
  const [{ createCharacterModel }, { createInterpretingExecutor }] = await Promise.all([
    import('../service/agents/characters/model.js'),
    import('../service/rig/interpreting.js'),
  ]);
  return createInterpretingExecutor(executor, createCharacterModel({ ...model, log }));
}
