import { FormData } from 'undici';
import { z } from 'zod';
import type { ProviderError, ProviderHttp } from './http.js';
import { fileOf, picturesOf, viewNames } from './picture.js';
import type { Provider, ShapeRequest, TaskProgress } from './provider.js';
import { contentRefusal, providerRefusal, providerText, taskId } from './reply.js';

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

const balanceReply = z.object({ code: z.literal(0), data: z.object({ balance: z.number() }) });

/** Tripo's limit of characters in a prompt. */
const longestPrompt = 1024;
const shape = { face_limit: 30_000, texture: true, pbr: true } as const;

export const tripoError = (body: unknown): ProviderError => ({
  message: z.object({ message: providerText }).safeParse(body).data?.message ?? '',
});

export function createTripo(http: ProviderHttp): Provider {
  const upload = async (bytes: Uint8Array, signal: AbortSignal) => {
    const { blob, name } = fileOf(bytes, 'picture');
    const form = new FormData();
    form.set('file', blob, name);
    const { data } = await http.call({ method: 'POST', path: '/upload/sts', form, signal, reply: uploaded });
    return {
      type: blob.type === 'image/jpeg' ? 'jpg' : blob.type.slice('image/'.length),
      file_token: data.image_token,
    };
  };

  const describe = async (request: ShapeRequest, signal: AbortSignal): Promise<object> => {
    const seed = request.seed === undefined ? {} : { model_seed: request.seed };
    if (request.kind === 'text')
      return { type: 'text_to_model', prompt: request.prompt.slice(0, longestPrompt), ...seed, ...shape };
    if (request.kind === 'image')
      return { type: 'image_to_model', file: await upload(request.image, signal), ...seed, ...shape };
    const pictures = picturesOf(request);
    // In Tripo's order of views, with an empty entry for each that is missing.
    const files = await Promise.all(
      viewNames.map(async (view) => {
        const given = pictures.find((one) => one.view === view);
        return given ? upload(given.bytes, signal) : {};
      }),
    );
    return { type: 'multiview_to_model', files, ...seed, ...shape };
  };

  return {
    id: 'tripo',
    inputs: ['text', 'image', 'multi_image'],
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
      if (status === 'banned') return contentRefusal;
      const modelUrl = output?.pbr_model ?? output?.model ?? output?.base_model;
      if (status === 'success' && modelUrl) return { kind: 'ready', modelUrl };
      // Of the final states, only `expired` gives a reason.
      return providerRefusal(status === 'expired' ? 'it took too long' : '');
    },

    download: (url, signal) => http.download(url, signal),
    cancel: async () => undefined,
    check: async (signal) =>
      (await http.call({ method: 'GET', path: '/user/balance', signal, reply: balanceReply })).data.balance,
  };
}
