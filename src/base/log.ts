import { type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & { child(fields: object): Log };

/** Keys whose values never reach a log line, wherever they stand. */
const hidden = [
  'token',
  'authorization',
  'cookie',
  'set-cookie',
  'jar',
  'access_token',
  'refresh_token',
  'verifier',
  'password',
  'secret',
  'signature',
  'code',
  'nonce',
];
const redact = hidden.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);

/** JSON lines on standard error: standard output belongs to what a verb prints. */
export function createLog(level: string, destination: NodeJS.WritableStream = process.stderr): Log {
  return pino({ level, base: undefined, redact: { paths: redact, censor: '[redacted]' } }, destination);
}

export const silentLog: Log = pino({ level: 'silent' });
