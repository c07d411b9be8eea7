import { createHash } from 'node:crypto';
import { FormData } from 'undici';
import { z } from 'zod';
import type { RigInput } from '../../../contract/pipelines.js';
import { inputOf } from './forms.js';
import type { ProviderError, ProviderHttp } from './http.js';
import { fileOf, picturesOf } from './picture.js';
import { type Provider, ProviderFailure, type ShapeRequest, type TaskProgress } from './provider.js';
import { providerRefusal, providerText, taskId } from './reply.js';
import {
  classesOf,
  fillWorkflow,
  namesIn,
  outputsReply,
  resultOf,
  type SavedFile,
  type Workflow,
  type Workflows,
  type WorkflowValues,
} from './workflow.js';

/**
 * An operator's ComfyUI, docs.comfy.org: a workflow is queued, and its history has the files that it saved. All errors
 * are about the workflow or the machine, so members do not see their words.
 */

const uploaded = z.object({ name: z.string().min(1), subfolder: z.string().default('') });
const queued = z.object({ prompt_id: taskId });
const queueItem = z.tuple([z.unknown(), z.string()]).rest(z.unknown());
const queueReply = z.object({ queue_running: z.array(queueItem), queue_pending: z.array(queueItem) });
const executionError = z.tuple([z.literal('execution_error'), z.object({ exception_message: providerText })]);
const historyReply = z.record(
  z.string(),
  z.object({
    outputs: outputsReply,
    status: z.object({ status_str: z.string(), messages: z.array(z.unknown()).default([]) }).nullish(),
  }),
);
/** Queue and history repeat whole workflows, the queue those of everybody who uses the machine. */
const mostReplyBytes = 16 * 1024 * 1024;
/** ComfyUI reports progress only by WebSocket. */
const running = 0.5;

export function comfyError(body: unknown): ProviderError {
  const { error, node_errors } = errorReply.safeParse(body).data ?? {};
  const [fault] = Object.values(node_errors ?? {}).flatMap(({ class_type, errors }) =>
    errors.map(({ message, details }) => `${class_type}: ${message} ${details}`),
  );
  const summary = typeof error === 'string' ? error : error?.message;
  return { message: [summary, fault].filter(Boolean).join('; ') };
}
const errorReply = z.object({
  error: z.union([providerText, z.object({ message: providerText })]),
  node_errors: z
    .record(
      z.string(),
      z.object({
        class_type: providerText,
        errors: z.array(z.object({ message: providerText, details: providerText })),
      }),
    )
    .catch({}),
});

