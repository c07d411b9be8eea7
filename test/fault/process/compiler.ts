import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRoot } from '../../../src/cli/root.js';

/** The library that simulates power cuts, or the reason why it is not available. */
export type Shim = { library: string } | { missing: string };

/** Compiles `power-cut.c` into a folder; needs dynamically linked programs and a C compiler. */
export function compileShim(folder: string): Shim {
  if (process.platform !== 'linux') return { missing: 'Power cuts are simulated on Linux only.' };
  const library = join(folder, 'power-cut.so');
  const source = join(findRoot(), 'test', 'fault', 'process', 'power-cut.c');
  const compiler = ['cc', 'gcc', 'clang'].find((name) => {
    try {
      execFileSync(name, ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl', '-lpthread'], {
        stdio: 'pipe',
      });
      return true;
    } catch {
      return false;
    }
  });
  return compiler
    ? { library }
    : { missing: 'Power cuts need a C compiler (cc, gcc or clang): none is here.' };
}

/**
 * A module for `node --import` that opens every database with `synchronous=NORMAL`: the control group, which must
 * lose acknowledged writes, or the cuts prove nothing.
 */
export function writeControl(folder: string): string {
  const file = join(folder, 'normal.mjs');
  writeFileSync(
    file,
    `import { createRequire } from 'node:module';
const { prototype } = createRequire(${JSON.stringify(join(findRoot(), 'package.json'))})('better-sqlite3');
const spoilt = (text) => text.replace(/synchronous\\s*=\\s*FULL/i, 'synchronous = NORMAL');
const { exec, pragma } = prototype;
prototype.pragma = function (text, options) {
  return pragma.call(this, spoilt(text), options);
};
prototype.exec = function (text) {
  return exec.call(this, spoilt(text));
};
`,
  );
  return file;
}
