import { z } from 'zod';
import type { Recipes } from './forms.js';
import { createHosted, type HostProgress } from './hosted.js';
import type { ProviderError, ProviderHttp } from './http.js';
import { type Provider, ProviderFailure } from './provider.js';
import { contentRefusal, providerRefusal, providerText } from './reply.js';

/**
 * fal's queue, docs.fal.ai: a model's id is its path; a request has addresses of its own, below the model's owner and
 * app. The key is sent as `Key`.
 */

const address = z.url().max(400);
const submitted = z.object({ status_url: address });
const statusReply = z.object({ status: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']) });
/** fal reports no progress of a running request. */
const running = 0.5;

const contentTypes = ['content_policy_violation', 'safety_violation'];
const errorReply = z.object({
  detail: z.union([
    z
      .string()
      .pipe(providerText)
      .transform((message) => [{ message, type: '' }]),
    z.array(
      z
        .object({ msg: providerText, type: z.string().catch('') })
        .transform(({ msg, type }) => ({ message: msg, type })),
    ),
  ]),
});

/** A sentence, or a list of errors of the model's inputs. */
export function falError(body: unknown): ProviderError {
  const detail = z.object({ detail: z.unknown() }).safeParse(body).data?.detail;
  const read = errorReply.safeParse({ detail }).data?.detail ?? [];
  return {
    message: read[0]?.message ?? '',
    isAboutContent: read.some(({ type }) => contentTypes.includes(type)),
  };
}

export function createFal(http: ProviderHttp, recipes: Recipes, baseUrl: string): Provider {
  const { pathname: root, origin } = new URL(baseUrl);
  /** The path of a request below our base: other hosts must not receive the key. */
  const taskIn = (statusUrl: string): string => {
    const url = new URL(statusUrl);
    const base = root.replace(/\/$/, '');
    if (url.origin !== origin || !url.pathname.startsWith(`${base}/`) || !url.pathname.endsWith('/status'))
      throw new ProviderFailure('unreachable', `the address of the status is not fal's: ${url.host}`);
    return url.pathname.slice(base.length, -'/status'.length);
  };

  const look = async (task: string, signal: AbortSignal): Promise<HostProgress> => {
    const path = `${task}/status`;
    const { status } = await http.call({ method: 'GET', path, signal, reply: statusReply });
    if (status !== 'COMPLETED') return { kind: 'working', fraction: status === 'IN_QUEUE' ? 0 : running };
    try {
      const output = await http.call({
        method: 'GET',
        path: task,
        signal,
        reply: z.unknown(),
        isVerdict: true,
      });
      return { kind: 'done', output };
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      if (error.kind === 'content') return contentRefusal;
      if (error.kind === 'refused') return providerRefusal(error.message);
      throw error;
    }
  };

  return createHosted(
    {
      id: 'fal',
      look,
      async submit(model, inputs) {
        const path = `/${model}`;
        const { status_url } = await http.call({ method: 'POST', path, json: inputs, reply: submitted });
        return taskIn(status_url);
      },
      async cancel(task) {
        const path = `${task}/cancel`;
        await http.call({ method: 'PUT', path, signal: AbortSignal.timeout(10_000), reply: z.unknown() });
      },
      async check(signal) {
        const model = Object.values(recipes)[0]?.shape.model ?? '';
        const app = model.split('/').slice(0, 2).join('/');
        const path = `/${app}/requests/00000000-0000-0000-0000-000000000000/status`;
        try {
          await http.call({ method: 'GET', path, signal, reply: z.unknown() });
        } catch (error) {
          // There is no such request; a wrong key would be `unavailable`.
          if (!(error instanceof ProviderFailure) || error.kind !== 'lost') throw error;
        }
        return null;
      },
    },
    recipes,
    http,
  );
}
