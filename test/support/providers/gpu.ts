import { type FakeServer, formOf, openFakeServer, type Reply } from './server.js';

/** An operator's own GPU server with the protocol of docs/gpu-server.md. */
export async function openGpu(options: {
  key: string;
  model: Uint8Array;
  /** Pictures instead of a model, by view. */
  views?: Record<string, Uint8Array>;
}): Promise<FakeServer> {
  const tasks = new Map<string, { looks: number; state?: 'failed' }>();
  const byKey = new Map<string, string>();
  return openFakeServer((seen) => {
    if (seen.headers.authorization !== `Bearer ${options.key}`) return say(401, 'Who are you?');
    if (seen.method === 'POST' && seen.path === '/v1/models') {
      const key = String(seen.headers['idempotency-key']);
      const id = byKey.get(key) ?? `m${tasks.size + 1}`;
      byKey.set(key, id);
      tasks.set(id, tasks.get(id) ?? { looks: 0 });
      return { status: 202, json: { id } };
    }
    const [, id = '', file] = /^\/v1\/models\/(\w+)(\/file|\/views\/\w+)?$/.exec(seen.path) ?? [];
    const task = tasks.get(id);
    if (!task) return say(404, 'There is no such model.');
    if (seen.method === 'DELETE') return { status: tasks.delete(id) ? 204 : 404 };
    const { views } = options;
    if (file === '/file')
      return views ? say(404, 'There are only views.') : { status: 200, bytes: options.model };
    if (file) return { status: 200, bytes: views?.[file.slice('/views/'.length)] };
    task.looks++;
    return {
      status: 200,
      json:
        task.looks < 3
          ? { state: 'working', progress: task.looks / 3 }
          : { state: 'ready', progress: 1, ...(views && { views: Object.keys(views) }) },
    };
  });
}

const say = (status: number, detail: string): Reply => ({ status, json: { detail } });

export { formOf };
