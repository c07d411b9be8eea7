import { z } from 'zod';
import type { Recipes } from './forms.js';
import { createHosted, type HostProgress } from './hosted.js';
import type { ProviderError, ProviderHttp } from './http.js';
import type { Provider } from './provider.js';
import { contentRefusal, providerRefusal, providerText, taskId } from './reply.js';

/** Replicate's API, replicate.com/docs/reference/http: one endpoint of predictions for all models. */

const created = z.object({ id: taskId });
const prediction = z.object({
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z.unknown(),
  error: providerText,
});
/** Replicate reports no progress of a running prediction. */
const running = 0.5;

/** Replicate has no field for this: it and its models say it in words. */
const contentWords = /\(E005\)|flagged as sensitive|nsfw/i;

const errorIn = (message: string): ProviderError => ({
  message,
  isAboutContent: contentWords.test(message),
});

export const replicateError = (body: unknown): ProviderError => {
  const { detail, title } =
    z.object({ detail: providerText, title: providerText }).safeParse(body).data ?? {};
  return errorIn(detail || title || '');
};

export function createReplicate(http: ProviderHttp, recipes: Recipes): Provider {
  const at = (task: string) => `/predictions/${encodeURIComponent(task)}`;

  const look = async (task: string, signal: AbortSignal): Promise<HostProgress> => {
    const { status, output, error } = await http.call({
      method: 'GET',
      path: at(task),
      signal,
      reply: prediction,
    });
    if (status === 'starting') return { kind: 'working', fraction: 0 };
    if (status === 'processing') return { kind: 'working', fraction: running };
    if (status === 'succeeded') return { kind: 'done', output };
    return errorIn(error).isAboutContent ? contentRefusal : providerRefusal(error);
  };

  return createHosted(
    {
      id: 'replicate',
      look,
      async submit(model, input) {
        const json = { version: model, input };
        return (await http.call({ method: 'POST', path: '/predictions', json, reply: created })).id;
      },
      async cancel(task) {
        const signal = AbortSignal.timeout(10_000);
        await http.call({ method: 'POST', path: `${at(task)}/cancel`, signal, reply: z.unknown() });
      },
      async check(signal) {
        await http.call({
          method: 'GET',
          path: '/account',
          signal,
          reply: z.object({ username: z.string() }),
        });
        return null;
      },
    },
    recipes,
    http,
  );
}
