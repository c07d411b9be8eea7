import type { ForkOptions } from 'node:child_process';

/** By the major version of V8: a flag that it doesn't know would keep the process from starting. */
const flags: Readonly<Record<string, readonly string[]>> = {
  11: ['--interrupt-budget=200000', '--max-inlined-bytecode-size-cumulative=300'], // Node.js 20
  12: ['--max-inlined-bytecode-size-cumulative=300'], // Node.js 22
};

/**
 * A rig runs a thousand functions for a short time each, so V8 of Node.js 20 spends up to a fifth of its processor time on
 * optimising them. It optimises later with these flags, and copies fewer called functions into their callers: that takes
 * 6 to 9 % less of a warm rig and 15 % less of the first one. The second flag takes 15 % less of the first rig in Node.js
 * 22 as well; nothing is gained in Node.js 24.
 * @param v8 its version, as `process.versions.v8`
 */
export const flagsFor = (v8: string): readonly string[] => flags[v8.split('.')[0]!] ?? [];

/** How a process that makes rigs is started. `npm run bench -- engine` measures it the same way. */
export const engineProcess = {
  serialization: 'advanced',
  /** Not the flags of the process that starts it. */
  execArgv: [...flagsFor(process.versions.v8)],
  /**
   * No secrets. Fewer arenas of glibc keep less memory of pictures that one thread freed from the others. Without a
   * fixed threshold, glibc soon takes buffers of up to 32 MB from its heap, which keeps them after they are freed: 30 to
   * 50 MB more at the peak. A mask of a picture has 1.6 MB, and a rig makes dozens, so these do come from the heap. With
   * a fixed threshold, glibc also returns the heap's end whenever 128 KB of it are free, and the next buffer faults the
   * pages in again; so up to 32 MB of it stay.
   */
  env: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '2097152',
    MALLOC_TRIM_THRESHOLD_: '33554432',
  },
} satisfies ForkOptions;
