import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import { readerOf } from '../web/page-text.js';
import { serveFiles, type WebPage } from '../web/server.js';
import type { createRigFlow } from './flow.js';
import { fileStem } from './naming.js';
import type { RigView } from './view.js';

const open = z.object({ token: z.string().min(20).max(100) });
const openFile = open.extend({ format: z.string().max(12).default('glb') });

/** Types that a browser or Quick Look must know; other files are only saved. */
const mediaTypes: Record<string, string> = { glb: 'model/gltf-binary', usdz: 'model/vnd.usdz+zip' };

/** The texts that the script of the page uses. */
export const pageKeys = ['page.', 'rig.page.', 'rig.body.name.'] as const;

/**
 * The web page of one finished rig, in 3D. Anyone with the token can view this rig and do nothing else; the token comes
 * from the URL fragment. The bot proxies the files from the service.
 * @param options.folder the bundled HTML, CSS and JavaScript
 */
export function rigPage(options: {
  flow: Pick<ReturnType<typeof createRigFlow>, 'findByToken' | 'findShared' | 'readFile' | 'linkToModel'>;
  folder: string;
}): WebPage {
  const { flow, folder } = options;
  const find = async (token: string) => {
    const job = (await flow.findByToken(token)) ?? (await flow.findShared(token));
    if (!job?.generation.output) throw new AppError('not_found', reason('rig.error.page_not_found'));
    return job;
  };

  return (app, takeOne, copy) => {
    serveFiles(app, '/rig', folder, { copy, keys: pageKeys });
    app.post('/rig/api/view', async ({ body }): Promise<RigView> => {
      const { generation } = await find(open.parse(body).token);
      const { input, output, type } = generation;
      const { skeleton = '', joints = 0 } = output?.rig ?? {};
      const triangles = output?.mesh?.triangles ?? 0;
      const isPublic = output?.files.some(({ format, url }) => format === 'glb' && url.startsWith('https:'));
      return {
        type,
        prompt: input.prompt,
        fileName: `${fileStem(generation)}.glb`,
        skeleton,
        joints,
        triangles,
        clip: output?.clip,
        formats: output?.formats ?? [],
        isPublic: isPublic ?? false,
      };
    });
    app.post('/rig/api/model', async (request, reply) => {
      const { token, format } = openFile.parse(request.body);
      takeOne(token);
      const file = await flow.readFile(await find(token), format);
      // The page asks again, and shows this when it gives up.
      if (!file) return reply.code(202).send({ detail: readerOf(request, copy)('rig.error.file_late') });
      return reply.type(mediaTypes[format] ?? 'application/octet-stream').send(Buffer.from(file));
    });
    app.post('/rig/api/link', async ({ body }) => {
      const { token } = open.parse(body);
      takeOne(token);
      return { url: await flow.linkToModel(await find(token)) };
    });
  };
}
