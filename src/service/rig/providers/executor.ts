import type { Clock } from '../../../base/clock.js';
import type { Log } from '../../../base/log.js';
import type { ImagesRequest, MeshRequest, RigRequest } from '../../../engine/index.js';
import type { Executor, JobHooks, JobOutcome } from '../executor.js';
import { type Begun, recallBegun } from './begun.js';
import { createPatience } from './patience.js';
import {
  type FailureKind,
  type Provider,
  ProviderFailure,
  type ProviderStep,
  type ShapeRequest,
  type TaskProgress,
} from './provider.js';
import { contentRefusal } from './reply.js';

const lookEveryMs = 3_000;
/** Links to a finished model expire; how many are tried. */
const mostLinks = 3;

/** What a provider made: a model, or pictures from several sides. */
type Shape = Pick<MeshRequest, 'kind' | 'model'> | Pick<ImagesRequest, 'kind' | 'images'>;

/**
 * Has a provider make the model, then rigs it with the engine, so joints have the same names and the file passes
 * the same checks. The provider's task is stored, so a restarted service keeps polling instead of paying twice.
 * @param engine where the rig is made; shares its slots with the engine's own pipelines
 */
export function createProviderExecutor(deps: {
  provider: Provider;
  engine: Executor;
  clock: Clock;
  log: Log;
}): Executor {
  const { provider, engine, clock } = deps;
  const log = deps.log.child({ provider: provider.id });
  const patiently = createPatience({ clock, log });

  const begin = (step: ProviderStep, begun: Begun, signal: AbortSignal): Promise<string> => {
    signal.throwIfAborted();
    return patiently(signal, provider.knowsKeys, () => begun.begin(step));
  };

  const resume = async (request: ShapeRequest, hooks: JobHooks, begun: Begun): Promise<string> => {
    const { signal, remote } = hooks;
    if (begun.unanswered && !provider.knowsKeys) throw new ProviderFailure('unreachable', unanswered);
    if (begun.task !== null) return begun.task;
    const step = await patiently(signal, true, () => provider.prepare(request, remote?.key ?? '', signal));
    return begin(step, begun, signal);
  };

  const fetchShape = async (
    made: Extract<TaskProgress, { kind: 'ready' | 'views' }>,
    signal: AbortSignal,
  ): Promise<Shape> => {
    const download = (url: string) => patiently(signal, true, () => provider.download(url, signal));
    if (made.kind === 'ready') return { kind: 'mesh', model: await download(made.modelUrl) };
    const images: ImagesRequest['images'] = [];
    for (const { view, url } of made.views) images.push({ view, bytes: await download(url) });
    return { kind: 'images', images };
  };

  const makeShape = async (
    request: ShapeRequest,
    hooks: JobHooks,
    begun: Begun,
  ): Promise<Shape | Extract<TaskProgress, { kind: 'refused' }>> => {
    const { signal, onStage } = hooks;
    onStage('interpret', 0);
    let task = await resume(request, hooks, begun);
    for (let links = 0; ; await clock.sleep(lookEveryMs, signal)) {
      const seen = await patiently(signal, true, () => provider.look(task, signal, request));
      if (seen.kind === 'refused') return seen;
      if (seen.kind === 'working') onStage('model', seen.fraction);
      if (seen.kind === 'next') task = await begin(seen.step, begun, signal);
      if (seen.kind === 'sent') return { kind: 'mesh', model: seen.model };
      if (seen.kind !== 'ready' && seen.kind !== 'views') continue;
      try {
        return await fetchShape(seen, signal);
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.kind !== 'lost' || ++links >= mostLinks) throw error;
        log.warn({ err: error, links }, 'model link expired; asking the provider for another');
      }
    }
  };

  const rig = async (shape: Shape, request: RigRequest, hooks: JobHooks): Promise<JobOutcome> => {
    const { seed, parameters, turntable } = request;
    const onStage: JobHooks['onStage'] = (stage, fraction) => {
      if (stage !== 'interpret' && stage !== 'model') hooks.onStage(stage, fraction);
    };
    const shaped: RigRequest = {
      ...shape,
      ...(seed !== undefined && { seed }),
      ...(parameters && { parameters }),
      ...(turntable && { turntable }),
    };
    const outcome = await engine.run(shaped, { onStage, signal: hooks.signal });
    if (outcome.kind !== 'made') return outcome;
    // A second reading is free and repeats the request, which would pay the provider for another shape.
    const { alternative: _, ...report } = outcome.rig.report;
    return { ...outcome, rig: { ...outcome.rig, report } };
  };

  /** Cancels the provider's task; after `shutdown` or `lost` leaves it for the next attempt. */
  const cancelTask = async ({ signal }: JobHooks, { task }: Begun): Promise<void> => {
    if (signal.reason === 'shutdown' || signal.reason === 'lost' || task === null) return;
    await provider
      .cancel(task)
      .catch((error) => log.warn({ err: error }, 'provider task could not be cancelled and keeps running'));
  };

  return {
    slots: provider.slots ?? 4,
    async run(request, hooks) {
      if (request.kind === 'mesh' || request.kind === 'spec') return engine.run(request, hooks);
      const begun = recallBegun(hooks.remote);
      try {
        const shape = await makeShape(request, hooks, begun);
        return shape.kind === 'refused' ? shape : await rig(shape, request, hooks);
      } catch (error) {
        if (hooks.signal.aborted) {
          await cancelTask(hooks, begun);
          return { kind: 'stopped' };
        }
        if (!(error instanceof ProviderFailure)) throw error;
        log.error({ err: error, kind: error.kind }, 'provider returned no model');
        const { kind, message } = error;
        if (kind === 'content') return contentRefusal;
        const detail = kind === 'refused' ? `The model provider refused this: ${message}` : sentences[kind];
        return { kind: 'refused', code: 'provider_error', detail };
      }
    },
    stop: async () => undefined,
  };
}

const unanswered =
  'service stopped while requesting a paid step; it may have started, so it is not requested again';

const unavailable =
  "The model provider of this pipeline isn't available right now. Your credits were returned. Try another pipeline.";

const sentences: Record<Exclude<FailureKind, 'refused' | 'content'>, string> = {
  busy: unavailable,
  unreachable: unavailable,
  unavailable,
  lost: 'The model provider of this pipeline lost this job. Your credits were returned. Try again.',
  oversized:
    'The model provider made a model larger than 50 MB, which is too large to rig. Your credits were returned.',
};
