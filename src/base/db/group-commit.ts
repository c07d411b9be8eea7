type Waiting = {
  durable: boolean;
  body: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  beforeAnswer: (() => void) | undefined;
};

const accept = ({ beforeAnswer, resolve }: Waiting, value: unknown): void => {
  beforeAnswer?.();
  resolve(value);
};
const refuse = ({ beforeAnswer, reject }: Waiting, error: unknown): void => {
  beforeAnswer?.();
  reject(error);
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
 * The groups of this process that have begun and not ended. While one is open, no other may begin in the same turn of the
 * event loop: on the same file, its wait for the lock would block this thread, and with it the group that holds the lock.
 */
const open = new Set<object>();

/** Milliseconds for which groups of one follow each other before the process answers others. */
const longestWithoutTurn = 1;

/**
 * Transactions one after the other on one connection. Those that wait at the same time are committed together and share
 * the disk's answer; each caller is answered only after it.
 */
export function createGroupCommit(
  steps: GroupSteps,
  now = () => performance.now(),
): {
  /**
   * `body` runs between others. When it throws, only its own changes are undone.
   * @param beforeAnswer called once it is committed or undone
   */
  add<T>(durable: boolean, body: () => Promise<T>, beforeAnswer?: () => void): Promise<T>;
  /** Resolves when nothing waits. */
  drain(): Promise<void>;
} {
  const waiting: Waiting[] = [];
  let working: Promise<void> | undefined;
  let wasAlone = false;
  let turnedAt = Number.NEGATIVE_INFINITY;

  const performGroup = async (): Promise<void> => {
    const durable = waiting[0]!.durable;
    try {
      steps.begin(durable);
    } catch (error) {
      for (const refused of waiting.splice(0)) refuse(refused, error);
      return;
    }
    const done: Waiting[] = [];
    const answers: (() => void)[] = [];
    try {
      while (waiting[0]?.durable === durable && done.length < mostInGroup) {
        const next = waiting.shift()!;
        done.push(next);
        // The first needs no point to return to: when it fails, the group is rolled back with nothing else in it.
        const isFirst = done.length === 1;
        if (!isFirst) steps.save();
        try {
          const value = await next.body();
          answers.push(() => accept(next, value));
        } catch (error) {
          if (isFirst || !steps.isOpen()) throw error;
          steps.undo();
          answers.push(() => refuse(next, error));
        }
        if (!isFirst) steps.keep();
      }
      steps.commit();
    } catch (error) {
      steps.rollback();
      for (const undone of done) refuse(undone, error);
      return;
    }
    wasAlone = done.length === 1 && waiting.length === 0;
    for (const answer of answers) answer();
  };

  /**
   * The first one waits for the others of this turn of the event loop, because their requests have arrived as well. A
   * caller that was alone and continues right after its answer does not wait, for a millisecond at most.
   */
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Asked after the await too: another group may have begun meanwhile.
      const mayContinue = () => wasAlone && open.size === 0 && now() - turnedAt < longestWithoutTurn;
      if (mayContinue()) await undefined;
      if (!mayContinue()) {
        await new Promise(setImmediate);
        turnedAt = now();
      }
      wasAlone = false;
      open.add(waiting);
      await performGroup();
      open.delete(waiting);
    }
    working = undefined;
  };

  return {
    add: (durable, body, beforeAnswer) =>
      new Promise((resolve, reject) => {
        waiting.push({ durable, body, resolve: resolve as Waiting['resolve'], reject, beforeAnswer });
        working ??= work();
      }),
    drain: async () => working,
  };
}
