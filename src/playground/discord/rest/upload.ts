import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from '../domain/body.js';
import { Refusal } from '../failure.js';
import { parseBotJson } from '../json.js';

export const FILES_A_MESSAGE = 10;

type Sent = { body: unknown; uploads: UploadedFile[] };

/**
 * Reads JSON and files: `payload_json` (or single fields) and `files[n]` of a multipart body, else the body itself.
 */
export async function readUploadedFiles(request: FastifyRequest): Promise<Sent> {
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
  const uploads: UploadedFile[] = [];
  let body: unknown;
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const index = /^files\[(\d+)\]$/.exec(part.fieldname)?.[1] ?? String(uploads.length);
      const file = { name: part.filename, bytes: await part.toBuffer(), contentType: part.mimetype };
      uploads.push({ index, file });
    } else if (part.fieldname === 'payload_json') body = parseBotJson(String(part.value));
    else fields[part.fieldname] = part.value;
  }
  if (uploads.length > FILES_A_MESSAGE) {
    const message = `Must be ${FILES_A_MESSAGE} or fewer in length.`;
    throw new Refusal('invalidForm', [{ path: ['attachments'], code: 'BASE_TYPE_MAX_LENGTH', message }]);
  }
  return { body: body ?? fields, uploads };
}
