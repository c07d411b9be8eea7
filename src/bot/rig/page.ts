import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import { serveFiles, type WebPage } from '../web/server.js';
import type { createRigFlow } from './flow.js';
import type { RigView } from './view.js';

const open = z.object({ token: z.string().min(20).max(100) });

/**
 * The web page of one finished rig, in 3D. The token opens this rig to be looked at, by whoever has it, and nothing
 * else; it reached the browser in the URL fragment. The model comes through here, wherever the service keeps it.
 * @param options.folder where document, style sheet and script were bundled into
 */
export function rigPage(options: {
  flow: Pick<ReturnType<typeof createRigFlow>, 'findByToken' | 'readModel'>;
  folder: string;
}): WebPage {
  const { flow, folder } = options;
  const find = async (token: string) => {
    const job = await flow.findByToken(token);
    if (!job?.generation.output)
      throw new AppError('not_found', 'There is no such rig. Perhaps it was deleted.');
    return job;
  };

  return (app, takeOne) => {
    serveFiles(app, '/rig', folder);
    app.post('/rig/api/view', async ({ body }): Promise<RigView> => {
      const { generation } = await find(open.parse(body).token);
      const { input, output, type } = generation;
      const { skeleton = '', joints = 0 } = output?.rig ?? {};
      const triangles = output?.mesh?.triangles ?? 0;
      return { type, prompt: input.prompt, skeleton, joints, triangles };
    });
    app.post('/rig/api/model', async ({ body }, reply) => {
      const { token } = open.parse(body);
      takeOne(token);
      const model = await flow.readModel(await find(token));
      return reply.type('model/gltf-binary').send(Buffer.from(model));
    });
  };
}
