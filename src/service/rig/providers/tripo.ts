import { FormData } from 'undici';
import { z } from 'zod';
import type { ViewName } from '../../../engine/index.js';
import type { ProviderHttp } from './http.js';
import { typeOf } from './picture.js';
import type { Provider, ShapeRequest, TaskProgress } from './provider.js';
import { providerRefusal, providerText, taskId } from './reply.js';

/**
 * Tripo's API, platform.tripo3d.ai/docs: one task endpoint; pictures are uploaded first. A task cannot be
 * cancelled.
 */

const created = z.object({ code: z.literal(0), data: z.object({ task_id: taskId }) });
const uploaded = z.object({ code: z.literal(0), data: z.object({ image_token: z.string().min(1) }) });
const taskReply = z.object({
  code: z.literal(0),
  data: z.object({
    status: providerText,
    progress: z.number().min(0).max(100).catch(0),
    output: z
      .object({
        pbr_model: z.string().optional(),
        model: z.string().optional(),
        base_model: z.string().optional(),
      })
      .nullish(),
  }),
});

/** Tripo's limit of characters in a prompt, and the order of its views. */
const longestPrompt = 1024;
const views: readonly ViewName[] = ['front', 'left', 'back', 'right'];
const shape = { face_limit: 30_000, texture: true, pbr: true } as const;

export const tripoMessage = (body: unknown): string =>
  z.object({ message: providerText }).safeParse(body).data?.message ?? '';

export function createTripo(http: ProviderHttp): Provider {
  const upload = async (bytes: Uint8Array, signal: AbortSignal) => {
    const type = typeOf(bytes);
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(bytes)], { type }), `picture.${type.slice('image/'.length)}`);
    const { data } = await http.call({ method: 'POST', path: '/upload/sts', form, signal, reply: uploaded });
    return {
      type: type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length),
      file_token: data.image_token,
    };
  };

  const describe = async (request: ShapeRequest, signal: AbortSignal): Promise<object> => {
    const seed = request.seed === undefined ? {} : { model_seed: request.seed };
    if (request.kind === 'text')
      return { type: 'text_to_model', prompt: request.prompt.slice(0, longestPrompt), ...seed, ...shape };
    if (request.kind === 'image')
      return { type: 'image_to_model', file: await upload(request.image, signal), ...seed, ...shape };
    const named = request.images.map(({ bytes, view }, at) => ({ bytes, view: view ?? views[at] }));
    const files = await Promise.all(
      views.map(async (view) => {
        const given = named.find((one) => one.view === view);
        return given ? upload(given.bytes, signal) : {};
      }),
    );
    return { type: 'multiview_to_model', files, ...seed, ...shape };
  };

  return {
    id: 'tripo',
    knowsKeys: false,
    async prepare(request, _key, signal) {
      const json = await describe(request, signal);
      return async () => {
        const { data } = await http.call({ method: 'POST', path: '/task', json, reply: created });
        return data.task_id;
      };
    },

    async look(task, signal): Promise<TaskProgress> {
      const path = `/task/${encodeURIComponent(task)}`;
      const { data } = await http.call({ method: 'GET', path, signal, reply: taskReply });
      const { status, progress, output } = data;
      if (status === 'queued' || status === 'running') return { kind: 'working', fraction: progress / 100 };
      if (status === 'banned')
        return {
          kind: 'refused',
          code: 'content_rejected',
          detail: "The model provider doesn't allow this kind of content.",
        };
      const modelUrl = output?.pbr_model ?? output?.model ?? output?.base_model;
      if (status === 'success' && modelUrl) return { kind: 'ready', modelUrl };
      // Of the final states, only `expired` gives a reason.
      return providerRefusal(status === 'expired' ? 'it took too long' : '');
    },

    download: (url, signal) => http.download(url, signal),
    cancel: async () => undefined,
  };
}
