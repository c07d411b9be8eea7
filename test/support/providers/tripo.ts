import { type FakeServer, openFakeServer, type Reply } from './server.js';

/** Tripo as its platform documents it: everything in `{ code, data }`, pictures uploaded for a token. */
export async function openTripo(options: {
  key: string;
  model: Uint8Array;
  /** How tasks end. */
  end?: 'success' | 'failed' | 'banned' | 'expired' | 'cancelled' | 'unknown';
}): Promise<FakeServer & { base: string }> {
  const tasks = new Map<string, { type: string; looks: number }>();
  let uploads = 0;
  const end = options.end ?? 'success';
  const fake = await openFakeServer((seen) => {
    if (seen.path === '/signed/model.glb') return { status: 200, bytes: options.model };
    if (seen.headers.authorization !== `Bearer ${options.key}`)
      return fail(401, 1002, 'Authentication failed');
    if (seen.path === '/v2/openapi/upload/sts' && seen.method === 'POST') {
      if (!seen.headers['content-type']?.startsWith('multipart/form-data')) return fail(400, 2003, 'no file');
      return ok({ image_token: `token-${++uploads}` });
    }
    if (seen.path === '/v2/openapi/task' && seen.method === 'POST') {
      const asked = JSON.parse(seen.body.toString());
      const fault = faultOf(asked);
      if (fault) return fail(400, 2002, fault);
      const id = `task-${tasks.size + 1}`;
      tasks.set(id, { type: asked.type, looks: 0 });
      return ok({ task_id: id });
    }
    const task = tasks.get(/^\/v2\/openapi\/task\/([\w-]+)$/.exec(seen.path)?.[1] ?? '');
    if (!task) return fail(404, 2001, 'Task not found');
    task.looks++;
    const base = { type: task.type, input: {}, create_time: 1 };
    if (task.looks === 1) return ok({ ...base, status: 'queued', progress: 0, output: {} });
    if (task.looks === 2) return ok({ ...base, status: 'running', progress: 60, output: {} });
    const output = end === 'success' ? { pbr_model: `${fake.url}/signed/model.glb` } : {};
    return ok({ ...base, status: end, progress: 100, output });
  });
  return { ...fake, base: `${fake.url}/v2/openapi` };
}

const ok = (data: unknown): Reply => ({ status: 200, json: { code: 0, data } });
const fail = (status: number, code: number, message: string): Reply => ({ status, json: { code, message } });
const isFile = (file: { file_token?: string } | undefined) => /^token-\d+$/.test(file?.file_token ?? '');

function faultOf(asked: { type: string; prompt?: string; file?: object; files?: object[] }): string | null {
  if (asked.type === 'text_to_model')
    return asked.prompt && asked.prompt.length <= 1024 ? null : 'prompt has 1 to 1024 characters';
  if (asked.type === 'image_to_model') return isFile(asked.file) ? null : 'file is required';
  if (asked.type !== 'multiview_to_model') return 'the task type is unsupported';
  const { files = [] } = asked;
  return files.length === 4 && isFile(files[0])
    ? null
    : 'files are front, left, back, right; front is needed';
}
