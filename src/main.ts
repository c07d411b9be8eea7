#!/usr/bin/env node
import module from 'node:module';
import { main } from './cli/program.js';

// Node 22 keeps what it compiled, so the second start is faster; Node 20 has no such cache.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

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
