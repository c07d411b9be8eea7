/** The steps of a start or stop by name, so that one that does not end can be named. */
export type StopSteps = {
  run<T>(name: string, act: () => Promise<T>): Promise<T>;
  /** Steps that have begun and not ended, in the order they began. */
  unfinished(): readonly string[];
};

export function createStopSteps(): StopSteps {
  const running = new Set<{ name: string }>();
  return {
    async run(name, act) {
      const step = { name };
      running.add(step);
      try {
        return await act();
      } finally {
        running.delete(step);
      }
    },
    unfinished: () => [...running].map(({ name }) => name),
  };
}
