import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RigRequest } from '../../src/engine/index.js';
import type { Executor, JobOutcome } from '../../src/service/rig/executor.js';
import { createProcessPool } from '../../src/service/rig/pool.js';

const pool = createProcessPool({
  // From the working directory: `npm run fault` bundles this file into another folder.
  processUrl: pathToFileURL(resolve('dist/src/service/rig/worker-process.js')),
  size: 1,
});

let turntable: Uint8Array | undefined;

/** A coarse character with a small picture unless the story asks for more; the turning picture is rendered once. */
const cheaper = (request: RigRequest): RigRequest => ({
  previewSize: 160,
  ...request,
  parameters: { detail: 'low', ...request.parameters },
  turntable: request.turntable === true && turntable === undefined,
});

function withTurntable(outcome: JobOutcome, isWanted: boolean): JobOutcome {
  if (outcome.kind !== 'made' || !isWanted) return outcome;
  turntable ??= outcome.rig.turntable;
  return { ...outcome, rig: { ...outcome.rig, ...(turntable && { turntable }) } };
}

/**
 * Rig processes that the worlds of a test worker share: a new process needs seconds of CPU until the engine is loaded
 * and optimized. They end with the test worker.
 */
export const sharedRigs: Executor = {
  slots: pool.slots,
  async run(request, hooks) {
    const outcome = await pool.run(cheaper(request), hooks);
    return withTurntable(outcome, request.turntable === true);
  },
  ...(pool.makeFile && { makeFile: pool.makeFile }),
  stop: async () => undefined,
};
