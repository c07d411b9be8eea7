import { z } from 'zod';
import type { ProviderError, ProviderHttp } from './http.js';
import { dataUri } from './picture.js';
import type { Provider, ProviderStep, ShapeRequest, TaskProgress } from './provider.js';
import { providerRefusal, providerText, taskId } from './reply.js';

/** Meshy's API, docs.meshy.ai: text takes two steps (preview, then refine for textures), pictures one. */

const created = z.object({ result: taskId });
const taskReply = z.object({
  status: z.enum(['PENDING', 'IN_PROGRESS', 'SUCCEEDED', 'FAILED', 'CANCELED', 'EXPIRED']),
  progress: z.number().min(0).max(100).catch(0),
  model_urls: z.object({ glb: z.string().optional() }).nullish(),
  task_error: z.object({ message: providerText }).nullish(),
});

const taskPaths = {
  preview: '/openapi/v2/text-to-3d',
  refine: '/openapi/v2/text-to-3d',
  image: '/openapi/v1/image-to-3d',
  images: '/openapi/v1/multi-image-to-3d',
} as const;
type TaskKind = keyof typeof taskPaths;

/** Meshy's limit of characters in a prompt. */
const longestPrompt = 600;
const shape = {
  should_remesh: true,
  topology: 'triangle',
  target_polycount: 30_000,
  pose_mode: 'a-pose',
} as const;

export const meshyError = (body: unknown): ProviderError => ({
  message: z.object({ message: providerText }).safeParse(body).data?.message ?? '',
});

export function createMeshy(http: ProviderHttp): Provider {
  const step =
    (taskKind: TaskKind, json: object): ProviderStep =>
    async () => {
      const { result } = await http.call({ method: 'POST', path: taskPaths[taskKind], json, reply: created });
      return `${taskKind}/${result}`;
    };
  const first = (request: ShapeRequest): [TaskKind, object] => {
    if (request.kind === 'text')
      return ['preview', { mode: 'preview', prompt: request.prompt.slice(0, longestPrompt), ...shape }];
    if (request.kind === 'image') return ['image', { image_url: dataUri(request.image), ...shape }];
    return ['images', { image_urls: request.images.map(({ bytes }) => dataUri(bytes)), ...shape }];
  };

  return {
    id: 'meshy',
    inputs: ['text', 'image', 'multi_image'],
    knowsKeys: false,
    prepare: async (request) => step(...first(request)),

    async look(task, signal): Promise<TaskProgress> {
      const [taskKind, id] = split(task);
      const path = `${taskPaths[taskKind]}/${encodeURIComponent(id)}`;
      const { status, progress, model_urls, task_error } = await http.call({
        method: 'GET',
        path,
        signal,
        reply: taskReply,
      });
      if (status === 'PENDING' || status === 'IN_PROGRESS')
        return { kind: 'working', fraction: overall(taskKind, progress) };
      if (status !== 'SUCCEEDED') return providerRefusal(task_error?.message ?? '');
      if (taskKind === 'preview') {
        const refine = step('refine', { mode: 'refine', preview_task_id: id, enable_pbr: true });
        return { kind: 'next', step: refine };
      }
      return model_urls?.glb ? { kind: 'ready', modelUrl: model_urls.glb } : providerRefusal('it has no GLB');
    },

    download: (url, signal) => http.download(url, signal),

    async cancel(task) {
      const [taskKind, id] = split(task);
      const path = `${taskPaths[taskKind]}/${encodeURIComponent(id)}`;
      await http.call({ method: 'DELETE', path, signal: AbortSignal.timeout(10_000), reply: z.unknown() });
    },

    async check(signal) {
      const path = '/openapi/v1/balance';
      return (await http.call({ method: 'GET', path, signal, reply: z.object({ balance: z.number() }) }))
        .balance;
    },
  };
}

function split(task: string): [TaskKind, string] {
  const [taskKind = '', id = ''] = task.split('/');
  return [taskKind in taskPaths ? (taskKind as TaskKind) : 'refine', id];
}

/** Each of the two text steps counts half. */
function overall(taskKind: TaskKind, progress: number): number {
  const share = progress / 100;
  if (taskKind === 'preview') return share / 2;
  return taskKind === 'refine' ? 0.5 + share / 2 : share;
}
