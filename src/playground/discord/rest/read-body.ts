import type { FastifyInstance } from 'fastify';
import { Refusal } from '../failure.js';
import { parseBotJson } from '../json.js';

/** Limit of a body without files. A hundred commands of maximum size need less than half of it. */
const BODY_BYTES = 8 * 1024 * 1024;

/**
 * Accepts the bodies that libraries send: JSON, forms, and an empty body with any content type (aiohttp sends
 * `application/octet-stream` with an empty PUT). As at Discord, answers are `application/json` without a charset and
 * have a `via` header: discord.py compares the full type, and treats a 429 without `via` as a ban.
 */
export function readBodies(http: FastifyInstance): void {
  const parsing = { parseAs: 'string', bodyLimit: BODY_BYTES } as const;
  const read = (parse: (text: string) => unknown) => (text: string, done: Done) => {
    try {
      done(null, text === '' ? undefined : parse(text));
    } catch (error) {
      done(error as Refusal);
    }
  };
  const [json, form, other] = [parseBotJson, toFields, refuse].map(read);
  http.removeContentTypeParser(['application/json', 'text/plain']);
  http.addContentTypeParser<string>('application/json', parsing, (_request, text, done) => json!(text, done));
  http.addContentTypeParser<string>('application/x-www-form-urlencoded', parsing, (_request, text, done) =>
    form!(text, done),
  );
  http.addContentTypeParser<string>('*', parsing, (_request, text, done) => other!(text, done));
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('application/json'))
      reply.headers({ 'content-type': 'application/json', via: '1.1 google' });
    done(null, payload);
  });
}

type Done = (error: Error | null, body?: unknown) => void;

const toFields = (text: string): unknown => Object.fromEntries(new URLSearchParams(text));

function refuse(): never {
  throw new Refusal('badRequest');
}
