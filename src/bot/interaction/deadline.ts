import { type Clock, notNeeded } from '../../base/clock.js';

/** Discord waits three seconds for the first answer to an interaction; the rest is for that answer on its way. */
const answerWithinMs = 2_000;
const retryEveryMs = 200;

/** What an interaction needs before its first answer was not there in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** The time in which an interaction has to be acknowledged. */
export type Deadline = {
  /** @throws DeadlineError when `work` has not ended in time */
  before<T>(work: T | Promise<T>): Promise<T>;
  /** Repeats `attempt` while it fails and there is time. */
  persist(attempt: () => Promise<void>): Promise<void>;
};

/** Starts now. */
export function startDeadline(clock: Clock): Deadline {
  const at = clock.now() + answerWithinMs;
  return {
    async before(work) {
      const isDone = new AbortController();
      const late = async (): Promise<never> => {
        while (clock.now() < at) await clock.sleep(at - clock.now(), isDone.signal);
        throw new DeadlineError('too late');
      };
      try {
        return await Promise.race([work, late()]);
      } finally {
        isDone.abort(notNeeded);
      }
    },
    async persist(attempt) {
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          if (clock.now() + retryEveryMs >= at) throw error;
          await clock.sleep(retryEveryMs);
        }
      }
    },
  };
}

/** For an interaction that was acknowledged before. */
export const noDeadline: Deadline = { before: async (work) => work, persist: (attempt) => attempt() };
