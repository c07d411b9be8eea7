import { existsSync, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { flagsFor } from './src/service/rig/engine-process.js';

const isStory = ({ moduleId }: TestSpecification): boolean => /\/test\/(flow|browser|fault)\//.test(moduleId);
const makesRigs = ({ moduleId }: TestSpecification): boolean => /\/test\/unit\/engine\//.test(moduleId);

/**
 * Stories of the whole program mostly wait, other files mostly work: begun in turn they fill each other's pauses.
 * Short files that make rigs work long, so they come first, lest one of them ends alone.
 */
class InTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const stories = sorted.filter(isStory);
    const rest = sorted.filter((file) => !isStory(file));
    const others = [...rest.filter(makesRigs), ...rest.filter((file) => !makesRigs(file))];
    return sorted.flatMap((_, i) => [stories[i], others[i]].filter((file) => file !== undefined));
  }
}

/** Every commit waits for its disk; in memory, where Linux has enough, nobody waits. Power cuts are of `npm run fault`. */
const memory = '/dev/shm';
const freeBytes = (path: string): number => {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
};
const hasMemory = existsSync(memory) && freeBytes(memory) > 1e9;

export default defineConfig({
  test: {
    env: hasMemory ? { TMPDIR: `${memory}/rigsmith-tests-${process.pid}` } : {},
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/support/repeated.ts'],
    globalSetup: [
      ...(process.env.TEST_DATABASE === 'postgres' ? ['test/support/need-postgres.ts'] : []),
      'test/support/temporary-folder.ts',
    ],
    setupFiles: ['test/support/tidy.ts', ...(process.env.LATE_MS ? ['test/support/late-postgres.ts'] : [])],
    // No test keeps state in a module, so the files of a worker share what they load; projects would not.
    isolate: false,
    // Transformed modules stay on disk, by content: transforming five hundred of them takes as long as a story.
    experimental: { fsModuleCache: true },
    // Each worker loads the program again, 9 s of processor time on a slow core, and optimizes it again.
    maxWorkers: 3,
    // Tests too run much code a few times: with the flags of rig processes, V8 takes 7 to 20 % less processor time.
    execArgv: [...flagsFor(process.versions.v8)],
    tags: [{ name: 'slow', description: 'Not in `npm test`, which has a shorter test of the same subject.' }],
    sequence: { sequencer: InTurn },
    // For machines with more to do: what must not be late keeps a deadline of its own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 150_000 } },
  },
});
