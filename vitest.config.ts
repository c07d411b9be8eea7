import { defineConfig } from 'vitest/config';

// No test keeps state in a module, so the files of a worker share what they load.
const node = { environment: 'node', isolate: false, testTimeout: 20_000, hookTimeout: 30_000 } as const;

export default defineConfig({
  test: {
    // Most stories wait for sockets and processes, not for the processor.
    maxWorkers: 3,
    projects: [
      { test: { ...node, name: 'unit', include: ['test/unit/**/*.test.ts', 'test/architecture.test.ts'] } },
      { test: { ...node, name: 'service', include: ['test/service/**/*.test.ts'] } },
      { test: { ...node, name: 'flow', include: ['test/flow/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { ...node, name: 'fault', include: ['test/fault/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          ...node,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 90_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
