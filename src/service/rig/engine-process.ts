import type { ForkOptions } from 'node:child_process';

/** How a process that makes rigs is started. `npm run bench -- engine` measures it the same way. */
export const engineProcess = {
  serialization: 'advanced',
  /** Most functions run often within one rig, but in few rigs: types are recorded from their first call on. */
  execArgv: ['--no-lazy-feedback-allocation'],
  /** No secrets. Fewer arenas of glibc keep less memory of pictures that one thread freed from the others. */
  env: { MALLOC_ARENA_MAX: '2' },
} satisfies ForkOptions;
