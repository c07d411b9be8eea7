import type { PipelineDetail } from '../../contract/pipelines.js';
import type { Executor } from './executor.js';

/** Pipelines that share one executor. */
export type Lane = {
  pipelineIds: readonly string[];
  executor: Executor;
  /** Time limit of a job; its credits are returned after it. */
  timeoutMs: number;
};

const engineTimeoutMs = 120_000;
/** Longer, because jobs also queue at the provider. */
const providerTimeoutMs = 20 * 60_000;

/**
 * One lane for the engine and one for each provider.
 * @param providerOf the provider of a pipeline, or null for the engine
 */
export function layLanes(deps: {
  pipelines: readonly PipelineDetail[];
  providerOf: (pipelineId: string) => string | null;
  engine: Executor;
  providers: ReadonlyMap<string, Executor>;
  timeoutMs?: number;
}): Lane[] {
  const { pipelines, providerOf, engine, providers, timeoutMs } = deps;
  const of = (provider: string | null) =>
    pipelines.map(({ id }) => id).filter((id) => providerOf(id) === provider);
  return [
    { pipelineIds: of(null), executor: engine, timeoutMs: timeoutMs ?? engineTimeoutMs },
    ...[...providers].map(([id, executor]) => ({
      pipelineIds: of(id),
      executor,
      timeoutMs: timeoutMs ?? providerTimeoutMs,
    })),
  ];
}

/** The lane of a pipeline; the engine's for a pipeline that is no longer offered. */
export const laneOf = (lanes: readonly Lane[], pipelineId: string): Lane =>
  lanes.find(({ pipelineIds }) => pipelineIds.includes(pipelineId)) ?? lanes[0]!;
