#!/usr/bin/env node
import module from 'node:module';
import { SetupError } from './base/errors.js';
import { unknownVerb } from './cli/arguments.js';
import { programHelp, verbHelp } from './cli/help.js';
import type { Io } from './cli/io.js';
import { findVersion } from './cli/root.js';
import { localeIn, speak, terminalTexts } from './cli/texts.js';
import { isVerb, type VerbName, verbNames } from './cli/verbs.js';

type Verb = (argv: string[], io: Io) => Promise<number>;

/** Verbs load lazily: the rig engine does not need Discord, and the bot does not need the playground. */
const loaders: Record<VerbName, () => Promise<Verb>> = {
  start: async () => (await import('./cli/start.js')).runStart,
  bot: async () => (await import('./cli/start.js')).runBot,
  service: async () => (await import('./cli/start.js')).runService,
  playground: async () => (await import('./cli/start.js')).runPlayground,
  tour: async () => (await import('./cli/tour.js')).runTour,
  rig: async () => (await import('./cli/rig.js')).runRig,
  doctor: async () => (await import('./cli/doctor.js')).runDoctor,
  reconcile: async () => (await import('./cli/reconcile.js')).runReconcile,
  review: async () => (await import('./cli/review.js')).runReview,
  completions: async () => (await import('./cli/completions.js')).runCompletions,
};

const asksForHelp = (argv: readonly string[]): boolean => {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).some((word) => word === '--help' || word === '-h');
};

/** @returns the exit code: 0 done, 1 failed, 2 invalid arguments or configuration */
export async function main(argv: string[], io: Io): Promise<number> {
  try {
    const locale = localeIn(argv);
    speak(locale?.startsWith('-') ? undefined : locale);
    return await run(withoutLeadingLocale(argv), io);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return 2;
  }
}

/** `rigsmith --locale de` is the help in German. */
function withoutLeadingLocale(argv: string[]): string[] {
  if (argv[0] === '--locale') return argv.slice(2);
  return argv[0]?.startsWith('--locale=') ? argv.slice(1) : argv;
}

async function run(argv: string[], io: Io): Promise<number> {
  const [first = 'help', ...others] = argv;
  const isHelp = first === 'help' || first === '--help' || first === '-h';
  const [name, rest] = isHelp ? [others[0], ['--help']] : [first, others];
  if (first === '--version' || name === undefined) {
    const version = findVersion();
    io.stdout.write(first === '--version' ? `${version}\n` : programHelp(terminalTexts(), version));
    return 0;
  }
  if (!isVerb(name)) {
    io.stderr.write(`${unknownVerb(name, [...verbNames, 'help', '--help', '--version'])}\n`);
    return 2;
  }
  if (asksForHelp(rest)) {
    io.stdout.write(verbHelp(terminalTexts(), name));
    return 0;
  }
  return (await loaders[name]())(rest, io);
}

// Node 22 keeps what it compiled, so the second start is faster; Node 20 has no such cache.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

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
