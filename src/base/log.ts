import { type Logger, pino } from 'pino';
import { currentRequestId } from './request-id.js';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'level'> & {
  child(fields: object): Log;
};

/** Field names whose values are always secrets. */
const secretNames = [
  'token',
  'authorization',
  'cookie',
  'set-cookie',
  'jar',
  'sealed',
  'access_token',
  'refresh_token',
  'verifier',
  'code_verifier',
  'password',
  'secret',
  'client_secret',
  'nonce',
  'proof',
  'link_code',
];
/**
 * Field names that are secret only in requests: there `code` is a link code or an OAuth grant, and `signature`
 * proves a wallet. Elsewhere operators need them: the code of an error, the public signature of a transaction.
 */
const secretsInRequests = ['body', 'query', 'params'].flatMap((part) =>
  ['code', 'signature', 'state'].map((name) => `${part}["${name}"]`),
);
const redact = [
  ...secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
  ...secretsInRequests.flatMap((path) => [path, `*.${path}`]),
];

/** Anyone with such a URL can answer as the bot for 15 minutes. */
const interactionTokens = /\/(interactions|webhooks)\/(\d+)\/[\w-]{20,}/g;

/** An error with its code, without tokens in addresses and without text members wrote. */
function toFields(error: Error): object {
  const fields = pino.stdSerializers.err(error);
  if (typeof fields !== 'object' || fields === null) return fields;
  const { requestBody: _, ...shown } = fields as unknown as Record<string, unknown>;
  const { url } = shown;
  return typeof url === 'string'
    ? { ...shown, url: url.replace(interactionTokens, '/$1/$2/[redacted]') }
    : shown;
}

/** A line's own `request_id` is kept. */
function ofRequest(): object {
  const id = currentRequestId();
  return id === undefined ? {} : { request_id: id };
}

type Destination = { write(line: string): unknown };

export type LogOptions = {
  /** Default: standard error; standard output is for the result of a CLI command. */
  destination?: Destination;
  /** Called with every line from `warn` up, as it is written: without secrets. */
  onProblem?: (line: LogLine) => void;
};

/** A line of the log after redaction. */
export type LogLine = { level: number; time: number; msg?: string; [field: string]: unknown };

const warnLevel = 40;

/** Writes JSON lines. */
export function createLog(level: string, { destination = process.stderr, onProblem }: LogOptions = {}): Log {
  return pino(
    {
      level,
      base: undefined,
      redact: { paths: redact, censor: '[redacted]' },
      serializers: { err: toFields },
      mixin: ofRequest,
    },
    onProblem ? reporting(destination, onProblem) : destination,
  );
}

/** Redaction happens while a line is written, so it is read back from there. */
const reporting = (destination: Destination, onProblem: (line: LogLine) => void): Destination => ({
  write(text) {
    destination.write(text);
    const level = Number(/^\{"level":(\d+)/.exec(text)?.[1]);
    if (level >= warnLevel) onProblem(JSON.parse(text) as LogLine);
  },
});

export const silentLog: Log = pino({ level: 'silent' });
