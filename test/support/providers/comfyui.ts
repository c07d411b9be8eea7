import { type FakeServer, openFakeServer, type Reply, type Seen } from './server.js';

type Nodes = Record<string, { class_type: string; inputs: Record<string, unknown> }>;
type File = { filename: string; subfolder: string; type: string };
type Task = { nodes: Nodes; looks: number };

/**
 * ComfyUI's routes: uploads, a queue, a history. A task waits at the first look at the queue, runs at the second, and
 * is in the history at the third. Knows the nodes of `classes`; files of `outputs` are in the history by node.
 */
export async function openComfyUi(options: {
  classes: readonly string[];
  files: Record<string, Uint8Array>;
  /** By node, as its kinds name them. */
  outputs: Record<string, Record<string, File[]>>;
  /** A workflow fails while it runs. */
  failure?: string;
}): Promise<FakeServer & { tasks: ReadonlyMap<string, Task>; uploads: ReadonlySet<string> }> {
  const tasks = new Map<string, Task>();
  const uploads = new Set<string>();
  const fake = await openFakeServer((seen) => {
    const { pathname, searchParams } = new URL(seen.path, 'http://comfy');
    const [, route = '', name = ''] = pathname.split('/');
    if (seen.method === 'POST') return change(`${route}${name && `/${name}`}`, seen);
    if (route === 'system_stats') return { status: 200, json: { system: { comfyui_version: '0.3.75' } } };
    if (route === 'object_info')
      return { status: 200, json: options.classes.includes(name) ? { [name]: { input: {} } } : {} };
    if (route === 'queue') return { status: 200, json: queue() };
    if (route === 'history') return { status: 200, json: history(name) };
    const bytes = options.files[searchParams.get('filename') ?? ''];
    return route === 'view' && bytes ? { status: 200, bytes } : { status: 404 };
  });

  const change = (route: string, seen: Seen): Reply => {
    if (route === 'upload/image') {
      // Only the names count here; `formOf` would make this route asynchronous.
      const body = seen.body.toString('latin1');
      const [, filename = ''] = /name="image"; filename="([^"]+)"/.exec(body) ?? [];
      const [, subfolder = ''] = /name="subfolder"\r\n\r\n([^\r]+)/.exec(body) ?? [];
      uploads.add(`${subfolder}/${filename}`);
      return { status: 200, json: { name: filename, subfolder, type: 'input' } };
    }
    const asked = JSON.parse(seen.body.toString());
    if (route === 'interrupt' || route === 'queue') {
      for (const id of asked.delete ?? [asked.prompt_id]) tasks.delete(id);
      return { status: 200 };
    }
    const faults = faultsOf(asked.prompt);
    if (Object.keys(faults).length > 0) {
      const message = 'Prompt outputs failed validation';
      const error = { type: 'prompt_outputs_failed_validation', message, details: '', extra_info: {} };
      return { status: 400, json: { error, node_errors: faults } };
    }
    tasks.set(asked.prompt_id, { nodes: asked.prompt, looks: 0 });
    return { status: 200, json: { prompt_id: asked.prompt_id, number: tasks.size, node_errors: {} } };
  };

  const faultsOf = (nodes: Nodes) => {
    const faults: Record<string, object> = {};
    for (const [id, { class_type, inputs }] of Object.entries(nodes)) {
      const details = Object.entries(inputs).flatMap(([name, value]) => {
        if (Array.isArray(value)) return String(value[0]) in nodes ? [] : [`${name} links to no node`];
        return class_type === 'LoadImage' && !uploads.has(String(value)) ? [`no file ${value}`] : [];
      });
      if (!options.classes.includes(class_type)) details.push('no such node');
      const errors = details.map((one) => ({ type: 'invalid', message: 'Invalid input', details: one }));
      if (errors.length > 0) faults[id] = { class_type, dependent_outputs: [], errors };
    }
    return faults;
  };

  const queue = () => {
    for (const task of tasks.values()) task.looks++;
    const at = (looks: number) =>
      [...tasks].filter(([, task]) => task.looks === looks).map(([id], number) => [number, id, {}, {}, []]);
    return { queue_running: at(2), queue_pending: at(1) };
  };

  const history = (id: string) => {
    const task = tasks.get(id);
    if (!task || task.looks < 3) return {};
    const error = { exception_message: options.failure, node_type: 'KSampler', traceback: ['/home/smith'] };
    const status = options.failure
      ? {
          status_str: 'error',
          completed: false,
          messages: [
            ['execution_start', {}],
            ['execution_error', error],
          ],
        }
      : { status_str: 'success', completed: true, messages: [['execution_start', {}]] };
    return { [id]: { prompt: [], outputs: options.failure ? {} : options.outputs, status } };
  };
  return { ...fake, tasks, uploads };
}
