import type { JobHooks } from '../executor.js';
import { ProviderFailure, type ProviderStep } from './provider.js';

/**
 * Records the work a job started at a provider, so that a paid step is requested once. An intent is stored before
 * the request and replaced by the reply. After a crash that leaves only the intent, it is unknown whether the
 * provider received the request.
 */
export type Begun = {
  /** The last task that was started. */
  readonly task: string | null;
  /** Whether a step was requested without a stored reply. */
  readonly unanswered: boolean;
  /**
   * Requests a step; stores the intent before and the task after.
   * @throws ProviderFailure
   */
  begin(step: ProviderStep): Promise<string>;
};

const given = 'task:';
const asked = 'asked:';

/** @param remote may hold a bare task, as earlier versions stored it */
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
