import type { ForkOptions } from 'node:child_process';

/** How a process that makes rigs is started. `npm run bench -- engine` measures it the same way. */
export const engineProcess = {
  serialization: 'advanced',
  /**
   * Not the flags of the process that starts it. A rig runs a thousand functions for a short time each, so V8 spends up
   * to a fifth of its processor time on optimising them. It optimises later here, and copies fewer called functions
   * into their callers: that takes 6 to 9 % less of a warm rig and 15 % less of the first one.
   */
  execArgv: ['--interrupt-budget=200000', '--max-inlined-bytecode-size-cumulative=300'],
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
