import { type FakeServer, openFakeServer, type Reply, type Seen } from './server.js';

/**
 * fal's queue as docs.fal.ai describes it: models are paths, requests live below owner and app, 202 until they are
 * complete. A request is done after two looks.
 */
export async function openFal(options: {
  key: string;
  model: Uint8Array;
  /** The reply to a request for the result, instead of the result. */
  end?: Reply;
}): Promise<FakeServer> {
  const tasks = new Map<string, { looks: number }>();
  const fake: FakeServer = await openFakeServer((seen) => {
    if (seen.path === '/files/model.glb') return { status: 200, bytes: options.model };
    if (seen.headers.authorization !== `Key ${options.key}`)
      return { status: 401, json: { detail: 'Cannot access application' } };
    if (seen.method === 'POST') return submit(seen);
    const [, app, id = '', action] = /^(\/[^/]+\/[^/]+)\/requests\/([\w-]+)(\/\w+)?$/.exec(seen.path) ?? [];
    const task = tasks.get(`${app}/${id}`);
    if (!task) return { status: 404, json: { detail: 'Request not found' } };
    if (seen.method === 'PUT' && action === '/cancel')
      return { status: 202, json: { status: 'CANCELLATION_REQUESTED' } };
    if (action === '/status') return look(task);
    if (task.looks < 3) return { status: 400, json: { detail: 'Request is still in progress' } };
    return options.end ?? { status: 200, json: result };
  });

  const file = (name: string) => ({ url: `${fake.url}/files/${name}`, file_name: name, file_size: 30 });
  const result = {
    thumbnail: file('preview.png'),
    model_urls: { obj: file('model.obj'), glb: file('model.glb') },
  };

  const submit = (seen: Seen): Reply => {
    const fault = faultOf(seen.path, JSON.parse(seen.body.toString()));
    if (fault) return { status: 422, json: { detail: [fault] } };
    const [, app] = /^(\/[^/]+\/[^/]+)/.exec(seen.path) ?? [];
    const id = `req-${tasks.size + 1}`;
    tasks.set(`${app}/${id}`, { looks: 0 });
    const at = `${fake.url}${app}/requests/${id}`;
    return {
      status: 200,
      json: {
        status: 'IN_QUEUE',
        request_id: id,
        response_url: at,
        status_url: `${at}/status`,
        cancel_url: `${at}/cancel`,
        queue_position: 0,
      },
    };
  };

  const look = (task: { looks: number }): Reply => {
    task.looks++;
    if (task.looks === 1) return { status: 202, json: { status: 'IN_QUEUE', queue_position: 1 } };
    if (task.looks === 2) return { status: 202, json: { status: 'IN_PROGRESS', logs: null } };
    return { status: 200, json: { status: 'COMPLETED', logs: null, metrics: { inference_time: 2 } } };
  };
  return fake;
}

const isUri = (value: unknown) => typeof value === 'string' && /^(data:image\/|https?:)/.test(value);

/** What fal says about inputs that a model does not accept. */
function faultOf(path: string, given: Record<string, unknown>) {
  const missing = (name: string) => ({ loc: ['body', name], msg: 'field required', type: 'missing' });
  if (path.endsWith('/text-to-3d')) return given.prompt ? null : missing('prompt');
  if (path.endsWith('/image-to-3d')) return isUri(given.input_image_url) ? null : missing('input_image_url');
  if (path.endsWith('/retexture')) return isUri(given.model_url) ? null : missing('model_url');
  return { loc: ['path'], msg: `no model at ${path}`, type: 'not_found' };
}
