import { z } from 'zod';
import type { ProviderHttp } from './http.js';
import { typeOf } from './picture.js';
import type { Progress, Provider, ShapeRequest, Step } from './provider.js';
import { refusal, taskId, words } from './reply.js';

/** Meshy's API, docs.meshy.ai: text takes two steps (preview, then refine for textures), pictures one. */

const created = z.object({ result: taskId });
const taskReply = z.object({
  status: z.enum(['PENDING', 'IN_PROGRESS', 'SUCCEEDED', 'FAILED', 'CANCELED', 'EXPIRED']),
  progress: z.number().min(0).max(100).catch(0),
  model_urls: z.object({ glb: z.string().optional() }).nullish(),
  task_error: z.object({ message: words }).nullish(),
});

const roads = {
  preview: '/openapi/v2/text-to-3d',
  refine: '/openapi/v2/text-to-3d',
  image: '/openapi/v1/image-to-3d',
  images: '/openapi/v1/multi-image-to-3d',
} as const;
type Road = keyof typeof roads;

/** Meshy's limit of characters in a prompt. */
const longestPrompt = 600;
const shape = {
  should_remesh: true,
  topology: 'triangle',
  target_polycount: 30_000,
  pose_mode: 'a-pose',
} as const;
const dataUri = (bytes: Uint8Array) =>
  `data:${typeOf(bytes)};base64,${Buffer.from(bytes).toString('base64')}`;

export const meshyMessage = (body: unknown): string =>
  z.object({ message: words }).safeParse(body).data?.message ?? '';

export function createMeshy(http: ProviderHttp): Provider {
  const step =
    (road: Road, json: object): Step =>
    async () => {
      const { result } = await http.call({ method: 'POST', path: roads[road], json, reply: created });
      return `${road}/${result}`;
    };
  const first = (request: ShapeRequest): [Road, object] => {
    if (request.kind === 'text')
      return ['preview', { mode: 'preview', prompt: request.prompt.slice(0, longestPrompt), ...shape }];
    if (request.kind === 'image') return ['image', { image_url: dataUri(request.image), ...shape }];
    return ['images', { image_urls: request.images.map(({ bytes }) => dataUri(bytes)), ...shape }];
  };

  return {
    id: 'meshy',
    knowsKeys: false,
    prepare: async (request) => step(...first(request)),

    async look(task, signal): Promise<Progress> {
      const [road, id] = split(task);
      const path = `${roads[road]}/${encodeURIComponent(id)}`;
      const { status, progress, model_urls, task_error } = await http.call({
        method: 'GET',
        path,
        signal,
        reply: taskReply,
      });
      if (status === 'PENDING' || status === 'IN_PROGRESS')
        return { kind: 'working', fraction: overall(road, progress) };
      if (status !== 'SUCCEEDED') return refusal(task_error?.message ?? '');
      if (road === 'preview') {
        const refine = step('refine', { mode: 'refine', preview_task_id: id, enable_pbr: true });
        return { kind: 'next', step: refine };
      }
      return model_urls?.glb ? { kind: 'ready', modelUrl: model_urls.glb } : refusal('it has no GLB');
    },

    download: (url, signal) => http.download(url, signal),

    async cancel(task) {
      const [road, id] = split(task);
      const path = `${roads[road]}/${encodeURIComponent(id)}`;
      await http.call({ method: 'DELETE', path, signal: AbortSignal.timeout(10_000), reply: z.unknown() });
    },
  };
}

function split(task: string): [Road, string] {
  const [road = '', id = ''] = task.split('/');
  return [road in roads ? (road as Road) : 'refine', id];
}

/** Each of the two text steps counts half. */
function overall(road: Road, progress: number): number {
  const share = progress / 100;
  if (road === 'preview') return share / 2;
  return road === 'refine' ? 0.5 + share / 2 : share;
}
