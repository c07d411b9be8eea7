import type { LogLine } from './log.js';

/** The newest warnings and errors of the log, newest first; equal ones are counted. */
export type RecentProblems = {
  add(line: LogLine): void;
  newest(): readonly RecentProblem[];
};

export type RecentProblem = {
  level: number;
  /** When it was logged last, in ms. */
  at: number;
  message: string;
  /** The code or the type of its error, and the first line of its text; empty without an error. */
  error: string;
  times: number;
};

const mostKept = 50;

function errorIn({ err, code }: LogLine): string {
  if (typeof err !== 'object' || err === null) return typeof code === 'string' ? code : '';
  const { code: own, type, message } = err as Record<string, unknown>;
  const [text = ''] = String(message ?? '').split('\n');
  return [own ?? type, text]
    .filter((part) => part !== undefined && part !== '')
    .join(': ')
    .slice(0, 300);
}

export function createRecentProblems(): RecentProblems {
  const kept = new Map<string, RecentProblem>();
  return {
    add(line) {
      const { level, time: at, msg: message = '' } = line;
      const error = errorIn(line);
      const key = `${level} ${message} ${error}`;
      const times = (kept.get(key)?.times ?? 0) + 1;
      kept.delete(key); // the newest come last
      kept.set(key, { level, at, message, error, times });
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
    },
    newest: () => [...kept.values()].reverse(),
  };
}
