import { rmSync } from 'node:fs';
import type { Addresses, App, Parts } from '../app-types.js';
import { SetupError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { createRecentProblems } from '../base/recent-problems.js';
import { createStopSteps } from '../base/stop-steps.js';
import { type Config, readConfig } from '../config.js';
import type { Translate } from '../copy/translate.js';
import { readArguments } from './arguments.js';
import type { Io } from './io.js';
import { openLog } from './log.js';
import {
  collectGarbage,
  keepYoungGenerationSmall,
  letYoungGenerationGrow,
  limitStop,
  logUncaughtErrors,
  untilSignal,
} from './running.js';
import { terminalTexts } from './texts.js';
import { unreadEnv } from './unread-env.js';

/** The verbs that keep running: `start`, and the verbs that run one part in its own process. */

export const runStart = (argv: string[], io: Io) => run('start', argv, io, partsOf);

/** The playground runs when no Discord token is set, and the service when no service address is set. */
const partsOf = (config: Config): Parts => ({
  world: !config.DISCORD_TOKEN,
  service: !config.SERVICE_URL,
  bot: true,
});

export const runBot = (argv: string[], io: Io) =>
  run('bot', argv, io, (config) => {
    if (config.DISCORD_TOKEN && config.SERVICE_URL) return { world: false, service: false, bot: true };
    throw new SetupError(terminalTexts()('cli.bot.error.alone'));
  });

export const runService = (argv: string[], io: Io) =>
  run('service', argv, io, (config) => {
    if (config.SOLANA_RPC_URL && config.MERCHANT_ADDRESS) return { world: false, service: true, bot: false };
    throw new SetupError(terminalTexts()('cli.service.error.alone'));
  });

export const runPlayground = (argv: string[], io: Io) =>
  run('playground', argv, io, () => ({ world: true, service: false, bot: false }));

async function run(
  verb: 'start' | 'bot' | 'service' | 'playground',
  argv: string[],
  io: Io,
  choose: (config: Config) => Parts,
): Promise<number> {
  const { values } = readArguments(verb, argv);
  const t = terminalTexts();
  const config = readConfig({ ...process.env, ...(values.port !== undefined && { PORT: values.port }) }, t);
  const problems = createRecentProblems();
  const log = openLog(config, config.DISCORD_TOKEN ? 'info' : 'warn', problems.add);
  const stopped = untilSignal();
  const steps = createStopSteps();
  const parts = choose(config);
  logUncaughtErrors(log);
  keepYoungGenerationSmall();
  if (!values.json) io.stdout.write(`${t('cli.start.starting')}\n`);
  const unread = unreadEnv(config);
  if (verb === 'start' && unread !== null)
    io.stderr.write(
      `${t('cli.doctor.env.unread', { path: unread })}\n${t('cli.doctor.env.fix', { path: unread })}\n`,
    );
  const isWhole = parts.world && parts.service && parts.bot;
  let isStarting = true;
  let isStopped = false;
  void stopped.then(() => {
    isStopped = true;
    limitStop(1, { steps, log });
    if (isStarting && !values.json) io.stdout.write(`${t('cli.start.stopping')}\n`);
  });
  const { startApp } = await import('../app.js'); // the largest part of the start, so the line above comes first
  for (let turn = 1; ; turn += 1) {
    let onReset = (): void => undefined;
    const reset = new Promise<typeof isReset>((resolve) => {
      onReset = () => resolve(isReset);
    });
    const app = await steps
      .run('start', () => startApp(config, parts, { log, problems, steps, ...(isWhole && { onReset }) }))
      .catch((error) => {
        limitStop(error instanceof SetupError ? 2 : 1, { steps, log }); // something may be open already
        throw error;
      });
    isStarting = false;
    reloadOnSignal(app, log);
    if (turn === 1 && !isStopped)
      io.stdout.write(
        values.json ? `${JSON.stringify(app.addresses)}\n` : greeting(app.addresses, parts, config, t),
      );
    collectGarbage();
    letYoungGenerationGrow();
    const end = await Promise.race([stopped, app.failed, reset]);
    if (typeof end === 'string') {
      io.stderr.write(`${end}\n`);
      limitStop(2, { steps, log });
      await app.stop().catch((error) => log.warn({ err: error }, 'stop failed; exiting'));
      return 2;
    }
    await app.stop();
    if (end === undefined) return 0;
    forgetState(config.PLAYGROUND_STATE);
  }
}

/** The page asked for a new start without data. */
const isReset = Symbol('reset');

/** The other data of the playground is deleted by every start. */
function forgetState(file: string | undefined): void {
  if (file === undefined) return;
  rmSync(file, { force: true });
  rmSync(`${file}.files`, { recursive: true, force: true });
}

/** SIGHUP reads prices and pipelines again. A catalog with a mistake changes nothing. */
function reloadOnSignal(app: App, log: Log): void {
  process.removeAllListeners('SIGHUP'); // of the app before a reset
  process.on('SIGHUP', () => {
    try {
      app.reload();
      log.warn('catalog read again; open offers keep their price');
    } catch (error) {
      log.error({ err: error }, 'catalog not read again; the one before stays in use');
    }
  });
}

function greeting(
  { web, service, rpc, link }: Addresses,
  parts: Parts,
  { PLAYGROUND_STATE: state }: Config,
  t: Translate,
): string {
  if (web) {
    const lines = [
      t('cli.start.open', { url: web }),
      '',
      t('cli.start.world'),
      t('cli.start.guide'),
      '',
      t('cli.start.addresses', { service: service ?? '-', rpc: rpc ?? '-' }),
      state ? t('cli.start.end.kept') : t('cli.start.end'),
    ];
    return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`;
  }
  const lines = [
    parts.bot ? t('cli.start.bot') : t('cli.start.service'),
    ...(link && parts.bot ? [t('cli.start.link', { url: link })] : []),
    ...(service ? [t('cli.start.address', { url: service })] : []),
  ];
  return `${lines.join('\n')}\n`;
}
