import { expect, it } from 'vitest';
import { createStopSteps } from '../../../src/base/stop-steps.js';

it('names the steps that have begun and not ended, also after one that failed', async () => {
  const steps = createStopSteps();
  let closeGateway = () => {};
  const gateway = steps.run('gateway', () => new Promise<void>((resolve) => (closeGateway = resolve)));
  void steps.run('database', () => new Promise(() => {}));
  await expect(steps.run('pages', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(steps.unfinished()).toEqual(['gateway', 'database']);
  closeGateway();
  await gateway;
  expect(steps.unfinished()).toEqual(['database']);
});
