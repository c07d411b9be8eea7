import { type FakeServer, openFakeServer } from './server.js';

/**
 * The API server of Hunyuan3D: tasks start at once, an unknown task is `processing`, and the model comes with the
 * status.
 */
export async function openHunyuan(options: { model: Uint8Array }): Promise<FakeServer> {
  const tasks = new Map<string, number>();
  return openFakeServer(({ method, path, body }) => {
    if (method === 'POST' && path === '/send') {
      const { image } = JSON.parse(body.toString());
      if (typeof image !== 'string') return { status: 422, json: { detail: [{ loc: ['body', 'image'] }] } };
      const uid = `uid-${tasks.size + 1}`;
      tasks.set(uid, 0);
      return { status: 200, json: { uid } };
    }
    const [, uid = ''] = /^\/status\/([\w-]+)$/.exec(path) ?? [];
    if (method !== 'GET' || uid === '') return { status: 404, json: { detail: 'Not Found' } };
    const looks = tasks.get(uid);
    if (looks === undefined) return { status: 200, json: { status: 'processing' } };
    tasks.set(uid, looks + 1);
    if (looks < 2) return { status: 200, json: { status: looks === 0 ? 'processing' : 'texturing' } };
    const model_base64 = Buffer.from(options.model).toString('base64');
    return { status: 200, json: { status: 'completed', model_base64, initial_model_base64: model_base64 } };
  });
}
