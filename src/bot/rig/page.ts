import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import { serveFiles, type WebPage } from '../web/server.js';
import type { createRigFlow } from './flow.js';
import { fileStem } from './naming.js';
import type { RigView } from './view.js';

const open = z.object({ token: z.string().min(20).max(100) });

/** The texts that the script of the page uses. */
export const pageKeys = ['page.', 'rig.page.', 'rig.body.name.'] as const;

/**
 * The web page of one finished rig, in 3D. Anyone with the token can view this rig and do nothing else; the token comes
 * from the URL fragment. The bot proxies the model from the service.
 * @param options.folder the bundled HTML, CSS and JavaScript
 */
export function rigPage(options: {
  flow: Pick<ReturnType<typeof createRigFlow>, 'findByToken' | 'findShared' | 'readModel'>;
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
      const fileName = `${fileStem(generation)}.glb`;
      return { type, prompt: input.prompt, fileName, skeleton, joints, triangles, clip: output?.clip };
    });
    app.post('/rig/api/model', async ({ body }, reply) => {
      const { token } = open.parse(body);
      takeOne(token);
      const model = await flow.readModel(await find(token));
      return reply.type('model/gltf-binary').send(Buffer.from(model));
    });
  };
}
