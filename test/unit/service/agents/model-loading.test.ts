import { expect, it, vi } from 'vitest';

const loads = vi.hoisted(() => ({ openai: 0 }));
vi.mock('openai', async (importOriginal) => {
  loads.openai += 1;
  return importOriginal();
});

it('the libraries of language models are loaded only where a model is set', async () => {
  await import('../../../../src/service/features.js');
  expect(loads.openai).toBe(0);
  await import('../../../../src/service/agents/wording/rewrite.js');
  expect(loads.openai).toBe(1);
});
