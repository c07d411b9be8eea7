import { inspect } from 'node:util';
import { type ErrorCode, isAppError } from '../../base/errors.js';
import type { ConvertRequest, FilmRequest, makeRig, Rig, RigRequest, Stage } from '../../engine/index.js';

/**
 * The result of a job. `refused` is a problem with the request and final; `crashed` is a problem with the machine
 * and worth a retry.
 */
export type JobOutcome =
  | { kind: 'made'; rig: Rig }
  | { kind: 'refused'; code: ErrorCode; detail: string }
  | { kind: 'crashed'; cause: string }
  | { kind: 'stopped' };

export type JobHooks = {
  onStage: (stage: Stage, fraction: number) => void;
  /** Its reason is `shutdown` when the job will resume later. */
  signal: AbortSignal;
  /** For work at a provider: its idempotency key, what an earlier attempt started there, and how to store it. */
  remote?: { key: string; begun: string | null; keep(task: string): Promise<void> };
};

/** A file to be made from a finished rig. */
export type FileRequest = FilmRequest | ConvertRequest;
export type FileOutcome = Exclude<JobOutcome, { kind: 'made' }> | { kind: 'file'; bytes: Uint8Array };

/** Makes rigs. `run` never rejects; an aborted signal ends it as `stopped`. */
export type Executor = {
  /** Maximum of jobs that run at once. */
  readonly slots: number;
  run(request: RigRequest, hooks: JobHooks): Promise<JobOutcome>;
  /** Makes a file from a finished rig; never rejects. Missing where only whole rigs are made. */
  makeFile?(request: FileRequest, signal: AbortSignal): Promise<FileOutcome>;
  /** Writes a finished rig as FBX; never rejects. Missing where no Blender is configured. */
  makeFbx?(model: Uint8Array, signal: AbortSignal): Promise<FileOutcome>;
  stop(): Promise<void>;
};

/** Maps a thrown value to a job result; a crash says what caused it, too. */
export function jobOutcomeOf(error: unknown): Exclude<JobOutcome, { kind: 'made' }> {
  if (isAppError(error) && error.code !== 'internal')
    return { kind: 'refused', code: error.code, detail: error.message };
  return { kind: 'crashed', cause: inspect(error) };
}

/** Makes rigs in this thread, for tests and tools; each job blocks the event loop. */
export function createInlineExecutor(make: typeof makeRig, slots = 1): Executor {
  return {
    slots,
    async run(request, { onStage, signal }) {
      try {
        const rig = await make(request, { onStage, signal });
        return signal.aborted ? { kind: 'stopped' } : { kind: 'made', rig };
      } catch (error) {
        return signal.aborted ? { kind: 'stopped' } : jobOutcomeOf(error);
      }
    },
    stop: async () => undefined,
  };
}
