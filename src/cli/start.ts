import { parseArgs } from 'node:util';
import { type Addresses, type Parts, partsOf, startApp } from '../app.js';
import { SetupError } from '../base/errors.js';
import { createLog, type Log } from '../base/log.js';
import { type Config, readConfig } from '../config.js';
import type { Io } from '../main.js';

/** The verbs that keep running: `start`, and the verbs that run one part in its own process. */

export const runStart = (argv: string[], io: Io) => run(argv, io, partsOf);

export const runBot = (argv: string[], io: Io) =>
  run(argv, io, (config) => {
    if (config.DISCORD_TOKEN && config.SERVICE_URL) return { world: false, service: false, bot: true };
    throw new SetupError(
      'The bot alone needs DISCORD_TOKEN and SERVICE_URL: set both, or use `rigsmith start`.',
    );
  });

export const runService = (argv: string[], io: Io) =>
  run(argv, io, (config) => {
    if (config.SOLANA_RPC_URL && config.MERCHANT_ADDRESS) return { world: false, service: true, bot: false };
    throw new SetupError(
      'The service alone needs SOLANA_RPC_URL and MERCHANT_ADDRESS: set both, or use `rigsmith start`.',
    );
  });

export const runPlayground = (argv: string[], io: Io) =>
  run(argv, io, () => ({ world: true, service: false, bot: false }));

async function run(argv: string[], io: Io, choose: (config: Config) => Parts): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { json: { type: 'boolean', default: false }, port: { type: 'string' } },
  });
  const config = readConfig({ ...process.env, ...(values.port !== undefined && { PORT: values.port }) });
  const log = createLog(config.LOG_LEVEL ?? (config.DISCORD_TOKEN ? 'info' : 'warn'));
  const stopped = untilSignal();
  const parts = choose(config);
  const app = await startApp(config, parts, { log });
  logUncaughtErrors(log);
  io.stdout.write(
    values.json ? `${JSON.stringify(app.addresses)}\n` : greeting(app.addresses, parts, config),
  );
  const problem = await Promise.race([stopped, app.failed]);
  if (problem === undefined) {
    await app.stop();
    return 0;
  }
  io.stderr.write(`${problem}\n`);
  setTimeout(() => process.exit(2), longestStopMs).unref(); // the part that failed may also keep a request open
  await app.stop().catch((error) => log.warn({ err: error }, 'stop failed; exiting'));
  return 2;
}

const longestStopMs = 10_000;

/**
 * discord.js handles a gateway packet inside its socket's callback, so a packet it cannot parse would end the
 * process and everyone's work in it. Continuing is safe because all durable state is in the database.
 */
function logUncaughtErrors(log: Log): void {
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception; continuing'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection; continuing'));
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
function untilSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    const ask = () => {
      process.once('SIGINT', () => process.exit(130));
      resolve(undefined);
    };
    process.once('SIGINT', ask);
    process.once('SIGTERM', ask);
  });
}

function greeting({ web, service, rpc, link }: Addresses, parts: Parts, config: Config): string {
  const end = config.PLAYGROUND_STATE
    ? 'stops it and keeps only the Discord'
    : 'stops it and deletes everything';
  if (web) {
    return [
      '',
      `  Rigsmith is running. Open  ${web}`,
      '',
      '  A local Discord, a local Solana chain and a funded test wallet: no account, key or network needed.',
      '  On the page, press the steps from left to right: link, buy, rig, talk.',
      '',
      `  Service ${service ?? 'not running here'} · Solana RPC ${rpc} · Ctrl+C ${end}.`,
      '',
      '',
    ].join('\n');
  }
  const what = parts.bot
    ? `The bot is running${parts.service ? ' with its own service' : ''}.`
    : 'The service is running.';
  return `${what}${link && parts.bot ? ` Link page: ${link}` : ''}${service ? ` Service: ${service}` : ''}\n`;
}
