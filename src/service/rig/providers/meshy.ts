import { z } from 'zod';
import type { ProviderHttp } from './http.js';
import { typeOf } from './picture.js';
import type { Progress, Provider, ShapeRequest } from './provider.js';

/** Meshy's API, docs.meshy.ai: text in two steps (preview, then textured by refine), pictures in one. */

const created = z.object({ result: z.string().min(1) });
const taskReply = z.object({
  status: z.enum(['PENDING', 'IN_PROGRESS', 'SUCCEEDED', 'FAILED', 'CANCELED', 'EXPIRED']),
  progress: z.number().min(0).max(100).catch(0),
  model_urls: z.object({ glb: z.string().optional() }).optional().nullable(),
  task_error: z.object({ message: z.string().optional() }).optional().nullable(),
});

const roads = {
  preview: '/openapi/v2/text-to-3d',
  refine: '/openapi/v2/text-to-3d',
  image: '/openapi/v1/image-to-3d',
  images: '/openapi/v1/multi-image-to-3d',
} as const;
type Road = keyof typeof roads;

/** Meshy takes 600 characters of prompt. */
const longestPrompt = 600;
const shape = {
  should_remesh: true,
  topology: 'triangle',
  target_polycount: 30_000,
  pose_mode: 'a-pose',
} as const;
const dataUri = (bytes: Uint8Array) =>
  `data:${typeOf(bytes)};base64,${Buffer.from(bytes).toString('base64')}`;

export const meshyMessage = (body: unknown): string | null =>
  z.object({ message: z.string() }).safeParse(body).data?.message ?? null;

export function createMeshy(http: ProviderHttp): Provider {
  const begin = async (road: Road, json: object, signal: AbortSignal): Promise<string> => {
    const { result } = await http.call({ method: 'POST', path: roads[road], json, signal, reply: created });
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
    begin: (request, _key, signal) => begin(...first(request), signal),

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
        return { kind: 'working', task, fraction: overall(road, progress) };
      if (status !== 'SUCCEEDED') return refusal(task_error?.message);
      if (road === 'preview') {
        const next = await begin('refine', { mode: 'refine', preview_task_id: id, enable_pbr: true }, signal);
        return { kind: 'working', task: next, fraction: overall('refine', 0) };
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

/** The two steps of a text count half each. */
function overall(road: Road, progress: number): number {
  const share = progress / 100;
  if (road === 'preview') return share / 2;
  return road === 'refine' ? 0.5 + share / 2 : share;
}

const refusal = (why: string | undefined): Progress => ({
  kind: 'refused',
  code: 'provider_error',
  detail: `The modeller could not make this${why ? `: ${why}` : ''}.`,
});
