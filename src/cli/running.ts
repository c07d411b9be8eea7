import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Log } from '../base/log.js';
import type { StopSteps } from '../base/stop-steps.js';

/** The time that the whole program has to stop. */
export const longestStopMs = 20_000;

type StopLimit = {
  steps: StopSteps;
  log: Log;
  exit?: (code: number) => void;
  after?: (ms: number, run: () => void) => void;
};

/**
 * Ends the process when it has not stopped by itself in time, and logs the work still open. Nothing is lost: all
 * durable state is in the database. Called when the stop begins.
 */
export function limitStop(
  code: number,
  {
    steps,
    log,
    exit = (given) => process.exit(given),
    after = (ms, run) => void setTimeout(run, ms).unref(),
  }: StopLimit,
): void {
  after(longestStopMs, () => {
    const open = { steps: steps.unfinished(), resources: process.getActiveResourcesInfo() };
    log.error(open, `not stopped within ${longestStopMs / 1_000} s; exiting with what is still open`);
    exit(code);
  });
}

/**
 * discord.js handles a gateway packet inside its socket's callback, so a packet it cannot parse would end the
 * process and everyone's work in it. Continuing is safe because all durable state is in the database.
 */
export function logUncaughtErrors(log: Log): void {
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception; continuing'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection; continuing'));
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function untilSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    const ask = () => {
      process.once('SIGINT', () => process.exit(130));
      resolve(undefined);
    };
    process.once('SIGINT', ask);
    process.once('SIGTERM', ask);
  });
}

/**
 * Keeps V8's young generation at its first size of 2 MB. It would grow to 32 MB while the modules load, and stay so in a
 * process that rarely holds more than 1 MB of short-lived objects.
 */
export const keepYoungGenerationSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');

/** As V8 usually does: under load, fewer objects live long enough to become old ones. */
export const letYoungGenerationGrow = (): void => setFlagsFromString('--semi-space-growth-factor=2');

/**
 * Frees memory that only the start needed, and compacts the rest. V8 would do so when as much again has been
 * allocated, which takes an idle process hours; until then its memory is up to 20 MB larger. Blocks for about 0.15 s.
 */
export function collectGarbage(): void {
  for (const flag of ['--expose-gc', '--compact-on-every-full-gc']) setFlagsFromString(flag);
  const collect: () => void = runInNewContext('gc');
  collect();
  setFlagsFromString('--no-compact-on-every-full-gc');
}
