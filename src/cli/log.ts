import { createLog, type Log, type LogLine } from '../base/log.js';
import { prettyLines } from '../base/log-pretty.js';
import type { Config } from '../config.js';

/** The log of a verb that keeps running, in the form that LOG_FORMAT names. */
export const openLog = (
  { LOG_FORMAT, LOG_LEVEL }: Pick<Config, 'LOG_FORMAT' | 'LOG_LEVEL'>,
  usualLevel: string,
  onProblem?: (line: LogLine) => void,
): Log =>
  createLog(LOG_LEVEL ?? usualLevel, {
    ...(LOG_FORMAT === 'pretty' && { destination: prettyLines() }),
    ...(onProblem && { onProblem }),
  });
