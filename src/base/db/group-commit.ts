type Waiting = {
  durable: boolean;
  body: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** How a group is begun, committed and rolled back. */
export type GroupSteps = {
  begin(durable: boolean): void;
  commit(): void;
  rollback(): void;
  /** Sets a point to which `undo` returns; `keep` removes it. */
  save(): void;
  undo(): void;
  keep(): void;
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
  /** `body` runs between others. When it throws, only its own changes are undone. */
  add<T>(durable: boolean, body: () => Promise<T>): Promise<T>;
  /** Resolves when nothing waits. */
  drain(): Promise<void>;
} {
  const waiting: Waiting[] = [];
  let working: Promise<void> | undefined;

  /**
   * The first of a group needs no point to return to: when it fails, the group is rolled back with nothing else in it.
   * @returns tells the caller, to be called after the commit
   * @throws when the whole group is undone
   */
  const perform = async ({ body, resolve, reject }: Waiting, isFirst: boolean): Promise<() => void> => {
    if (!isFirst) steps.save();
    let answer: () => void;
    try {
      const value = await body();
      answer = () => resolve(value);
    } catch (error) {
      if (isFirst || !steps.isOpen()) throw error;
      steps.undo();
      answer = () => reject(error);
    }
    if (!isFirst) steps.keep();
    return answer;
  };

  const performGroup = async (): Promise<void> => {
    const durable = waiting[0]!.durable;
    try {
      steps.begin(durable);
    } catch (error) {
      for (const { reject } of waiting.splice(0)) reject(error);
      return;
    }
    const done: Waiting[] = [];
    const answers: (() => void)[] = [];
    try {
      while (waiting[0]?.durable === durable && done.length < mostInGroup) {
        const next = waiting.shift()!;
        done.push(next);
        answers.push(await perform(next, done.length === 1));
      }
      steps.commit();
    } catch (error) {
      steps.rollback();
      for (const { reject } of done) reject(error);
      return;
    }
    for (const answer of answers) answer();
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
        waiting.push({ durable, body, resolve: resolve as Waiting['resolve'], reject });
        working ??= work();
      }),
    drain: async () => working,
  };
}
