import type { PipelineDetail } from '../../contract/rig.js';
import type { Executor } from './executor.js';

/** Pipelines whose jobs wait for the same hands. */
export type Lane = {
  pipelineIds: readonly string[];
  executor: Executor;
  /** A job that takes longer is stopped and its credits returned. */
  timeoutMs: number;
};

const engineTimeoutMs = 120_000;
/** Hosted shapes queue at their provider too. */
const providerTimeoutMs = 20 * 60_000;

/**
 * One lane for the engine, one for each provider.
 * @param providerOf the provider that makes a pipeline's shapes, or null for the engine
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

/** The lane of a pipeline; of one that is no longer offered, the engine's. */
export const laneOf = (lanes: readonly Lane[], pipelineId: string): Lane =>
  lanes.find(({ pipelineIds }) => pipelineIds.includes(pipelineId)) ?? lanes[0]!;
