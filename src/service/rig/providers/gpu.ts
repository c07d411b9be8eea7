import { FormData } from 'undici';
import { z } from 'zod';
import type { ProviderError, ProviderHttp } from './http.js';
import { fileOf, viewNames } from './picture.js';
import { type Provider, ProviderFailure, type TaskProgress } from './provider.js';
import { providerRefusal, providerText, taskId } from './reply.js';

/**
 * An operator's own GPU server. The protocol its side implements:
 * - `POST /v1/models`, multipart: `kind` (`text`, `image`, `images`), `prompt`, `seed`, `image` once for each
 *   picture with its view as file name (`front.png`); `Idempotency-Key`. Replies 202 `{ id }`, and the same id for
 *   the same key.
 * - `GET /v1/models/{id}`: `{ state: "working" | "ready" | "failed", progress: 0..1, detail?, views? }`
 * - `GET /v1/models/{id}/file`: the GLB; with `views` (`["front", "left", "back"]`), `GET /v1/models/{id}/views/front`
 *   and so on: pictures, which the engine carves. `DELETE /v1/models/{id}`: cancels or discards the model.
 * - Errors are `{ detail }` with a status: 400 or 422 about the request, 401 about the key, 429 or 503 with
 *   `Retry-After` when busy.
 */

const created = z.object({ id: taskId });
const taskReply = z.object({
  state: z.enum(['working', 'ready', 'failed']),
  progress: z.number().min(0).max(1).catch(0),
  detail: providerText,
  views: z
    .array(z.enum(viewNames))
    .max(viewNames.length)
    .nullish()
    .transform((views) => views ?? []),
});

export const gpuError = (body: unknown): ProviderError => ({
  message: z.object({ detail: providerText }).safeParse(body).data?.detail ?? '',
});

export function createGpu(http: ProviderHttp, baseUrl: string): Provider {
  const at = (task: string) => `/v1/models/${encodeURIComponent(task)}`;
  return {
    id: 'gpu',
    inputs: ['text', 'image', 'multi_image'],
    knowsKeys: true,
    async prepare(request, key) {
      const form = new FormData();
      form.set('kind', request.kind);
      if (request.seed !== undefined) form.set('seed', String(request.seed));
      if (request.kind === 'text') form.set('prompt', request.prompt);
      const pictures = request.kind === 'image' ? [{ bytes: request.image, view: null }] : [];
      for (const { bytes, view } of request.kind === 'images' ? request.images : pictures) {
        const file = fileOf(bytes, view ?? 'any');
        form.append('image', file.blob, file.name);
      }
      const headers = { 'idempotency-key': key };
      return async () =>
        (await http.call({ method: 'POST', path: '/v1/models', form, headers, reply: created })).id;
    },

    async look(task, signal): Promise<TaskProgress> {
      const { state, progress, detail, views } = await http.call({
        method: 'GET',
        path: at(task),
        signal,
        reply: taskReply,
      });
      if (state === 'working') return { kind: 'working', fraction: progress };
      if (state === 'failed') return providerRefusal(detail);
      if (views.length === 0) return { kind: 'ready', modelUrl: `${baseUrl}${at(task)}/file` };
      return {
        kind: 'views',
        views: views.map((view) => ({ view, url: `${baseUrl}${at(task)}/views/${view}` })),
      };
    },

    download: (url, signal) => http.download(url, signal),

    async cancel(task) {
      await http.call({
        method: 'DELETE',
        path: at(task),
        signal: AbortSignal.timeout(10_000),
        reply: z.unknown(),
      });
    },

    async check(signal) {
      try {
        await http.call({ method: 'GET', path: at('doctor'), signal, reply: z.unknown() });
      } catch (error) {
        // The server does not know this task, but it knows us.
        if (!(error instanceof ProviderFailure) || error.kind !== 'lost') throw error;
      }
      return null;
    },
  };
}
