#!/usr/bin/env node
import { SetupError } from './base/errors.js';

/** Output streams of a verb: results go to standard output, everything else to standard error. */
export type Io = { stdout: NodeJS.WritableStream; stderr: NodeJS.WritableStream };
type Verb = (argv: string[], io: Io) => Promise<number>;

/** Verbs load lazily: the rig engine does not need Discord, and the bot does not need the playground. */
const verbs: Record<string, { says: string; load: () => Promise<Verb> }> = {
  start: {
    says: 'start the playground, or the real bot when DISCORD_TOKEN is set',
    load: async () => (await import('./cli/start.js')).runStart,
  },
  bot: {
    says: 'start only the bot, against SERVICE_URL',
    load: async () => (await import('./cli/start.js')).runBot,
  },
  service: { says: 'start only the service', load: async () => (await import('./cli/start.js')).runService },
  playground: {
    says: 'start the local Discord, chain, wallets and page, without bot and service',
    load: async () => (await import('./cli/start.js')).runPlayground,
  },
  tour: {
    says: 'play a scripted story through every feature and write it to a folder',
    load: async () => (await import('./cli/tour.js')).runTour,
  },
  rig: {
    says: 'make a rigged character from a sentence, pictures or a mesh',
    load: async () => (await import('./cli/rig.js')).runRig,
  },
  reconcile: {
    says: 'compare ledger, purchases and chain; exit 1 when they differ',
    load: async () => (await import('./cli/reconcile.js')).runReconcile,
  },
  review: {
    says: 'payments under review: list them, credit them or record a refund',
    load: async () => (await import('./cli/review.js')).runReview,
  },
  doctor: {
    says: 'check this machine and the configuration',
    load: async () => (await import('./cli/doctor.js')).runDoctor,
  },
};

const help = () =>
  [
    'rigsmith <verb> [options]',
    '',
    ...Object.entries(verbs).map(([name, { says }]) => `  ${name.padEnd(12)}${says}`),
    '',
  ].join('\n');

/** @returns the exit code: 0 done, 1 failed, 2 invalid arguments or configuration */
export async function main(argv: string[], io: Io): Promise<number> {
  const [name = 'start', ...rest] = argv[0]?.startsWith('-') ? ['start', ...argv] : argv;
  if (name === 'help' || argv[0] === '--help' || argv[0] === '-h') {
    io.stdout.write(help());
    return 0;
  }
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb) {
    io.stderr.write(`Unknown verb "${name}": use one of ${Object.keys(verbs).join(', ')}.\n`);
    return 2;
  }
  try {
    return await (await verb.load())(rest, io);
  } catch (error) {
    if (error instanceof SetupError) {
      io.stderr.write(`${error.message}\n`);
      return 2;
    }
    const { code } = error as { code?: unknown }; // Discord's codes are numbers
    if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')) {
      io.stderr.write(`${(error as Error).message.split(/[.\n]/)[0]}.\n`);
      return 2;
    }
    throw error;
  }
}

const { stdout, stderr } = process;
main(process.argv.slice(2), { stdout, stderr }).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  },
);
