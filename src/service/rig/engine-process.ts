import type { ForkOptions } from 'node:child_process';

/** How a process that makes rigs is started. `npm run bench -- engine` measures it the same way. */
export const engineProcess = {
  serialization: 'advanced',
  /** Not the flags of the process that starts it. */
  execArgv: [],
  /** No secrets. Fewer arenas of glibc keep less memory of pictures that one thread freed from the others. */
  env: { MALLOC_ARENA_MAX: '2' },
} satisfies ForkOptions;
