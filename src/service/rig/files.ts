import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors.js';
import type { Blobs } from '../storage/blobs.js';
import { convertedTypes } from './conversions.js';
import type { Links } from './links.js';
import type { StoredOutput } from './row.js';

const types = {
  glb: { contentType: 'model/gltf-binary', disposition: 'attachment', of: 'model' },
  webp: { contentType: 'image/webp', disposition: 'inline', of: 'turntable' },
  png: { contentType: 'image/png', disposition: 'inline', of: 'preview' },
} as const;

function storedOf(output: StoredOutput, name: string) {
  const [, clip = '', ending = clip] = name.split('.');
  const type = types[ending as keyof typeof types];
  const film = ending === clip ? undefined : output.films?.[clip];
  return type && { ...type, sha256: (film ?? output[type.of])?.sha256 };
}

const endings = Object.entries(convertedTypes);

/** Files of these endings are converted; their names may have a clip or a digest before the ending. */
const convertedOf = (output: StoredOutput, name: string) => {
  const [, contentType] = endings.find(([ending]) => name.endsWith(`.${ending}`)) ?? [];
  const file = output.converted?.[name.slice(name.indexOf('.') + 1)];
  return contentType && file && { contentType, disposition: 'attachment' as const, sha256: file.sha256 };
};

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
        const found = output && (convertedOf(output, name) ?? storedOf(output, name));
        if (!found?.sha256) throw new AppError('not_found', "That file doesn't exist or was deleted.");
        const offer = {
          name,
          contentType: found.contentType,
          disposition: found.disposition,
          seconds: linkSeconds,
        };
        const elsewhere = await blobs.link(found.sha256, offer);
        reply.header('access-control-allow-origin', '*');
        if (elsewhere !== null) return reply.header('cache-control', 'no-store').redirect(elsewhere, 302);
        const bytes = await blobs.read(found.sha256);
        return reply
          .header('content-type', found.contentType)
          .header('content-disposition', `${found.disposition}; filename="${name}"`)
          .header('cache-control', 'private, max-age=3600, immutable')
          .header('etag', `"${found.sha256}"`)
          .header('x-content-type-options', 'nosniff')
          .send(bytes);
      },
    );
  };
