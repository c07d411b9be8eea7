import type { JobHooks } from '../executor.js';
import { ProviderFailure, type Step } from './provider.js';

/**
 * What is remembered of a job's work at a provider, so that a paid step is asked for once. Before it is asked for,
 * the question is stored; its answer takes the question's place. Who comes back after a crash and finds only the
 * question cannot know whether the provider heard it.
 */
export type Begun = {
  /** The task begun last. */
  readonly task: string | null;
  /** Whether a step was asked for and no answer stored. */
  readonly unanswered: boolean;
  /** Asks for a step, with the question stored before and the task after. @throws ProviderFailure */
  begin(step: Step): Promise<string>;
};

const given = 'task:';
const asked = 'asked:';

/** @param remote may hold a bare task, as services before this one stored it */
export function recallBegun(remote: JobHooks['remote']): Begun {
  const stored = remote?.begun ?? '';
  const [, prefix, named = ''] = /^(task:|asked:|)(.*)$/s.exec(stored) ?? [];
  let task = named === '' ? null : named;
  const keep = (prefix: string) =>
    remote?.keep(task === null && prefix === given ? '' : `${prefix}${task ?? ''}`);
  return {
    unanswered: prefix === asked,
    get task() {
      return task;
    },
    async begin(step) {
      await keep(asked);
      try {
        task = await step();
      } catch (error) {
        if (error instanceof ProviderFailure && error.kind === 'busy') await keep(given);
        throw error;
      }
      await keep(given);
      return task;
    },
  };
}
