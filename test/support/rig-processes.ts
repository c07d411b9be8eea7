import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Executor } from '../../src/service/rig/executor.js';
import { createProcessPool } from '../../src/service/rig/pool.js';

const pool = createProcessPool({
  // From the working directory: `npm run fault` bundles this file into another folder.
  processUrl: pathToFileURL(resolve('dist/src/service/rig/worker-process.js')),
  size: 2,
});

/**
 * Rig processes that the worlds of a test worker share: a new process needs seconds of CPU until the engine is loaded
 * and optimized. They end with the test worker.
 */
export const sharedRigs: Executor = { ...pool, stop: async () => undefined };
