import { type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & { child(fields: object): Log };

/** Names whose values are secrets wherever they stand. */
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
 * Names that are secrets only in requests: there a `code` is a link code or an OAuth grant, and a `signature` proves a
 * wallet. Elsewhere operators need them: the code of an error, the public signature of a transaction.
 */
const secretsInRequests = ['body', 'query', 'params'].flatMap((part) =>
  ['code', 'signature', 'state'].map((name) => `${part}["${name}"]`),
);
const redact = [
  ...secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
  ...secretsInRequests.flatMap((path) => [path, `*.${path}`]),
];

/** With such a URL anyone can answer as the bot for 15 minutes. */
const interactionTokens = /\/(interactions|webhooks)\/(\d+)\/[\w-]{20,}/g;

/** An error with its code, without the tokens in addresses and without what members wrote. */
function toFields(error: Error): object {
  const fields = pino.stdSerializers.err(error);
  if (typeof fields !== 'object' || fields === null) return fields;
  const { requestBody: _, ...shown } = fields as unknown as Record<string, unknown>;
  const { url } = shown;
  return typeof url === 'string'
    ? { ...shown, url: url.replace(interactionTokens, '/$1/$2/[redacted]') }
    : shown;
}

/** JSON lines on standard error: standard output belongs to what a verb prints. */
export function createLog(level: string, destination: NodeJS.WritableStream = process.stderr): Log {
  return pino(
    {
      level,
      base: undefined,
      redact: { paths: redact, censor: '[redacted]' },
      serializers: { err: toFields },
    },
    destination,
  );
}

export const silentLog: Log = pino({ level: 'silent' });
