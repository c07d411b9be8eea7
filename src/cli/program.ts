import { SetupError } from '../base/errors.js';
import { unknownVerb } from './arguments.js';
import { programHelp, verbHelp } from './help.js';
import type { Io } from './io.js';
import { findVersion } from './root.js';
import { localeIn, speak, terminalTexts } from './texts.js';
import { isVerb, type VerbName, verbNames } from './verbs.js';

type Verb = (argv: string[], io: Io) => Promise<number>;

/** Verbs load lazily: the rig engine does not need Discord, and the bot does not need the playground. */
const loaders: Record<VerbName, () => Promise<Verb>> = {
  start: async () => (await import('./start.js')).runStart,
  bot: async () => (await import('./start.js')).runBot,
  service: async () => (await import('./start.js')).runService,
  worker: async () => (await import('./worker.js')).runWorker,
  playground: async () => (await import('./start.js')).runPlayground,
  tour: async () => (await import('./tour.js')).runTour,
  rig: async () => (await import('./rig.js')).runRig,
  doctor: async () => (await import('./doctor.js')).runDoctor,
  'live-check': async () => (await import('./live-check.js')).runLiveCheck,
  reconcile: async () => (await import('./reconcile.js')).runReconcile,
  review: async () => (await import('./review.js')).runReview,
  migrate: async () => (await import('./migrate.js')).runMigrate,
  move: async () => (await import('./move.js')).runMove,
  'move-files': async () => (await import('./move-files.js')).runMoveFiles,
  catalog: async () => (await import('./catalog.js')).runCatalog,
  disk: async () => (await import('./disk.js')).runDisk,
  init: async () => (await import('./init.js')).runInit,
  invite: async () => (await import('./invite.js')).runInvite,
  backup: async () => (await import('./backup.js')).runBackup,
  restore: async () => (await import('./restore.js')).runRestore,
  verify: async () => (await import('./verify.js')).runVerify,
  completions: async () => (await import('./completions.js')).runCompletions,
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