export function createComfyUi(http: ProviderHttp, workflows: Workflows, baseUrl: string): Provider {
  const workflowFor = (request: ShapeRequest): Workflow => {
    const nodes = workflows[inputOf(request)];
    if (!nodes) throw new ProviderFailure('unavailable', `there is no workflow for ${inputOf(request)}`);
    return nodes;
  };

  const upload = async (bytes: Uint8Array, name: string, signal: AbortSignal): Promise<string> => {
    const file = fileOf(bytes, name);
    const form = new FormData();
    form.set('image', file.blob, file.name);
    form.set('subfolder', 'rigsmith');
    form.set('overwrite', 'true');
    const call = { method: 'POST', path: '/upload/image', form, signal, reply: uploaded } as const;
    const saved = await http.call(call).catch(unavailable);
    return saved.subfolder === '' ? saved.name : `${saved.subfolder}/${saved.name}`;
  };

  const valuesOf = async (request: ShapeRequest, key: string, signal: AbortSignal) => {
    const asked = namesIn(workflowFor(request));
    const values: WorkflowValues = {};
    if (request.kind === 'text') values.prompt = request.prompt;
    if (request.seed !== undefined) values.seed = request.seed;
    for (const [at, { bytes, view }] of picturesOf(request).entries()) {
      if (!asked.has(view) && !(at === 0 && asked.has('image'))) continue;
      const name = await upload(bytes, `${key}-${view}`, signal);
      values[view] = name;
      if (at === 0) values.image = name;
    }
    return values;
  };

  const readLarge = <T>(path: string, reply: z.ZodType<T>, signal?: AbortSignal) =>
    http.call({ method: 'GET', path, reply, signal, mostBytes: mostReplyBytes });
  const readHistory = async (task: string, signal?: AbortSignal) =>
    (await readLarge(`/history/${encodeURIComponent(task)}`, historyReply, signal))[task];
  const placeOf = async (task: string, signal?: AbortSignal): Promise<'running' | 'pending' | null> => {
    const queue = await readLarge('/queue', queueReply, signal);
    if (queue.queue_running.some(([, id]) => id === task)) return 'running';
    return queue.queue_pending.some(([, id]) => id === task) ? 'pending' : null;
  };
  const urlOf = (file: SavedFile) => `${baseUrl}/view?${new URLSearchParams(file)}`;

  return {
    id: 'comfyui',
    inputs: Object.keys(workflows) as RigInput[],
    knowsKeys: true,
    async prepare(request, key, signal) {
      const prompt = fillWorkflow(workflowFor(request), await valuesOf(request, key, signal));
      const prompt_id = uuidOf(key);
      return async () => {
        // A repeat of a request whose reply was lost must not queue the workflow twice.
        if ((await placeOf(prompt_id)) !== null || (await readHistory(prompt_id))) return prompt_id;
        const json = { prompt, prompt_id, client_id: 'rigsmith' };
        const call = { method: 'POST', path: '/prompt', json, reply: queued } as const;
        return (await http.call(call).catch(unavailable)).prompt_id;
      };
    },

    async look(task, signal, request): Promise<TaskProgress> {
      // The queue first: a task leaves it and enters the history in one step.
      const place = await placeOf(task, signal);
      if (place !== null) return { kind: 'working', fraction: place === 'running' ? running : 0 };
      const done = await readHistory(task, signal);
      if (!done) throw new ProviderFailure('lost', 'ComfyUI does not know the task any more');
      if (done.status?.status_str === 'error')
        throw new ProviderFailure('unavailable', `the workflow failed: ${reasonIn(done.status.messages)}`);
      const result = resultOf(workflowFor(request), done.outputs);
      if (result === null) return providerRefusal('it has no GLB');
      if ('model' in result) return { kind: 'ready', modelUrl: urlOf(result.model) };
      return { kind: 'views', views: result.views.map(({ view, file }) => ({ view, url: urlOf(file) })) };
    },

    download: http.download,

    async cancel(task) {
      const signal = AbortSignal.timeout(10_000);
      const place = await placeOf(task, signal);
      if (place === null) return;
      const [path, json] =
        place === 'running' ? ['/interrupt', { prompt_id: task }] : ['/queue', { delete: [task] }];
      await http.call({ method: 'POST', path, json, signal, reply: z.unknown() });
    },

    async check(signal) {
      await http.call({
        method: 'GET',
        path: '/system_stats',
        signal,
        reply: z.object({ system: z.unknown() }),
      });
      const missing: string[] = [];
      for (const name of classesOf(workflows)) {
        const path = `/object_info/${encodeURIComponent(name)}`;
        const known = await http.call({
          method: 'GET',
          path,
          signal,
          reply: z.record(z.string(), z.unknown()),
        });
        if (!(name in known)) missing.push(name);
      }
      if (missing.length === 0) return null;
      throw new ProviderFailure('unavailable', `ComfyUI lacks nodes of the workflows: ${missing.join(', ')}`);
    },
  };
}

/** Only the operator can do something about a refusal. */
function unavailable(error: unknown): never {
  if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error;
  throw new ProviderFailure('unavailable', error.message, null, { cause: error });
}

function reasonIn(messages: readonly unknown[]): string {
  const found = messages.map((message) => executionError.safeParse(message).data).find((one) => one);
  return found?.[1].exception_message ?? 'no reason was given';
}

/** A UUID (version 8, RFC 9562) that is the same for the same key. */
function uuidOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}
