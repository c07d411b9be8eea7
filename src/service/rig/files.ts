import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors.js';
import type { Blobs } from '../storage/blobs.js';
import type { Links } from './links.js';
import type { StoredOutput } from './row.js';

const types = {
  glb: { contentType: 'model/gltf-binary', disposition: 'attachment', of: 'model' },
  webp: { contentType: 'image/webp', disposition: 'inline', of: 'turntable' },
  png: { contentType: 'image/png', disposition: 'inline', of: 'preview' },
} as const;

/** How long a bucket serves a file under the address that a link redirects to. */
const linkSeconds = 300;

/**
 * `GET /api/rig/files/{token}/{name}`: result files by signed link, without a session. A link is valid for one file
 * and one name, so any page may load it and any cache may keep it until it expires.
 * @param outputOf a generation's output, null once it is deleted
 */
export const serveRigFiles =
  (links: Links, blobs: Blobs, outputOf: (generationId: string) => Promise<StoredOutput | null>) =>
  (app: FastifyInstance) => {
    app.get<{ Params: { token: string; name: string } }>(
      '/api/rig/files/:token/:name',
      async (request, reply) => {
        const { token, name } = request.params;
        const output = await outputOf(links.open(token, name));
        const [, clip = '', ending = clip] = name.split('.');
        const type = types[ending as keyof typeof types];
        const film = ending === clip ? undefined : output?.films?.[clip];
        const sha256 = type && (film ?? output?.[type.of])?.sha256;
        if (!sha256) throw new AppError('not_found', "That file doesn't exist or was deleted.");
        const offer = {
          name,
          contentType: type.contentType,
          disposition: type.disposition,
          seconds: linkSeconds,
        };
        const elsewhere = await blobs.link(sha256, offer);
        reply.header('access-control-allow-origin', '*');
        if (elsewhere !== null) return reply.header('cache-control', 'no-store').redirect(elsewhere, 302);
        const bytes = await blobs.read(sha256);
        return reply
          .header('content-type', type.contentType)
          .header('content-disposition', `${type.disposition}; filename="${name}"`)
          .header('cache-control', 'private, max-age=3600, immutable')
          .header('etag', `"${sha256}"`)
          .header('x-content-type-options', 'nosniff')
          .send(bytes);
      },
    );
  };
