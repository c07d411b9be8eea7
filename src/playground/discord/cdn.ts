import type { FastifyInstance, FastifyReply } from 'fastify';
import type { State } from './state/state.js';
import type { CdnLinks } from './wire/parts.js';

export const CDN_PATH = '/cdn';

/** Serves attachments at signed addresses until they expire. */
export function mountCdn(http: FastifyInstance, state: State, links: CdnLinks): void {
  for (const folder of ['attachments', 'ephemeral-attachments']) {
    http.get(`${CDN_PATH}/${folder}/:channelId/:attachmentId/:filename`, (request, reply) => {
      const { channelId, attachmentId, filename } = request.params as Record<string, string>;
      const path = `/${folder}/${channelId}/${attachmentId}/${encodeURIComponent(filename!)}`;
      const attachment = state.attachments.get(attachmentId!);
      const bytes = state.files.get(attachmentId!);
      const isGenuine = links.accepts(path, request.query as Record<string, string>);
      if (!attachment || !bytes || attachment.channelId !== channelId || !isGenuine) {
        return reply.status(404).type('text/plain').send('This content is no longer available.');
      }
      reply.type(attachment.contentType).headers(OPEN);
      return sendRange(reply, bytes, request.headers.range);
    });
  }
  http.get(`${CDN_PATH}/emojis/:file`, (request, reply) => {
    const id = (request.params as { file: string }).file.split('.', 1)[0]!;
    const emoji = [...state.applications.values()].flatMap(({ emojis }) => emojis.get(id) ?? [])[0];
    if (!emoji) return reply.status(404).type('text/plain').send('This content is no longer available.');
    return sendRange(reply.type(emoji.contentType).headers(OPEN), emoji.bytes, request.headers.range);
  });
}

const OPEN = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' };

/** Sends one byte range, or the whole file when several ranges or another unit are requested. */
function sendRange(reply: FastifyReply, bytes: Uint8Array, asked: string | undefined): FastifyReply {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  reply.header('accept-ranges', 'bytes');
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(asked ?? '') ?? [];
  if (from === '' && to === '') return reply.send(all);
  const start = from === '' ? Math.max(0, all.length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? all.length - 1 : Math.min(Number(to), all.length - 1);
  if (start > end || start >= all.length)
    return reply.status(416).header('content-range', `bytes */${all.length}`).type('text/plain').send('');
  reply.status(206).header('content-range', `bytes ${start}-${end}/${all.length}`);
  return reply.send(all.subarray(start, end + 1));
}
