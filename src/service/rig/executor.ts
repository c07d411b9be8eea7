import { type ErrorCode, isAppError } from '../../base/errors.js';
import type { makeRig, Rig, RigRequest, Stage } from '../../engine/index.js';

/** How a job ended. `refused` is about the request and final; `crashed` is about the machine and worth a retry. */
export type Outcome =
  | { kind: 'made'; rig: Rig }
  | { kind: 'refused'; code: ErrorCode; detail: string }
  | { kind: 'crashed'; cause: string }
  | { kind: 'stopped' };

export type JobHooks = {
  onStage: (stage: Stage, fraction: number) => void;
  /** Its reason is `shutdown` when the job will be taken up again. */
  signal: AbortSignal;
  /** For work that goes on elsewhere: its key, what an earlier attempt began there, and how to remember it. */
  remote?: { key: string; begun: string | null; keep(task: string): Promise<void> };
};

/** Where rigs are made. `run` never rejects; an aborted signal ends it as `stopped`. */
export type Executor = {
  /** Jobs that run at once. */
  readonly slots: number;
  run(request: RigRequest, hooks: JobHooks): Promise<Outcome>;
  stop(): Promise<void>;
};

/** What a thrown value means for the job. */
export function outcomeOf(error: unknown): Outcome {
  if (isAppError(error) && error.code !== 'internal')
    return { kind: 'refused', code: error.code, detail: error.message };
  return { kind: 'crashed', cause: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** Makes rigs in this thread: for tests and tools, because a job blocks everything else meanwhile. */
export function createInlineExecutor(make: typeof makeRig, slots = 1): Executor {
  return {
    slots,
    async run(request, { onStage, signal }) {
      try {
        const rig = await make(request, { onStage, signal });
        return signal.aborted ? { kind: 'stopped' } : { kind: 'made', rig };
      } catch (error) {
        return signal.aborted ? { kind: 'stopped' } : outcomeOf(error);
      }
    },
    stop: async () => undefined,
  };
}
