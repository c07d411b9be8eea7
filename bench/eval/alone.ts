/** Rigs one mesh in a child process, as one worker does, to measure its time and memory. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMoveNet, makeRig } from '../../src/engine/index.js';
import { processorTime } from './processor.js';

export type Alone = { name: string; vertices: number; milliseconds: number; megabytes: number };

const run = promisify(execFile);

/** Runs this file in a child process for one model. */
export async function rigAlone(name: string, path: string): Promise<Alone> {
  const { stdout } = await run(process.execPath, [fileURLToPath(import.meta.url), path]);
  return { name, ...(JSON.parse(stdout) as Omit<Alone, 'name'>) };
}

const [, script, path] = process.argv;
if (script === fileURLToPath(import.meta.url) && path) {
  const model = await readFile(path);
  const pose = await createMoveNet();
  await makeRig({ kind: 'mesh', model }, { pose });
  // The first run includes loading and compiling; a worker makes many.
  const before = process.cpuUsage();
  const { report } = await makeRig({ kind: 'mesh', model }, { pose });
  console.log(
    JSON.stringify({
      vertices: report.mesh.vertices,
      milliseconds: processorTime(before),
      megabytes: process.resourceUsage().maxRSS / 1024,
    }),
  );
}
