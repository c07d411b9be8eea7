import { z } from 'zod';
import type { ProviderForms } from './forms.js';
import type { ProviderError, ProviderHttp } from './http.js';
import { base64Of, picturesOf } from './picture.js';
import { type Provider, ProviderFailure, type TaskProgress } from './provider.js';
import { taskId } from './reply.js';

/**
 * The API server of Hunyuan3D 2 and 2.1 (`api_server.py` of its repository): pictures and the finished model travel
 * as base64. It has no key, no queue, no cancellation and does not report failures: a failed task is `processing`
 * until the job's time is over. Only version 2 with `--mv` uses more views than the front.
 */

const created = z.object({ uid: taskId });
const statusReply = z.discriminatedUnion('status', [
  z.object({ status: z.literal(['processing', 'texturing']) }),
  z.object({ status: z.literal('completed'), model_base64: z.base64() }),
]);
/** 50 MB as base64, in its JSON. */
const mostReplyBytes = 68 * 1024 * 1024;
/** Shape and texture take about as long; the server reports no finer progress. */
const fractions = { processing: 0.2, texturing: 0.6 } as const;

/** The server answers every fault with the same sentence for its own page. */
export const hunyuanError = (): ProviderError => ({ message: '' });

/** @param fixed settings sent besides pictures and seed */
export function createHunyuan(http: ProviderHttp, fixed: ProviderForms['hunyuan']): Provider {
  const at = (task: string) => `/status/${encodeURIComponent(task)}`;
  return {
    id: 'hunyuan',
    inputs: ['image', 'multi_image'],
    // The server starts every task at once, on the same graphics card.
    slots: 1,
    knowsKeys: false,
    async prepare(request) {
      const named = picturesOf(request).map(({ bytes, view }) => [
        view === 'front' ? 'image' : `image_${view}`,
        base64Of(bytes),
      ]);
      const seed = request.seed === undefined ? {} : { seed: request.seed };
      const json = { ...fixed, ...seed, ...Object.fromEntries(named), type: 'glb' };
      return async () => (await http.call({ method: 'POST', path: '/send', json, reply: created })).uid;
    },

    async look(task, signal): Promise<TaskProgress> {
      const seen = await http.call({
        method: 'GET',
        path: at(task),
        signal,
        reply: statusReply,
        mostBytes: mostReplyBytes,
      });
      if (seen.status !== 'completed') return { kind: 'working', fraction: fractions[seen.status] };
      return { kind: 'sent', model: Buffer.from(seen.model_base64, 'base64') };
    },

    download: () => Promise.reject(new ProviderFailure('unavailable', 'the model comes with the status')),
    cancel: async () => undefined,

    async check(signal) {
      await http.call({ method: 'GET', path: at('doctor'), signal, reply: statusReply });
      return null;
    },
  };
}
