import type { Log } from '../base/log.js';

/** A part that failed may also keep something open, so the process ends this long after it was asked to. */
export const longestStopMs = 10_000;

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
