type Waiting = {
  durable: boolean;
  /** Runs the transaction inside the group. Rejects when the whole group was undone. */
  perform: () => Promise<void>;
  /** Called after the commit, with its error if it failed. */
  settle: (failure?: unknown) => void;
};

/** How a group is begun, committed and rolled back. */
export type GroupSteps = {
  begin(durable: boolean): void;
  commit(): void;
  rollback(): void;
  /** False once the engine itself undid everything, as SQLite does on a full disk. */
  isOpen(): boolean;
};

/** Groups end here even when more wait, so that the process answers in between. */
const mostInGroup = 128;

/**
 * Transactions one after the other on one connection. Those that wait at the same time are committed together and share
 * the disk's answer; each caller is answered only after it.
 */
export function createGroupCommit(steps: GroupSteps): {
  /** `body` runs between others and throws to be undone alone. */
  add<T>(durable: boolean, body: () => Promise<T>): Promise<T>;
  /** Resolves when nothing waits. */
  drain(): Promise<void>;
} {
  const waiting: Waiting[] = [];
  let working: Promise<void> | undefined;

  const performGroup = async (): Promise<void> => {
    const durable = waiting[0]!.durable;
    const done: Waiting[] = [];
    try {
      steps.begin(durable);
    } catch (error) {
      for (const one of waiting.splice(0)) one.settle(error);
      return;
    }
    let failure: unknown;
    try {
      while (waiting[0]?.durable === durable && done.length < mostInGroup) {
        const next = waiting.shift()!;
        done.push(next);
        await next.perform();
      }
      steps.commit();
    } catch (error) {
      failure = error;
      steps.rollback();
    }
    for (const one of done) one.settle(failure);
  };

  /** The first one waits for the others of this turn of the event loop: their requests have arrived as well. */
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      await new Promise(setImmediate);
      await performGroup();
    }
    working = undefined;
  };

  return {
    add: (durable, body) =>
      new Promise((resolve, reject) => {
        let conclude: () => void;
        waiting.push({
          durable,
          perform: () =>
            body().then(
              (value) => {
                conclude = () => resolve(value);
              },
              (error: unknown) => {
                if (!steps.isOpen()) throw error;
                conclude = () => reject(error);
              },
            ),
          settle: (failure) => (failure === undefined ? conclude() : reject(failure)),
        });
        working ??= work();
      }),
    drain: async () => working,
  };
}
