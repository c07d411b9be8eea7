import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import { escapeHtml } from '../../base/html.js';
import { reason } from '../../copy/reason.js';
import type { Translate } from '../../copy/translate.js';
import { fillPage, readerOf } from '../web/page-text.js';
import type { WebPage } from '../web/server.js';
import { bodyName } from './bodies.js';
import { characterName } from './naming.js';
import { pageKeys } from './page.js';
import type { RigJob } from './rows.js';

const params = z.object({ token: z.string().min(20).max(100) });

type Preview = { url: string; job: RigJob };

/** What programs show that preview links, in the Open Graph protocol. It names no person. */
function previewOf({ url, job }: Preview, t: Translate): string {
  const { generation } = job;
  const { output, type } = generation;
  const { skeleton = '', joints = 0 } = output?.rig ?? {};
  const triangles = output?.mesh?.triangles ?? 0;
  const title = characterName(generation, 100) ?? t(`rig.page.title.${type}`);
  const description = t('rig.page.facts', { joints, skeleton: bodyName(skeleton, t), triangles });
  const tags: Record<string, string> = {
    'og:type': 'website',
    'og:site_name': 'Rigsmith',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': `${url}/turntable.gif`,
    'og:image:type': 'image/gif',
    'og:image:alt': title,
  };
  const lines = Object.entries(tags).map(
    ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
  );
  return [
    ...lines,
    '<meta name="twitter:card" content="summary_large_image">',
    '<meta name="robots" content="noindex">',
  ].join('\n');
}

/**
 * The page of a rig that its member made public: the page of a rig under an address of its own, with a preview. The
 * address can be withdrawn.
 */
export function publicRigPage(deps: {
  flow: {
    findShared(token: string): Promise<RigJob | null>;
    film(job: RigJob): Promise<Buffer>;
  };
  /** The bundled HTML, CSS and JavaScript of the page of a rig. */
  folder: string;
  pageUrl: string;
}): WebPage {
  const { flow, folder, pageUrl } = deps;
  const find = async (given: unknown) => {
    const { token } = params.parse(given);
    const job = await flow.findShared(token);
    if (!job?.generation.output) throw new AppError('not_found', reason('rig.error.page_not_found'));
    return { token, job };
  };
  return (app, takeOne, copy) => {
    app.get('/rig/s/:token', async (request, reply) => {
      const { token, job } = await find(request.params);
      const t = readerOf(request, copy);
      const html = fillPage(await readFile(join(folder, 'index.html'), 'utf8'), pageKeys, t);
      const preview = previewOf({ url: `${pageUrl}/${token}`, job }, t);
      return reply
        .type('text/html; charset=utf-8')
        .send(html.replace('</head>', () => `${preview}\n</head>`));
    });
    app.get('/rig/s/:token/turntable.gif', async (request, reply) => {
      const { token, job } = await find(request.params);
      takeOne(token);
      return reply.type('image/gif').send(await flow.film(job));
    });
  };
}
