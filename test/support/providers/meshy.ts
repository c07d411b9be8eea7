import { type FakeServer, openFakeServer, type Reply, type Seen } from './server.js';

/** Meshy as docs.meshy.ai describes it: tasks by endpoint, done after two polls, errors as `{ message }`. */
export async function openMeshy(options: { key: string; model: Uint8Array }): Promise<FakeServer> {
  const tasks = new Map<string, { road: string; mode?: string; looks: number }>();
  const fake: FakeServer = await openFakeServer((seen) => {
    if (seen.path === '/assets/model.glb') return { status: 200, bytes: options.model };
    if (seen.headers.authorization !== `Bearer ${options.key}`) return say(401, 'Invalid API key');
    const [, road = '', id] = /^\/openapi\/(v\d\/[a-z0-9-]+)(?:\/([\w-]+))?$/.exec(seen.path) ?? [];
    if (!['v2/text-to-3d', 'v1/image-to-3d', 'v1/multi-image-to-3d'].includes(road))
      return say(404, 'Not found');
    if (seen.method === 'POST') return begin(road, seen);
    const task = id === undefined ? undefined : tasks.get(id);
    if (!task || task.road !== road) return say(404, 'Task not found');
    if (seen.method === 'DELETE') return { status: tasks.delete(id ?? '') ? 200 : 404 };
    return { status: 200, json: look(id ?? '', task) };
  });

  const begin = (road: string, { body }: Seen): Reply => {
    const asked = JSON.parse(body.toString());
    const fault = faultOf(road, asked, (id) => tasks.get(id)?.mode === 'preview');
    if (fault) return say(400, fault);
    const id = `task-${tasks.size + 1}`;
    tasks.set(id, { road, mode: asked.mode, looks: 0 });
    return { status: 202, json: { result: id } };
  };

  const look = (id: string, task: { mode?: string; looks: number }) => {
    task.looks++;
    const base = { id, created_at: 1, preceding_tasks: 0, task_error: { message: '' } };
    if (task.looks === 1) return { ...base, status: 'PENDING', progress: 0, model_urls: {} };
    if (task.looks === 2) return { ...base, status: 'IN_PROGRESS', progress: 50, model_urls: {} };
    return {
      ...base,
      status: 'SUCCEEDED',
      progress: 100,
      model_urls: { glb: `${fake.url}/assets/model.glb` },
    };
  };
  return fake;
}

const say = (status: number, message: string): Reply => ({ status, json: { message } });
const isPicture = (uri: unknown) =>
  typeof uri === 'string' && /^data:image\/(png|jpeg|webp);base64,/.test(uri);

function faultOf(
  road: string,
  asked: Record<string, unknown>,
  isPreview: (id: string) => boolean,
): string | null {
  if (road === 'v1/image-to-3d') return isPicture(asked.image_url) ? null : 'image_url is required';
  if (road === 'v1/multi-image-to-3d') {
    const { image_urls: urls } = asked;
    return Array.isArray(urls) && urls.length >= 1 && urls.length <= 4 && urls.every(isPicture)
      ? null
      : 'image_urls takes 1 to 4 pictures';
  }
  if (asked.mode === 'refine')
    return isPreview(String(asked.preview_task_id)) ? null : 'preview_task_id is not a preview task';
  if (asked.mode !== 'preview') return 'mode must be preview or refine';
  const { prompt } = asked;
  return typeof prompt === 'string' && prompt.length > 0 && prompt.length <= 600
    ? null
    : 'prompt has 1 to 600 characters';
}
