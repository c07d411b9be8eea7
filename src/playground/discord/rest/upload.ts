import type { FastifyRequest } from 'fastify';
import type { Upload } from '../domain/body.js';
import { Refusal } from '../failure.js';

export const FILES_A_MESSAGE = 10;

/** The JSON of a request and its files: `payload_json` and `files[n]` of a multipart body, else the body itself. */
export async function readUploads(request: FastifyRequest): Promise<{ body: unknown; uploads: Upload[] }> {
  if (!request.isMultipart()) return { body: request.body, uploads: [] };
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

/** JSON from outside; a `__proto__` in it would reach into every object that is copied from it. */
export function parseJson(text: string): unknown {
  try {
    return text.includes('__proto__') ? JSON.parse(text, withoutPrototype) : JSON.parse(text);
  } catch {
    throw new Refusal('invalidJson');
  }
}

const withoutPrototype = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value);
