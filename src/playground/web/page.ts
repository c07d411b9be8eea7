import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
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
const isHashed = (name: string): boolean => /-[A-Z0-9]{8}\.js$/.test(name);

/** Serves the built page from memory: the files of `webDir`, with the HTML at `/`. */
export async function mountPage(app: FastifyInstance, webDir: string): Promise<void> {
  const names = (await readdir(webDir).catch(() => [])).filter((name) => extname(name) in types);
  if (!names.includes('index.html'))
    app.get('/', (_request, reply) =>
      reply.code(503).send({ error: 'The page is not built: npm run build.' }),
    );
  for (const name of names) {
    const content = await readFile(join(webDir, name));
    app.get(name === 'index.html' ? '/' : `/${name}`, (_request, reply) =>
      reply
        .headers({
          'content-type': types[extname(name)] ?? 'application/octet-stream',
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': isHashed(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
        })
        .send(content),
    );
  }
}
