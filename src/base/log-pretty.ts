import type { LogLine } from './log.js';

const names: Readonly<Record<number, string>> = {
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};
const colours: Readonly<Record<string, string>> = { WARN: '\x1b[33m', ERROR: '\x1b[31m', FATAL: '\x1b[31m' };

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Fields of an error, its stack last. */
function errorOf(value: unknown): { fields: [string, unknown][]; stack: string } {
  if (typeof value !== 'object' || value === null) return { fields: [], stack: '' };
  const { stack = '', type: _type, message, ...others } = value as Record<string, unknown>;
  return {
    fields: Object.entries(others),
    stack: String(stack || message || '').replace(/^/gm, '    '),
  };
}

/** `14:03:07 WARN  bot  payment needs review  case=12`, for people who read the log in a terminal. */
export function prettyLine(text: string, hasColour: boolean): string {
  let line: LogLine;
  try {
    line = JSON.parse(text) as LogLine;
  } catch {
    return text;
  }
  const { level, time, msg = '', part, err, ...others } = line;
  const name = names[level] ?? String(level);
  const { fields, stack } = errorOf(err);
  const mark = hasColour && colours[name] ? `${colours[name]}${name.padEnd(5)}\x1b[0m` : name.padEnd(5);
  const pairs = [...Object.entries(others), ...fields].map(([key, value]) => `${key}=${shown(value)}`);
  const at = new Date(time).toTimeString().slice(0, 8);
  const head = [`${at} ${mark}`, ...(part === undefined ? [] : [shown(part)]), msg, ...pairs].join('  ');
  return stack === '' ? `${head}\n` : `${head}\n${stack}\n`;
}

/** Writes the lines of the log for people. */
export const prettyLines = (
  destination: { write(line: string): unknown; isTTY?: boolean } = process.stderr,
) => ({ write: (text: string) => destination.write(prettyLine(text, destination.isTTY === true)) });
