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
 * Names that are secrets only in what somebody sent: a `code` is a link code or a grant of OAuth there, a `signature`
 * the proof of a wallet. Elsewhere they are what an operator looks for: an error's code, a public transaction.
 */
const secretsInRequests = ['body', 'query', 'params'].flatMap((part) =>
  ['code', 'signature', 'state'].map((name) => `${part}["${name}"]`),
);
const redact = [
  ...secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
  ...secretsInRequests.flatMap((path) => [path, `*.${path}`]),
];

/** Whoever has such an address may answer in the bot's name for a quarter of an hour. */
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
