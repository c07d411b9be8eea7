import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/**
 * Allows only this machine: scripts from this origin, pictures and files also from the local Discord's CDN (another
 * port), and `blob:` for textures inside a 3D file.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: http://127.0.0.1:* http://localhost:*",
  "media-src 'self' blob: http://127.0.0.1:* http://localhost:*",
  "connect-src 'self' blob: http://127.0.0.1:* http://localhost:*",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Bundled chunks have a content hash in their name, so they can be cached for ever. */
const isHashed = (name: string): boolean => /-[A-Z0-9]{8}\.(js|css)$/.test(name);

/** What the first view loads. */
const isFirst = (name: string): boolean => /^(main|chunk|index)\b/.test(name);

/** Addresses of views: a server's channel, a direct message, a message in either. */
const views = ['/', '/channels/:server/:channel', '/channels/:server/:channel/:message'];

type Encoding = 'br' | 'gzip' | 'identity';

const compress: Record<Exclude<Encoding, 'identity'>, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: content.length < 200_000 ? 11 : 7,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
};

/** A file in each encoding, compressed when it is first asked for. */
function encodedFile(content: Buffer) {
  const kept = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(content)]]);
  return (encoding: Encoding): Promise<Buffer> => {
    const known = kept.get(encoding) ?? compress[encoding as 'br' | 'gzip'](content);
    kept.set(encoding, known);
    return known;
  };
}

/** The best encoding a browser accepts for a file. Pictures are compressed already. */
function encodingFor(name: string, accepted: string | string[] | undefined): Encoding {
  const names = new Set(String(accepted ?? '').split(/[\s,;]+/));
  if (extname(name) === '.webp') return 'identity';
  return names.has('br') ? 'br' : names.has('gzip') ? 'gzip' : 'identity';
}

/** Serves the built page from memory: the files of `webDir`, with the HTML at the address of every view. */
export async function mountPage(app: FastifyInstance, webDir: string): Promise<void> {
  const names = (await readdir(webDir).catch(() => [])).filter((name) => extname(name) in types);
  if (!names.includes('index.html'))
    app.get('/', (_request, reply) =>
      reply.code(503).send({ error: 'The page is not built: npm run build.' }),
    );
  for (const name of names) {
    const file = await readFile(join(webDir, name));
    const bodyIn = encodedFile(file);
    if (isFirst(name)) void bodyIn('br'); // the first visitor does not wait for it
    const etag = `W/"${hash('sha256', file, 'base64url').slice(0, 22)}"`;
    for (const path of name === 'index.html' ? views : [`/${name}`])
      app.get(path, async (request, reply) => {
        reply.headers({
          etag,
          vary: 'accept-encoding',
          'cache-control': isHashed(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
        });
        if (request.headers['if-none-match'] === etag) return reply.code(304).send();
        const encoding = encodingFor(name, request.headers['accept-encoding']);
        const content = await bodyIn(encoding);
        if (encoding !== 'identity') reply.header('content-encoding', encoding);
        return reply
          .headers({
            'content-type': types[extname(name)] ?? 'application/octet-stream',
            'content-security-policy': policy,
            'x-content-type-options': 'nosniff',
            'referrer-policy': 'no-referrer',
          })
          .send(content);
      });
  }
}
