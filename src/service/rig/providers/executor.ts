import type { Clock } from '../../../base/clock.js';
import type { Log } from '../../../base/log.js';
import type { RigRequest } from '../../../engine/index.js';
import type { Executor, JobHooks, Outcome } from '../executor.js';
import { type Progress, type Provider, ProviderFailure } from './provider.js';

const lookEveryMs = 3_000;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** Failures in a row that look like the network before a job is given up. */
const mostFailures = 8;

const unavailable =
  'The modeller behind this pipeline is not available just now. Your credits were returned; try another pipeline.';

/**
 * Has a provider make the shape, then rigs it with the engine: whoever makes the shape, joints have the same names
 * and the file passes the same checks. The provider's task is remembered, so a restarted service goes on looking
 * instead of paying for it twice.
 * @param engine where the rig is made; shares its threads with the engine's own pipelines
 */
export function createProviderExecutor(deps: {
  provider: Provider;
  engine: Executor;
  clock: Clock;
  log: Log;
  /** Tasks at once. Default 4. */
  slots?: number;
}): Executor {
  const { provider, engine, clock, slots = 4 } = deps;
  const log = deps.log.child({ provider: provider.id });

  /** Repeats what was not begun, or what is safe to repeat, with growing pauses. */
  const patiently = async <T>(
    signal: AbortSignal,
    repeatable: boolean,
    call: () => Promise<T>,
  ): Promise<T> => {
    for (let failures = 1; ; failures++) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        const again = error.kind === 'busy' || (repeatable && error.kind === 'unreachable');
        if (!again || failures >= mostFailures) throw error;
        log.warn({ err: error, failures }, 'the provider is asked again');
        await clock.sleep(
          error.retryAfterMs ?? Math.min(longestPauseMs, firstPauseMs * 2 ** failures),
          signal,
        );
      }
    }
  };

  const makeShape = async (
    request: Exclude<RigRequest, { kind: 'mesh' }>,
    hooks: JobHooks,
  ): Promise<Uint8Array | Outcome> => {
    const { signal, onStage, remote } = hooks;
    const key = remote?.key ?? '';
    const keep = async (next: string) => remote?.keep(next);
    let task = remote?.begun ?? null;
    onStage('interpret', 0);
    if (task === null) {
      task = await patiently(signal, provider.id === 'gpu', () => provider.begin(request, key, signal));
      await keep(task);
    }
    for (;;) {
      const current: string = task;
      const seen: Progress = await patiently(signal, true, () => provider.look(current, signal));
      if (seen.kind === 'refused') return seen;
      if (seen.kind === 'ready')
        return patiently(signal, true, () => provider.download(seen.modelUrl, signal));
      if (seen.task !== task) await keep(seen.task);
      task = seen.task;
      onStage('model', seen.fraction);
      await clock.sleep(lookEveryMs, signal);
    }
  };

  const rig = (model: Uint8Array, request: RigRequest, hooks: JobHooks): Promise<Outcome> => {
    const { seed, parameters, turntable } = request;
    const onStage: JobHooks['onStage'] = (stage, fraction) => {
      if (stage !== 'interpret' && stage !== 'model') hooks.onStage(stage, fraction);
    };
    const mesh = {
      kind: 'mesh',
      model,
      ...(seed !== undefined && { seed }),
      ...(parameters && { parameters }),
      ...(turntable && { turntable }),
    } as const;
    return engine.run(mesh, { onStage, signal: hooks.signal });
  };

  /** The provider goes on with what it began unless it is told; a shutdown means to come back for it. */
  const letGo = async ({ signal, remote }: JobHooks, begun: string | null): Promise<void> => {
    if (signal.reason === 'shutdown' || begun === null || remote === undefined) return;
    await provider.cancel(begun).catch((error) => log.warn({ err: error }, 'a task was left running'));
  };

  return {
    slots,
    async run(request, hooks) {
      if (request.kind === 'mesh') return engine.run(request, hooks);
      let begun = hooks.remote?.begun ?? null;
      const remote = hooks.remote && {
        ...hooks.remote,
        async keep(task: string) {
          begun = task;
          await hooks.remote?.keep(task);
        },
      };
      try {
        const shape = await makeShape(request, remote ? { ...hooks, remote } : hooks);
        return shape instanceof Uint8Array ? await rig(shape, request, hooks) : shape;
      } catch (error) {
        if (hooks.signal.aborted) {
          await letGo(hooks, begun);
          return { kind: 'stopped' };
        }
        if (!(error instanceof ProviderFailure)) throw error;
        log.error({ err: error, kind: error.kind }, 'the provider made nothing');
        if (error.kind !== 'refused') return { kind: 'refused', code: 'provider_error', detail: unavailable };
        return {
          kind: 'refused',
          code: 'provider_error',
          detail: `The modeller refused this: ${error.message}`,
        };
      }
    },
    stop: async () => undefined,
  };
}
