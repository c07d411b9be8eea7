#!/usr/bin/env node
import module from 'node:module';
import { keepYoungGenerationSmall } from './cli/running.js';

// Node 22 keeps what it compiled, so the second start is faster; Node 20 has no such cache.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

/** The verbs of `start.ts`, which does the same for those that are found after an option. */
const keepsRunning = ['start', 'bot', 'service', 'playground'].includes(process.argv[2] ?? '');
if (keepsRunning) keepYoungGenerationSmall();
const { main } = await import('./cli/program.js'); // after it: loading the modules is what makes it grow

const { stdout, stderr } = process;
main(process.argv.slice(2), { stdout, stderr }).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  },
);
