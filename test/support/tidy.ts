import { afterAll } from 'vitest';
import { atEndOfFile } from './end-of-file.js';

/** Vitest loads this file again for every test file; the map is shared by the files of a worker. */
afterAll(async () => {
  const jobs = [...atEndOfFile.values()];
  atEndOfFile.clear();
  for (const job of jobs) await job();
});
