import type { FastifyInstance } from 'fastify';
import type { State } from './state/state.js';
import type { CdnLinks } from './wire/parts.js';

export const CDN_PATH = '/cdn';

/** Serves attachments at their signed addresses until these expire. */
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
      return reply
        .type(attachment.contentType)
        .header('access-control-allow-origin', '*')
        .header('x-content-type-options', 'nosniff')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
  }
}
