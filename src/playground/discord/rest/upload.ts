import type { FastifyRequest } from 'fastify';
import type { Upload } from '../domain/body.js';
import { Refusal } from '../failure.js';

export const FILES_A_MESSAGE = 10;

type Sent = { body: unknown; uploads: Upload[] };

/** The JSON of a request and its files: `payload_json` and `files[n]` of a multipart body, else the body itself. */
export async function readUploads(request: FastifyRequest): Promise<Sent> {
  if (!request.isMultipart()) return { body: request.body, uploads: [] };
  try {
    return await readForm(request);
  } catch (error) {
    if (error instanceof Refusal || isTooLarge(error)) throw error;
    throw new Refusal('badRequest');
  }
}

const isTooLarge = (error: unknown): boolean => (error as { statusCode?: number }).statusCode === 413;

async function readForm(request: FastifyRequest): Promise<Sent> {
  const uploads: Upload[] = [];
  let body: unknown = {};
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const index = /^files\[(\d+)\]$/.exec(part.fieldname)?.[1] ?? String(uploads.length);
      const file = { name: part.filename, bytes: await part.toBuffer(), contentType: part.mimetype };
      uploads.push({ index, file });
    } else if (part.fieldname === 'payload_json') body = parseJson(String(part.value));
  }
  if (uploads.length > FILES_A_MESSAGE) {
    const message = `Must be ${FILES_A_MESSAGE} or fewer in length.`;
    throw new Refusal('invalidForm', [{ path: ['attachments'], code: 'BASE_TYPE_MAX_LENGTH', message }]);
  }
  return { body, uploads };
}

/** No body that Discord takes comes near; whatever walks through it would run out of stack. */
const NESTING = 200;

/** JSON from outside; a `__proto__` in it would reach into every object that is copied from it. */
export function parseJson(text: string): unknown {
  if (isDeeplyNested(text)) throw new Refusal('invalidJson');
  try {
    return text.includes('__proto__') ? JSON.parse(text, withoutPrototype) : JSON.parse(text);
  } catch {
    throw new Refusal('invalidJson');
  }
}

const withoutPrototype = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value);

function isDeeplyNested(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length && depth <= NESTING; at += 1) {
    const mark = text[at];
    if (mark === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += mark === '\\' ? 1 : 0;
    else if (mark === '[' || mark === '{') depth += 1;
    else if (mark === ']' || mark === '}') depth -= 1;
  }
  return depth > NESTING;
}
