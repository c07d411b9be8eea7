import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isStory = ({ moduleId }: TestSpecification): boolean => /\/test\/(flow|browser|fault)\//.test(moduleId);

/** Stories of the whole program mostly wait, other files mostly work: begun in turn they fill each other's pauses. */
class InTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const stories = sorted.filter(isStory);
    const others = sorted.filter((file) => !isStory(file));
    return sorted.flatMap((_, i) => [stories[i], others[i]].filter((file) => file !== undefined));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // No test keeps state in a module, so the files of a worker share what they load; projects would not.
    isolate: false,
    maxWorkers: 4,
    sequence: { sequencer: InTurn },
    // For machines with more to do: what must not be late keeps a deadline of its own.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
